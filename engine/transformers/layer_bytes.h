#pragma once

#include "engine/transformers/trained_model.h"

namespace bubblescope {

/// How the ranks of a mesh cut what a layer keeps.
struct ActivationCut {
    int tp = 1, cp = 1;
    bool isSequenceParallel = false;  // tp cuts what stands between the blocks too
};

/// Refuses more activations than can be counted.
///
/// Errors  placed at `microbatch`
Result<void> checkActivations(double bytes);

/// Bytes that a layer keeps of a microbatch from its forward to its backward, on one rank.
///
/// Source  Korthikanti et al. 2022, §4, and docs/models.md for other MLPs, heads and experts
double activationBytes(const TrainedModel& model, const ActivationCut& cut);
/// And what its backward brings beside while it runs: what it computes again.
double recomputedBytes(const TrainedModel& model, const ActivationCut& cut);
/// Of the head: logits in fp32, and what its norm and matrix keep.
double headActivationBytes(const TrainedModel& model, const ActivationCut& cut);

}  // namespace bubblescope
