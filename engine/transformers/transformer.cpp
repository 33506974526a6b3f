#include "engine/transformers/transformer.h"

#include <algorithm>
#include <array>

namespace bubblescope {

double Transformer::keysMet(int layer, double of) const {
    if (!hasWindow(layer)) return of / 2;
    const double met = std::min<double>(window, of);
    return met - met * met / (2 * of);
}

namespace {

/// Products of a layer's attention, by whether tp cuts them.
struct AttentionMatrices {
    double cut = 0, whole = 0;
};
AttentionMatrices attentionMatrices(const Transformer& shape) {
    const double h = shape.hidden, q = shape.queries(), o = shape.outputs();
    if (!shape.isLatent()) return {h * (q + shape.keys() + shape.values()) + o * h, 0};
    const double ql = shape.queryLatent, kl = shape.keyLatent;
    const double up = kl * shape.heads * (shape.plainWidth + shape.valueWidth);
    return {(ql > 0 ? ql * q : h * q) + up + o * h, h * ql + h * (kl + shape.rotaryWidth)};
}

}  // namespace

LayerParameters layerParameters(const Transformer& shape, int layer) {
    const double h = shape.hidden, w = shape.mlpWidth(layer), qkv = shape.queries() + shape.keys() + shape.values();
    const AttentionMatrices attention = attentionMatrices(shape);
    const double matrices = shape.mlpMatrices() * h;
    LayerParameters out;
    out.cut = out.cutMatrices = attention.cut;
    out.wholeMatrices = attention.whole;
    out.whole = attention.whole + shape.norms * h;
    if (shape.isLatent()) out.whole += shape.queryLatent + shape.keyLatent;
    if (shape.hasHeadNorms) out.whole += 2 * shape.width();
    if (shape.hasSinks) out.cut += shape.heads;
    if (shape.hasBias || shape.hasAttentionBias) out.cut += qkv;
    if (shape.hasBias || shape.hasOutputBias) out.whole += h;
    if (shape.hasBias) out.whole += shape.norms * h + h;  // of norms, and of the MLP's rows
    if (!shape.hasExperts(layer)) {
        out.cutMatrices += matrices * w;
        out.cut += matrices * w + (shape.hasBias ? w : 0);
        return out;
    }
    out.experts = shape.experts;
    out.expert = matrices * w;
    if (shape.hasExpertBias)
        out.expertRows = h, out.expert += (shape.mlpMatrices() - 1) * w + h;
    else if (shape.hasBias)
        out.expert += w;
    out.cutMatrices += matrices * shape.sharedMlp;
    out.cut += matrices * shape.sharedMlp;
    out.whole += h * shape.experts + (shape.hasRouterBias ? shape.experts : 0);
    return out;
}

std::vector<std::vector<int>> alikeLayers(const Transformer& shape) {
    std::vector<std::vector<int>> out;
    std::array<int, Transformer::kKinds> places;
    places.fill(-1);
    for (int layer = 0; layer < shape.layers; ++layer) {
        int& place = places[static_cast<std::size_t>(shape.kindOf(layer))];
        if (place < 0) {
            place = static_cast<int>(out.size());
            out.emplace_back();
        }
        out[static_cast<std::size_t>(place)].push_back(layer);
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

namespace {

/// Computes alike layers once.
template <class Of>
double sumOverLayers(const Transformer& shape, const Of& of) {
    double sum = 0;
    for (const std::vector<int>& alike : alikeLayers(shape))
        sum += static_cast<double>(alike.size()) * of(alike.front());
    return sum;
}

}  // namespace

double parameters(const Transformer& shape) {
    return outside(shape) + sumOverLayers(shape, [&](int layer) { return layerParameters(shape, layer).sum(); });
}

double activeParameters(const Transformer& shape) {
    return outside(shape) +
           sumOverLayers(shape, [&](int layer) { return layerParameters(shape, layer).active(shape.topK); });
}

double predictorParameters(const Transformer& shape) {
    const double h = shape.hidden;
    return 2 * h * h + 3 * h;
}

LayerFlops layerFlops(const Transformer& shape, int layer, double tokens, double sequence, double causal) {
    const double h = shape.hidden, matrices = shape.mlpMatrices() * h;
    const AttentionMatrices attention = attentionMatrices(shape);
    const bool hasExperts = shape.hasExperts(layer);
    const double width = (hasExperts ? shape.topK : 1) * shape.mlpWidth(layer);
    return {.projections = 2 * tokens * attention.cut,
            .latents = 2 * tokens * attention.whole,
            .core = causal * 4 * tokens * shape.keysMet(layer, sequence) * (shape.queries() + shape.outputs()),
            .mlp = 2 * tokens * matrices * width,
            .shared = hasExperts ? 2 * tokens * matrices * shape.sharedMlp : 0,
            .router = hasExperts ? 2 * tokens * h * shape.experts : 0};
}

double predictorFlops(const Transformer& shape, double tokens) {
    return 4 * tokens * static_cast<double>(shape.hidden) * shape.hidden;
}

double upProjectionFlops(const Transformer& shape, double tokens) {
    if (!shape.isLatent()) return 0;
    return 2 * tokens *
           (shape.queryLatent * shape.queries() +
            1.0 * shape.keyLatent * shape.heads * (shape.plainWidth + shape.valueWidth));
}

double headFlops(const Transformer& shape, double tokens) { return 2 * tokens * shape.hidden * shape.vocabulary; }

double forwardFlops(const Transformer& shape, double tokens, double sequence, double causal) {
    return headFlops(shape, tokens) +
           sumOverLayers(shape, [&](int layer) { return layerFlops(shape, layer, tokens, sequence, causal).sum(); });
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
