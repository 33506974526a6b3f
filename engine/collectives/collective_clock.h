#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/sim/timeline.h"

namespace bubblescope {

/// When every rank ends each step, if ranks arrive at `arrival`. A message occupies both its ranks; if a rank has
/// several at once, they occupy it together. If no rank is late, the last end is timeByPlan().
///
/// Shapes  [step][rank], preceded by the arrivals, switches after the ranks; microseconds from the launch
std::vector<std::vector<double>> endsWith(const Algorithm& algorithm, const Team& team, const Plan& plan,
                                          const Cluster& cluster, long long bytes, std::span<const double> arrival);

/// Stages of the ops of a timelineOf() that are not steps; their numbers follow those of the steps.
struct ClockStages {
    std::size_t steps = 0;

    bool isStep(Op op) const { return op.stage().index() < steps; }
    std::size_t late() const { return steps; }
    std::size_t launch() const { return steps + 1; }
    std::size_t count() const { return steps + 2; }
};

/// When every rank sends and receives. A cell is a rank's part of a step, in one piece while it sends or receives. It
/// is inter-node if the message it sends is or, if it sends nothing, the message it receives. Waiting is idle time.
///
/// Shapes  one worker and one lane per rank; an op's stage is its step or one of ClockStages, its microbatch the rank
/// Units   `unit` microseconds; with 1 the end is run.time
/// Needs   each cell needs the previous cells of all ranks that it exchanges with; none are recorded if there are more
///         than kMostClockNeeds
/// Cost    about 20 ns per transfer
std::shared_ptr<const Timeline> timelineOf(const CollectiveSetup& setup, const CollectiveRun& run, double unit = 1);
inline constexpr std::size_t kMostClockNeeds = 400'000;

}  // namespace bubblescope
