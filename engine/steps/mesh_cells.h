#pragma once

#include "engine/steps/step.h"

namespace bubblescope {

/// Makes the layers and stages of a mesh single ops that take what their chains do, where all ranks of tp, cp and ep
/// arrive together and nothing runs beside: the step takes as long and keeps as much, and has a tenth of the ops.
///
/// Source  docs/models.md
void useCells(StepSetup& setup);

/// Notes what the chains of so many layers send for which a cell of a kind stands.
void noteCell(const StepSetup& setup, OpKind kind, int layers, StepBuilder& out);

// What of a layer's chain comes before its first computed op, with which gathers ahead of it may start.
inline constexpr std::string_view kLeadForward = "lead_forward", kLeadBackward = "lead_backward",
                                  kLeadInput = "lead_input", kLeadWeight = "lead_weight";

}  // namespace bubblescope
