#pragma once

#include "engine/transformers/trained_model.h"

namespace bubblescope {

/// How the ranks of a mesh cut the activations of a layer.
struct ActivationCut {
    int tp = 1, cp = 1;
    bool isSequenceParallel = false;  // tp also cuts what is between the blocks
    int ep = 1, etp = 1;              // ranks that share the experts, and each expert
};

/// Refuses more activations than can be counted.
///
/// Errors  placed at `microbatch`
Result<void> checkActivations(double bytes);

/// Bytes that a layer keeps per microbatch from its forward to its backward, and those that come back while its
/// backward runs.
struct KeptLayer {
    double kept = 0, back = 0;
};
/// Of a layer, counted from 0, on one rank, by the table of version 1 (link rules 1).
///
/// Source  Korthikanti et al. 2022, §4, and docs/models.md for other MLPs, heads and experts
KeptLayer tableBytes(const TrainedModel& model, Recompute recompute, int layer, const ActivationCut& cut);
/// Bytes that the head keeps: logits in fp32, and the inputs of its norm and matrix.
double headActivationBytes(const TrainedModel& model, const ActivationCut& cut);

}  // namespace bubblescope
