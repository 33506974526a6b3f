#pragma once

#include "engine/steps/step.h"

namespace bubblescope {

/// Peak memory of the fullest rank of a step, by part, derived from the step's rules without running it. Assumes all
/// activations that coexist, gathers as early as allowed, and no gradient freed early.
///
/// Units  bytes
struct MemoryEstimate {
    double parameters = 0, gradients = 0, optimizer = 0, activations = 0, gathered = 0, head = 0, host = 0;

    double peak() const { return parameters + gradients + optimizer + activations + gathered + head; }
};
/// Errors  what the schedule of the pipeline refuses
Result<MemoryEstimate> memoryEstimate(const StepSetup& setup);

}  // namespace bubblescope
