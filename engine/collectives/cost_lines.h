#pragma once

#include "engine/collectives/collective_setup.h"

#include <vector>

namespace bubblescope {

/// What an algorithm takes for S bytes by its closed form, launch included: at + perByte * S.
///
/// Units  microseconds
struct CostLine {
    const Algorithm* algorithm = nullptr;
    double at = 0, perByte = 0;

    double of(double bytes) const { return at + perByte * bytes; }
};

/// Of all algorithms that have a plan for a team, in the order of their list.
std::vector<CostLine> costLines(Collective collective, const Team& team, const Cluster& cluster);

/// The bytes for which two take equally long; none where their lines meet below 0, or nowhere.
std::optional<double> crossing(const CostLine& a, const CostLine& b);

/// Who is the fastest from `from` bytes on, up to where the next begins.
struct BestPart {
    std::size_t line = 0;
    double from = 0, to = 0;
};

/// Who is the fastest between two numbers of bytes; of equal ones the first. Lines meet once at most, so none is twice.
///
/// Shapes  neighbours differ; the first begins at `from`, the last ends at `to`
std::vector<BestPart> bestParts(const std::vector<CostLine>& lines, double from, double to);

/// The team of the same collective with so many ranks and all else as it is.
Team teamWithRanks(const CollectiveSetup& setup, int ranks);

/// What is to say of algorithms that are compared over a range of bytes.
///
/// Shapes  `lines` of all algorithms, `parts` as bestParts() has them, `present` the part that the setup's bytes are
/// in,
///         `chosen` lines of those that the setup compares, in its order
struct CostVerdict {
    std::vector<CostLine> lines;
    std::vector<BestPart> parts;
    std::size_t present = 0;
    std::vector<std::size_t> chosen;
    std::optional<std::size_t> rival;    // of those chosen the first that does not win at the setup's bytes
    double shareOfRival = 1;             // of its time that the winner takes there
    std::vector<std::size_t> neverBest;  // of those chosen

    const CostLine& winner() const { return lines[parts[present].line]; }
};
CostVerdict verdictOf(const CollectiveSetup& setup, double from, double to);

/// The range of bytes that charts show: 1 kB to 10 GB, and the setup's own.
struct BytesRange {
    double from = 1e3, to = 1e10;
};
BytesRange bytesRange(const CollectiveSetup& setup);

/// With a number of ranks: the lines of all algorithms, and who is the fastest for the setup's bytes.
struct RankWinner {
    int ranks = 1;
    std::vector<CostLine> lines;
    std::size_t best = 0;

    const Algorithm& algorithm() const { return *lines[best].algorithm; }
};

/// At the numbers of ranks that charts show: powers of two up to kMaxRanks, as many with whole nodes, and the setup's
/// own.
std::vector<RankWinner> winnersOverRanks(const CollectiveSetup& setup);

}  // namespace bubblescope
