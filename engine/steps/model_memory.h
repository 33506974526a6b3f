#pragma once

#include "engine/steps/step.h"

namespace bubblescope {

/// What the fullest rank of a step keeps at most, by part, told from the step's rules without running it: activations
/// of all microbatches that are held at once, gathers as far ahead as they may be, and no gradient freed early.
///
/// Units  bytes
struct MemoryEstimate {
    double parameters = 0, gradients = 0, optimizer = 0, activations = 0, gathered = 0, head = 0, host = 0;

    double peak() const { return parameters + gradients + optimizer + activations + gathered + head; }
};
/// Errors  what the pipeline's schedule refuses
Result<MemoryEstimate> memoryEstimate(const StepSetup& setup);

}  // namespace bubblescope
