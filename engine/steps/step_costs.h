#pragma once

#include "engine/transformers/layer_costs.h"

#include <optional>

namespace bubblescope {

struct StepSetup;

/// What alike layers take on one rank for a microbatch.
///
/// Units  seconds; `again` with the messages that are repeated
struct LayerSeconds {
    std::vector<int> layers;  // from 0
    double forward = 0, input = 0, weight = 0, again = 0;
    double commForward = 0, commBackward = 0;
};

/// What a step with a model takes, apart from the order of its ops. What bounds its computation are shares of it.
///
/// Units  seconds
struct StepCosts {
    std::vector<LayerSeconds> layers;
    Passes head, embedding;
    double update = 0;
    double gemm = 0, attention = 0, memory = 0, links = 0;
};
/// Nothing for steps of chunks, whose units are not layers.
std::optional<StepCosts> costsOf(const StepSetup& setup);

/// Gradients of a step.
///
/// Units  bytes on a device between microbatches; messages per unit
struct GradientFacts {
    double betweenMicrobatches = 0;
    int scatters = 0, allReduces = 0;
};
GradientFacts gradientsOf(const StepSetup& setup);

}  // namespace bubblescope
