#pragma once

#include "engine/steps/step.h"

namespace bubblescope {

/// Replaces the layers and stages of a mesh by single ops with the duration of their chains. Applies if all ranks of
/// tp, cp and ep arrive together and nothing overlaps: the step takes the same time and memory with a tenth of the ops.
///
/// Source  docs/models.md
void useCells(StepSetup& setup);

/// Records the messages of the units from `first` to before `end` that one cell of a kind stands for.
void noteCells(const StepSetup& setup, OpKind kind, int first, int end, StepBuilder& out);

// The part of a layer's chain before its first computed op, during which the next gathers may start.
inline constexpr std::string_view kLeadForward = "lead_forward", kLeadBackward = "lead_backward",
                                  kLeadInput = "lead_input", kLeadWeight = "lead_weight";

}  // namespace bubblescope
