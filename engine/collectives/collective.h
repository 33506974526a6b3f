#pragma once

#include "engine/collectives/plan.h"
#include "engine/core/result.h"

#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What is to be reached among ranks, as torch.distributed defines it. A line of collectives.def.
enum class Collective {
#define COLLECTIVE(name, id, title, rooted, reduces, meaning) name,
#include "engine/collectives/collectives.def"
#undef COLLECTIVE
};

struct CollectiveInfo {
    Collective collective;
    std::string_view id;  // in files, forever
    std::string_view title;
    bool isRooted;             // whether one rank is told apart from the others
    bool reduces;              // whether values are summed
    std::string_view meaning;  // a sentence
};

std::span<const CollectiveInfo> collectives();
const CollectiveInfo& infoOf(Collective collective);
const CollectiveInfo* findCollective(std::string_view id);

/// How often the latency of a link is paid, and how many buffers pass the busiest port one after the other.
struct Terms {
    long long alpha = 0;
    long long betaOver = 0, betaUnder = 1;  // a fraction

    double beta() const { return static_cast<double>(betaOver) / static_cast<double>(betaUnder); }
};

/// The terms of an algorithm; of those that tell the two links apart, each of its own.
struct ClosedForm {
    Terms group;  // on the link of the group
    Terms intra = {}, inter = {};

    long long steps() const { return group.alpha + intra.alpha + inter.alpha; }
};

/// Why an algorithm sends as much as it does.
struct Reason {
    std::string_view share;     // of S through the busiest port, in letters
    std::string_view sentence;  // where %1 is n, %2 n - 1, %3 the number of steps; ends in a colon: the sum follows
};

/// A way to run a collective: a line of the list in algorithms.cpp.
///
/// Invariants  `write` is pure, and a plan of one rank is empty
struct Algorithm {
    Collective collective;
    std::string_view id;
    void (*write)(PlanWriter& out);              // for more than one rank
    ClosedForm (*closedForm)(const Team& team);  // likewise; holds where the slots are of equal size
    Reason reason;
    PlanWriter::Names slotsName = PlanWriter::Names::Ranks;
    bool needsPowerOfTwo = false;
    bool sendsManyAtOnce = false;  // whether a rank may have several messages in a step
    bool crossesAtOnce = false;    // whether all members of a node send to other nodes at the same time
    bool usesTwoLinks = false;     // whether its phases keep to nodes, or cross them, alone
};

/// The algorithms of a collective, in the order in which they are offered.
std::span<const Algorithm> algorithmsOf(Collective collective);
const Algorithm* findAlgorithm(Collective collective, std::string_view id);

/// Refuses a team that an algorithm has no plan for.
Result<void> checkTeam(const Algorithm& algorithm, const Team& team);

/// The numbers of ranks nearest to a team's that the algorithm has a plan for; none where it has one for the team's.
std::vector<int> nearestRanks(const Algorithm& algorithm, const Team& team);

/// The terms, for any number of ranks that checkTeam() lets pass.
ClosedForm closedFormOf(const Algorithm& algorithm, const Team& team);

/// The plan of an algorithm.
///
/// Errors  those of checkTeam(), and a plan past the limits of plan.h, placed at `ranks`
Result<Plan> planOf(const Algorithm& algorithm, const Team& team);

}  // namespace bubblescope
