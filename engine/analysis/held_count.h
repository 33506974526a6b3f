#pragma once

#include "engine/analysis/metrics.h"

namespace bubblescope {

/// The activations of one lane of a pipeline, op by op in the order they run (model.md §5).
///
/// Units  activations of one microbatch on all chunks of a device
struct HeldCount {
    Holding holding;
    long long open = 0;     // forwards whose backward has not ended
    long long waiting = 0;  // grad inputs whose W has not ended

    void run(OpKind kind) {
        static constexpr int kOpened[kPipelineKinds] = {1, -1, -1, 0}, kAwaited[kPipelineKinds] = {0, 0, 1, -1};
        open += kOpened[static_cast<std::size_t>(kind)];
        waiting += kAwaited[static_cast<std::size_t>(kind)];
    }
    double held() const {
        return (1 - holding.recomputed) * static_cast<double>(open) + holding.forWeights * static_cast<double>(waiting);
    }
    /// The activations that an op recomputes and stores from its start to its end: those that its forward did not keep.
    double recomputedBy(OpKind kind) const {
        return kind == OpKind::Backward || kind == OpKind::BackwardInput ? holding.recomputed : 0;
    }
};

}  // namespace bubblescope
