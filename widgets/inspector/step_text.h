#pragma once

#include "engine/steps/run_step.h"
#include "widgets/inspector/op_text.h"

namespace bubblescope {

// What is said of an op or of idle time of a training step, from its run alone.

OpText textOfStepOp(const Run& run, Row row);
OpText textOfStepIdle(const Run& run, LaneId lane, Time at);

/// The formula of a step's time with the numbers put in, and whether the run agrees; or why none holds. Where a rank is
/// slow, whose times they are. Rich text; what explains is in a quiet colour.
QString closedFormText(const StepRun& step, const QString& unit, const QColor& quiet);

}  // namespace bubblescope
