#pragma once

#include "engine/steps/run_step.h"
#include "widgets/inspector/op_text.h"

namespace bubblescope {

// What the panel says about an op or a gap of a training step; the run is all that it needs.

OpText textOfStepOp(const Run& run, Row row);
OpText textOfStepIdle(const Run& run, LaneId lane, Time at);

/// The formula of a step's time with its numbers, and whether the run agrees with it; or the reason why there is none.
/// If ranks are slow, also whose times the numbers are. Rich text; explanations are in `quiet`.
QString closedFormText(const StepRun& step, const QString& unit, const QColor& quiet);

}  // namespace bubblescope
