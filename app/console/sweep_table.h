#pragma once

#include "engine/study/experiment_plan.h"

#include <QString>

namespace bubblescope {

/// An experiment's results as text for people: a table a panel, with a row for each x and a column for each of the
/// series, why what was refused was, and who holds more than the memory limit at the points with a star.
///
/// Shapes  results[point] of the plan
QString sweepTable(const ExperimentPlan& plan, const std::vector<StudyPoint>& results);

}  // namespace bubblescope
