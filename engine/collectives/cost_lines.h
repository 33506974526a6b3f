#pragma once

#include "engine/collectives/collective_setup.h"

#include <vector>

namespace bubblescope {

/// An algorithm's time for S bytes by closed form, including launches.
///
/// Units  microseconds
struct CostLine {
    const Algorithm* algorithm = nullptr;  // as listed
    CostForm form;
    double launch = 0;

    double of(double bytes) const { return launch + form.of(bytes); }
};

/// The lines of all algorithms of the setup's library that have a plan for the team, in list order.
std::vector<CostLine> costLines(const CollectiveSetup& setup, const Team& team);

/// The fastest algorithm from `from` bytes on, up to where the next part begins.
struct BestPart {
    std::size_t line = 0;
    double from = 0, to = 0;
};

/// The fastest algorithms between two sizes; of equal ones the first. Parts shorter than a thirtieth of a decade may
/// be missed.
///
/// Shapes  neighbours differ; the first part begins at `from`, the last ends at `to`
std::vector<BestPart> bestParts(const std::vector<CostLine>& lines, double from, double to);

/// The team of the same collective with another number of ranks.
Team teamWithRanks(const CollectiveSetup& setup, int ranks);

/// The comparison of algorithms over a range of sizes.
///
/// Shapes  `lines` of all algorithms; `parts` as from bestParts(); `present`: the part that contains the setup's bytes;
///         `chosen`: lines of the algorithms that the setup compares, in its order
struct CostVerdict {
    std::vector<CostLine> lines;
    std::vector<BestPart> parts;
    std::size_t present = 0;
    std::vector<std::size_t> chosen;
    std::optional<std::size_t> rival;    // the first chosen algorithm that does not win at the setup's bytes
    double shareOfRival = 1;             // the winner's time divided by the rival's there
    std::vector<std::size_t> neverBest;  // among the chosen

    const CostLine& winner() const { return lines[parts[present].line]; }
};
CostVerdict verdictOf(const CollectiveSetup& setup, double from, double to);

/// The range of sizes that charts show: 1 kB to 10 GB, extended to include the setup's own.
struct BytesRange {
    double from = 1e3, to = 1e10;
};
BytesRange bytesRange(const CollectiveSetup& setup);

/// For a number of ranks: the lines of all algorithms, and the fastest for the setup's bytes.
struct RankWinner {
    int ranks = 1;
    std::vector<CostLine> lines;
    std::size_t best = 0;

    const Algorithm& algorithm() const { return *lines[best].algorithm; }
};

/// The winners at the numbers of ranks that charts show: powers of two up to kMaxRanks, as many with whole nodes, and
/// the setup's own.
std::vector<RankWinner> winnersOverRanks(const CollectiveSetup& setup);

}  // namespace bubblescope
