#pragma once

#include "engine/study/experiment_plan.h"
#include "widgets/charts/chart_quantity.h"

#include <QString>

namespace bubblescope {

/// How views write what an experiment asks; an underscore marks a subscript.

/// A measure as charts write it, in the experiment's unit.
ChartQuantity quantityOf(const Experiment& experiment, Quantity measure);
/// "T_C communication, ms".
QString captionOf(const Experiment& experiment, const Axis& axis);
/// "T_C = 4 ms".
QString stepText(const Experiment& experiment, const Axis& axis, double value);
/// "over the limit: holds 8 of 3 on device 0"; empty where a point keeps within, or there is no limit.
QString overLimitText(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result);

}  // namespace bubblescope
