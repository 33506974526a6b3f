#pragma once

#include "engine/analysis/metrics.h"

namespace bubblescope {

/// What one lane of a pipeline holds, op after op in the order they run (model.md §5).
///
/// Units  activations of one microbatch on all chunks of a device
struct HeldCount {
    Holding holding;
    long long open = 0;     // forwards whose backward has not ended
    long long waiting = 0;  // input halves whose weight half has not ended

    void run(OpKind kind) {
        static constexpr int kOpened[kPipelineKinds] = {1, -1, -1, 0}, kAwaited[kPipelineKinds] = {0, 0, 1, -1};
        open += kOpened[static_cast<std::size_t>(kind)];
        waiting += kAwaited[static_cast<std::size_t>(kind)];
    }
    double held() const {
        return (1 - holding.recomputed) * static_cast<double>(open) + holding.forWeights * static_cast<double>(waiting);
    }
    /// What an op brings back when it starts, until it ends: what was not kept of its forward.
    double recomputedBy(OpKind kind) const {
        return kind == OpKind::Backward || kind == OpKind::BackwardInput ? holding.recomputed : 0;
    }
};

}  // namespace bubblescope
