#include "engine/transformers/layer_bytes.h"

#include "engine/core/text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Limit on the sum over all layers and microbatches.
constexpr double kMostActivations = 1e18;

/// In bytes per token of a rank and element of its width (sbh): what is always kept; the core's scores and masks.
struct Kept {
    double linear = 0, core = 0;

    double sum() const { return linear + core; }
};

Kept keptOf(const TrainedModel& model, int layer, const ActivationCut& cut) {
    const Transformer& shape = model.shape;
    const bool hasExperts = shape.hasExperts(layer);
    const double h = shape.hidden, t = cut.tp,
                 w = hasExperts ? (shape.topK * shape.mlpWidth(layer) + shape.sharedMlp) / h
                                : shape.mlpWidth(layer) / h;
    // Inputs of norms and of the two blocks, dropout masks, and latents: whole on each rank of tp, unless sequence
    // parallelism cuts them.
    double between = 4 + 2 * shape.norms + (model.hasDropout ? 2 : 0);
    if (shape.isLatent()) between += 2.0 * (2.0 * shape.queryLatent + 2.0 * shape.keyLatent + shape.rotaryWidth) / h;
    // Queries and the input of the output matrix; keys and values; the MLP's.
    double cutByHeads = 2 * (shape.queries() + shape.outputs()) / h + 2 * (shape.keys() + shape.values()) / h +
                        w * (shape.isGated ? (model.isEager ? 8 : 6) : 4);
    if (shape.hasHeadNorms) cutByHeads += 2 * (shape.queries() + shape.keys()) / h;
    double whole = 0;  // the router's choices; row sums of the core
    if (hasExperts) {
        cutByHeads += 4.0 * shape.topK + 2;  // dispatched, returned, and input of the router
        whole += 8.0 * shape.experts / h;
    }
    const bool isFlash = model.attention == Attention::Flash;
    if (isFlash) whole += 2.0 * shape.heads / h;
    return {.linear = (cut.isSequenceParallel ? between / t : between) + cutByHeads / t + whole,
            .core = isFlash ? 0 : (model.hasDropout ? 5.0 : 4.0) * shape.heads * model.sequence / h / t};
}

/// sbh of one rank.
double elementsOf(const TrainedModel& model, const ActivationCut& cut) {
    return model.tokens() / cut.cp * model.shape.hidden;
}

}  // namespace

Result<void> checkActivations(double bytes) {
    if (bytes <= kMostActivations) return {};
    const double times = std::ceil(bytes / kMostActivations);
    const double digits = std::pow(10, std::floor(std::log10(bytes)) - 2);  // rounds to three digits
    return Error{"the activations come to " + numberText(std::round(bytes / digits) * digits) +
                     " bytes, the limit is " + numberText(kMostActivations) +
                     "; reduce the microbatch or sequence by a factor of " +
                     withThousands(static_cast<long long>(std::min(times, 9e18))),
                 "microbatch"};
}

KeptLayer tableBytes(const TrainedModel& model, Recompute recompute, int layer, const ActivationCut& cut) {
    const double elements = elementsOf(model, cut);
    const Kept kept = keptOf(model, layer, cut);
    switch (recompute) {
        case Recompute::None: return {elements * kept.sum(), 0};
        case Recompute::Full: {
            const double input = elements * 2 / (model.isRecomputeSharded ? cut.tp : 1);
            return {input, elements * kept.sum() - input};
        }
        case Recompute::Ops:  // the table has no row for it
        case Recompute::Selective: break;
    }
    return {elements * kept.linear, elements * kept.core};
}

double headActivationBytes(const TrainedModel& model, const ActivationCut& cut) {
    const double tokens = model.tokens() / cut.cp;
    return (4 * tokens * model.shape.vocabulary + 4 * tokens * model.shape.hidden) / cut.tp;
}

}  // namespace bubblescope
