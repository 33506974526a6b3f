#include "engine/transformers/transformer.h"

namespace bubblescope {

double LayerParameters::dense(int tp) const {
    const double cut = attention + attentionBias + (experts == 1 ? mlp + mlpBias : 0);
    return cut / tp + whole;
}

double LayerParameters::ofExperts(int tp, int ep) const {
    if (experts == 1) return 0;
    return experts * (mlp + mlpBias) / (ep > 1 ? ep : tp);
}

LayerParameters layerParameters(const Transformer& shape) {
    const double h = shape.hidden, q = shape.queries(), z = shape.keys(), w = shape.mlp;
    LayerParameters out;
    out.attention = h * q + 2 * h * z + q * h;
    out.mlp = shape.mlpMatrices() * h * w;
    out.experts = shape.experts;
    out.whole = 2 * h;
    if (shape.experts > 1) out.whole += h * shape.experts;
    if (shape.hasBias) {
        out.attentionBias = q + 2 * z;
        out.mlpBias = w;
        out.whole += 2 * h + 2 * h;  // biases of the norms; row biases of both blocks
    }
    return out;
}

double tableParameters(const Transformer& shape) { return static_cast<double>(shape.vocabulary) * shape.hidden; }

double positionParameters(const Transformer& shape) {
    return shape.hasPositions ? static_cast<double>(shape.sequence) * shape.hidden : 0;
}

double finalNormParameters(const Transformer& shape) { return (shape.hasBias ? 2.0 : 1.0) * shape.hidden; }

namespace {

double outside(const Transformer& shape) {
    return tableParameters(shape) * (shape.isTied ? 1 : 2) + positionParameters(shape) + finalNormParameters(shape);
}

}  // namespace

double parameters(const Transformer& shape) { return shape.layers * layerParameters(shape).sum() + outside(shape); }

double activeParameters(const Transformer& shape) {
    return shape.layers * layerParameters(shape).active(shape.topK) + outside(shape);
}

LayerFlops layerFlops(const Transformer& shape, double tokens, double sequence, double causal) {
    const double h = shape.hidden, q = shape.queries(), z = shape.keys(), w = shape.mlp;
    return {.projections = 2 * tokens * (h * q + 2 * h * z + q * h),
            .core = causal * 4 * tokens * sequence * q,
            .mlp = 2 * tokens * shape.topK * shape.mlpMatrices() * h * w,
            .router = shape.experts > 1 ? 2 * tokens * h * shape.experts : 0};
}

double headFlops(const Transformer& shape, double tokens) { return 2 * tokens * shape.hidden * shape.vocabulary; }

double forwardFlops(const Transformer& shape, double tokens, double sequence, double causal) {
    return shape.layers * layerFlops(shape, tokens, sequence, causal).sum() + headFlops(shape, tokens);
}

std::span<const KnownTransformer> knownTransformers() {
    static constexpr KnownTransformer kKnown[] = {
#define TRANSFORMER(name, called, from, ...) {name, called, from, {__VA_ARGS__}},
#include "engine/transformers/transformers.def"
#undef TRANSFORMER
    };
    return kKnown;
}

const KnownTransformer* findTransformer(std::string_view id) {
    for (const KnownTransformer& known : knownTransformers())
        if (known.id == id) return &known;
    return nullptr;
}

}  // namespace bubblescope
