#pragma once

#include "engine/study/experiment_plan.h"

#include <QString>

namespace bubblescope {

/// An experiment's results as text for people: one table per panel, with a row for each x and a column for each of the
/// series, the reasons of refused points, and which series exceed the memory limit at the points with a star.
///
/// Shapes  results[point] of the plan
QString sweepTable(const ExperimentPlan& plan, const std::vector<StudyPoint>& results);

}  // namespace bubblescope
