#pragma once

#include "engine/steps/run_step.h"

#include <QString>

class QColor;

namespace bubblescope {

/// The formula of a step's time with its numbers, and whether the run agrees with it; or the reason why there is none.
/// If ranks are slow, also whose times the numbers are. Rich text; explanations are in `quiet`.
QString closedFormText(const StepRun& step, const QString& unit, const QColor& quiet);

}  // namespace bubblescope
