#pragma once

#include "engine/sim/timeline.h"
#include "engine/steps/step.h"

namespace bubblescope {

/// Replaces the layers and stages of a mesh by single ops with the duration of their chains. Applies if all ranks of
/// tp, cp and ep arrive together and nothing overlaps: the step takes the same time and memory with a tenth of the ops.
///
/// Source  docs/models.md
void useCells(StepSetup& setup);

/// Records the messages of the units from `first` to before `end` that one cell of a kind stands for.
void noteCells(const StepSetup& setup, OpKind kind, int first, int end, StepBuilder& out);

/// The chain of ops that a cell stands for.
///
/// Shapes  computes[i]: when the i-th op that computes runs, from the start of the first one; ops[i]: its op
struct CellChain {
    std::shared_ptr<const Program> program;
    Column<Time> durations;
    std::vector<TimeSpan> computes;
    std::vector<std::uint32_t> ops;
    Time whole = 0;             // from the first op that computes on
    bool isSequential = false;  // nothing runs beside its ops

    /// How much longer it takes if its ops that compute take so much longer each.
    Time growth(std::span<const Time> longer) const;
};

// The part of a layer's chain before its first computed op, during which the next gathers may start.
inline constexpr std::string_view kLeadForward = "lead_forward", kLeadBackward = "lead_backward",
                                  kLeadInput = "lead_input", kLeadWeight = "lead_weight";

}  // namespace bubblescope
