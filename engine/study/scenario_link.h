#pragma once

#include "engine/study/experiment_plan.h"

namespace bubblescope {

/// A first experiment: the scenario's schedules, without its placement schemes, on its workload, with their bubble over
/// T_C.
Experiment experimentOn(const Scenario& scenario);

/// With more series, Gantts of all of them would not be readable.
inline constexpr std::size_t kMaxSeriesAround = 12;

/// The configurations of all series at `point`, or only the point's own if there are more than kMaxSeriesAround. The
/// workload is the point's, and differences of other series are those schedules' own keys.
///
/// Shapes      schedules as the plan's series, or one
/// Invariants  resolves to the workloads of scenarioAt() at those points
Scenario scenarioAround(const ExperimentPlan& plan, std::size_t point);

}  // namespace bubblescope
