#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/sim/timeline.h"

namespace bubblescope {

/// When every rank has ended each step, where ranks come at `arrival`. A message takes both its ranks; where a rank has
/// many at once, all of them. Nobody late: the last end is timeOf().
///
/// Shapes  [step][rank], and in front of them the arrivals; microseconds from the launch on
std::vector<std::vector<double>> endsWith(const Algorithm& algorithm, const Team& team, const Plan& plan,
                                          const Cluster& cluster, long long bytes, std::span<const double> arrival);

/// What the ops of a timelineOf() are, besides steps: they stand behind these.
struct ClockStages {
    std::size_t steps = 0;

    bool isStep(Op op) const { return op.stage().index() < steps; }
    std::size_t late() const { return steps; }
    std::size_t launch() const { return steps + 1; }
    std::size_t count() const { return steps + 2; }
};

/// When every rank sends and receives. A cell is what a rank has to do with a step, in one piece while it sends or
/// receives; it is between nodes if what the rank sends is, or where it sends nothing, what it receives. What a rank
/// waits for is idle.
///
/// Shapes  a worker and a lane a rank; an op's stage is its step, or one of ClockStages, its microbatch the rank
/// Units   `unit` microseconds; of 1 the end is run.time
/// Needs   of a cell those before it of all ranks that it exchanges with; none where there are more than
/// kMostClockNeeds Cost    some 20 ns a transfer
std::shared_ptr<const Timeline> timelineOf(const CollectiveSetup& setup, const CollectiveRun& run, double unit = 1);
inline constexpr std::size_t kMostClockNeeds = 400'000;

}  // namespace bubblescope
