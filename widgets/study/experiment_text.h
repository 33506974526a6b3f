#pragma once

#include "engine/study/experiment_plan.h"
#include "widgets/charts/chart_quantity.h"

#include <QString>

namespace bubblescope {

/// Texts about an experiment for all its views; an underscore marks a subscript.

/// A measure as charts show it, in the experiment's unit.
ChartQuantity quantityOf(const Experiment& experiment, Quantity measure);
/// "T_C communication, ms".
QString captionOf(const Experiment& experiment, const Axis& axis);
/// "T_C = 4 ms".
QString stepText(const Experiment& experiment, const Axis& axis, double value);
/// "needs 8 activations, limit 3 (device 0)"; empty if a point is within the limit or there is none.
QString overLimitText(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result);

}  // namespace bubblescope
