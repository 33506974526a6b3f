#pragma once

#include "engine/study/experiment.h"
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

}  // namespace bubblescope
