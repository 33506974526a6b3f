#pragma once

#include "engine/collectives/pipelined.h"
#include "engine/core/result.h"

#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What ranks achieve together, as torch.distributed defines it. One line of collectives.def.
enum class Collective {
#define COLLECTIVE(name, id, title, rooted, reduces, meaning) name,
#include "engine/collectives/collectives.def"
#undef COLLECTIVE
};

struct CollectiveInfo {
    Collective collective;
    std::string_view id;  // in files, never changes
    std::string_view title;
    bool isRooted;             // whether one rank has a special role
    bool reduces;              // whether values are summed
    std::string_view meaning;  // a sentence
};

std::span<const CollectiveInfo> collectives();
const CollectiveInfo& infoOf(Collective collective);
const CollectiveInfo* findCollective(std::string_view id);

/// How often the latency of a link counts, and how many buffers pass the busiest port one after the other.
struct Terms {
    long long alpha = 0;
    long long betaOver = 0, betaUnder = 1;  // a fraction

    double beta() const { return static_cast<double>(betaOver) / static_cast<double>(betaUnder); }
};

/// The terms of an algorithm; algorithms that tell the two links apart have separate terms for each.
struct ClosedForm {
    Terms group;  // on the link of the group
    Terms intra = {}, inter = {};

    long long steps() const { return group.alpha + intra.alpha + inter.alpha; }
};

/// What the time of a step depends on.
enum class StepPace {
    Group,  // the link of the whole group: the one between nodes if there are several
    Phase,  // the link of its phase, which either stays inside nodes or crosses them
    Rings,  // the slowest hop of rings side by side, which share the links inside nodes
    Ports,  // the busiest port of a rank
};

/// Why an algorithm sends as much as it does.
struct Reason {
    std::string_view share;     // of S through the busiest port, as a formula
    std::string_view sentence;  // %1: n, %2: n - 1, %3: steps; ends in a colon, as the sum follows
};

/// An algorithm for a collective: one line of the list in algorithms.cpp.
///
/// Invariants  `write` is pure, and a plan for one rank is empty
struct Algorithm {
    Collective collective;
    std::string_view id;
    void (*write)(PlanWriter& out);              // for more than one rank
    ClosedForm (*closedForm)(const Team& team);  // likewise; holds if the slots have equal sizes
    Reason reason;
    PlanWriter::Names slotsName = PlanWriter::Names::Ranks;
    bool needsPowerOfTwo = false;
    bool sendsManyAtOnce = false;  // whether a rank may have several messages in a step
    bool crossesAtOnce = false;    // whether all members of a node send to other nodes at the same time
    StepPace pace = StepPace::Group;
    Inside inside = Inside::Chain;  // with StepPace::Ports
    bool isOfNccl = false;          // whether NCCL has it

    bool usesTwoLinks() const { return pace == StepPace::Phase; }
};

/// The algorithms of a collective, in the order in which they are offered.
std::span<const Algorithm> algorithmsOf(Collective collective);
const Algorithm* findAlgorithm(Collective collective, std::string_view id);
/// The algorithm as a team runs it: with several rings side by side, one of the same id for each collective whose ring
/// can be cut into pieces, else itself.
const Algorithm& runBy(const Team& team, const Algorithm& algorithm);

/// Refuses a team that an algorithm has no plan for.
Result<void> checkTeam(const Algorithm& algorithm, const Team& team);

/// The numbers of ranks nearest to the team's that the algorithm has a plan for; none if it has a plan for the team.
std::vector<int> nearestRanks(const Algorithm& algorithm, const Team& team);

/// The terms, for any number of ranks that checkTeam() accepts. With StepPace::Ports the terms of a link are of the
/// steps in which it is busy; the two links are busy at the same time.
ClosedForm closedFormOf(const Algorithm& algorithm, const Team& team);

/// The plan of an algorithm.
///
/// Errors  those of checkTeam(), and a plan over the limits of plan.h, placed at `ranks`
Result<Plan> planOf(const Algorithm& algorithm, const Team& team, int mostRanks = kMaxPlanRanks);

}  // namespace bubblescope
