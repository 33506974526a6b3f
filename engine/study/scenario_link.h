#pragma once

#include "engine/study/experiment_plan.h"

namespace bubblescope {

/// An experiment to begin with: the scenario's schedules, without its placement schemes, on its workload, their bubble
/// along T_C.
Experiment experimentOn(const Scenario& scenario);

/// More Gantts than that are no picture.
inline constexpr std::size_t kMaxSeriesAround = 12;

/// The configurations of all series beside `point`, or where there are more than kMaxSeriesAround of itself alone: its
/// workload, and what differs for a series as that schedule's own keys.
///
/// Shapes      schedules as the plan's series, or one
/// Invariants  resolves to the workloads of scenarioAt() at those points
Scenario scenarioAround(const ExperimentPlan& plan, std::size_t point);

}  // namespace bubblescope
