#include "engine/transformers/trained_model.h"

#include "engine/core/divisors.h"
#include "engine/core/text.h"
#include "engine/transformers/model_keys.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

using namespace model_keys;

/// Limit up to which the bytes of all parameters can be counted exactly.
constexpr double kMostParameters = 1e14;

/// The value of a key, or its default.
class Values {
public:
    explicit Values(const ParameterValue::Object& values) : m_values(values) {}

    bool has(std::string_view key) const { return valueNamed(m_values, key).has_value(); }
    int whole(std::string_view key, int without) const { return get(key, without); }
    bool flag(std::string_view key, bool without) const { return get(key, without); }
    double number(std::string_view key, double without) const { return get(key, without); }
    std::string text(std::string_view key) const { return get(key, std::string()); }
    std::optional<ParameterValue::List> list(std::string_view key) const {
        const auto value = valueNamed(m_values, key);
        return value ? std::optional(std::get<ParameterValue::List>(value->held)) : std::nullopt;
    }
    std::size_t choice(std::string_view key, std::span<const std::string_view> choices) const {
        const std::string chosen = get(key, std::string(choices.front()));
        return static_cast<std::size_t>(std::find(choices.begin(), choices.end(), chosen) - choices.begin());
    }

private:
    template <class T>
    T get(std::string_view key, T without) const {
        const auto value = valueNamed(m_values, key);
        return value ? std::get<T>(value->held) : without;
    }

    const ParameterValue::Object& m_values;
};

/// The largest value, a multiple of `step`, with which a model stays within kMostParameters; 0 if there is none.
int mostThatFits(Transformer shape, int Transformer::*number, int step) {
    int fits = 0, past = shape.*number / step + 1;
    while (past - fits > 1) {
        const int middle = fits + (past - fits) / 2;
        shape.*number = middle * step;
        (parameters(shape) <= kMostParameters ? fits : past) = middle;
    }
    return fits * step;
}

Result<void> checkParameters(const Transformer& shape) {
    const double all = parameters(shape);
    if (all <= kMostParameters) return {};
    const std::string text = "the model has " + withThousands(static_cast<long long>(std::min(all, 9e18))) +
                             " parameters, the limit is " + withThousands(static_cast<long long>(kMostParameters));
    if (const int layers = mostThatFits(shape, &Transformer::layers, 1); layers > 0)
        return Error{text + "; largest that fits: " + withThousands(layers) + (layers == 1 ? " layer" : " layers"),
                     "layers"};
    // Heads divide the hidden size.
    if (const int hidden = mostThatFits(shape, &Transformer::hidden, shape.heads); hidden > 0)
        return Error{text + "; largest that fits: hidden " + withThousands(hidden), "hidden"};
    return Error{text + "; use fewer layers and a smaller hidden, mlp or vocabulary", "layers"};
}

Result<void> checkShape(const Transformer& shape) {
    const bool needsDivisor = shape.headWidth == 0 && !shape.isLatent();
    if (needsDivisor && shape.hidden % shape.heads != 0)
        return Error{
            "heads must divide hidden, " + std::to_string(shape.hidden) + nearestDivisors(shape.hidden, shape.heads),
            "heads"};
    if (shape.heads % shape.kvHeads != 0)
        return Error{
            "kv_heads must divide heads, " + std::to_string(shape.heads) + nearestDivisors(shape.heads, shape.kvHeads),
            "kv_heads"};
    if (shape.topK > shape.experts)
        return Error{"top_k must be at most the number of experts, " + std::to_string(shape.experts) + ", is " +
                         std::to_string(shape.topK),
                     "top_k"};
    if (shape.norms == 3) return Error{"must be 2 or 4, is 3", "norms"};
    if (shape.denseLayers > shape.layers)
        return Error{"dense_layers must be at most the number of layers, " + withThousands(shape.layers) + ", is " +
                         withThousands(shape.denseLayers),
                     "dense_layers"};
    return checkParameters(shape);
}

/// Refuses half of a multi-head latent attention, and keys that contradict it.
Result<void> checkLatent(const Values& values, const Transformer& shape) {
    constexpr std::string_view kOfLatents[] = {"qk_nope", "qk_rope", "v_dim"};
    if (!shape.isLatent()) {
        for (const std::string_view key : {"q_lora", "qk_nope", "qk_rope", "v_dim"})
            if (values.whole(key, 0) > 0) return Error{"needs kv_lora", std::string(key)};
        return {};
    }
    const int widths[] = {shape.plainWidth, shape.rotaryWidth, shape.valueWidth};
    for (std::size_t i = 0; i < std::size(kOfLatents); ++i)
        if (widths[i] == 0) return Error{"must be at least 1 with kv_lora", std::string(kOfLatents[i])};
    if (shape.kvHeads != shape.heads)
        return Error{
            "must equal heads (" + std::to_string(shape.heads) + ") with kv_lora, is " + std::to_string(shape.kvHeads),
            "kv_heads"};
    if (shape.headWidth > 0) return Error{"cannot be used with kv_lora", "head_dim"};
    if (shape.window > 0) return Error{"cannot be used with kv_lora", "window"};
    if (shape.hasHeadNorms) return Error{"cannot be used with kv_lora", "qk_norm"};
    return {};
}

Result<Transformer> shapeOf(const Values& values) {
    Transformer shape;
    if (values.has("preset")) {
        const std::string id = values.text("preset");
        const KnownTransformer* known = findTransformer(id);
        if (!known) {
            std::vector<std::string_view> ids;
            for (const KnownTransformer& one : knownTransformers()) ids.push_back(one.id);
            return Error{"unknown model \"" + shortened(id) + "\"; nearest: \"" + nearestName(id, ids) + '"', "preset"};
        }
        shape = known->shape;
    } else {
        for (const std::string_view key : {"layers", "hidden", "heads", "mlp", "vocabulary", "sequence"})
            if (!values.has(key))
                return Error{
                    "is missing; a model needs a preset, such as \"llama-3-8b\", or layers, hidden, heads, mlp, "
                    "vocabulary and sequence",
                    std::string(key == "layers" ? "preset" : key)};
    }
    shape.layers = values.whole("layers", shape.layers);
    shape.hidden = values.whole("hidden", shape.hidden);
    const bool hasOwnHeads = values.has("heads");
    shape.heads = values.whole("heads", shape.heads);
    shape.kvHeads = values.whole("kv_heads", hasOwnHeads ? shape.heads : shape.kvHeads);
    shape.mlp = values.whole("mlp", shape.mlp);
    shape.vocabulary = values.whole("vocabulary", shape.vocabulary);
    shape.isGated = values.flag("gated", shape.isGated);
    shape.experts = values.whole("experts", shape.experts);
    shape.topK = values.whole("top_k", shape.topK);
    shape.isTied = values.flag("tied", shape.isTied);
    shape.hasPositions = values.flag("positions", shape.hasPositions);
    shape.hasBias = values.flag("bias", shape.hasBias);
    shape.headWidth = values.whole("head_dim", hasOwnHeads || values.has("hidden") ? 0 : shape.headWidth);
    shape.hasHeadNorms = values.flag("qk_norm", shape.hasHeadNorms);
    shape.norms = values.whole("norms", shape.norms);
    shape.hasAttentionBias = values.flag("attention_bias", shape.hasAttentionBias);
    shape.hasOutputBias = values.flag("output_bias", shape.hasOutputBias);
    shape.hasSinks = values.flag("sinks", shape.hasSinks);
    shape.window = values.whole("window", shape.window);
    shape.windowEvery = values.whole("window_every", shape.windowEvery);
    shape.queryLatent = values.whole("q_lora", shape.queryLatent);
    shape.keyLatent = values.whole("kv_lora", shape.keyLatent);
    shape.plainWidth = values.whole("qk_nope", shape.plainWidth);
    shape.rotaryWidth = values.whole("qk_rope", shape.rotaryWidth);
    shape.valueWidth = values.whole("v_dim", shape.valueWidth);
    shape.denseLayers = values.whole("dense_layers", shape.denseLayers);
    shape.denseMlp = values.whole("dense_mlp", shape.denseMlp > 0 ? shape.denseMlp : shape.mlp);
    shape.sharedMlp = values.whole("shared_mlp", shape.sharedMlp);
    shape.hasRouterBias = values.flag("router_bias", shape.hasRouterBias);
    shape.hasExpertBias = values.flag("expert_bias", shape.hasExpertBias);
    shape.predictors = values.whole("mtp", shape.predictors);
    if (!values.has("preset")) shape.sequence = values.whole("sequence", 1);
    if (auto ok = checkLatent(values, shape); !ok) return ok.error();
    if (auto ok = checkShape(shape); !ok) return ok.error();
    return shape;
}

}  // namespace

std::string_view wordOf(Recompute recompute) {
    return recompute == Recompute::None ? "no recompute" : kRecomputes[static_cast<std::size_t>(recompute)];
}

std::string_view nameOf(Recompute recompute) {
    constexpr std::string_view kNames[] = {"no recompute", "selective recompute", "recompute of every second product",
                                           "full recompute"};
    return kNames[static_cast<std::size_t>(recompute)];
}

StateBytes stateBytes(Precision precision, Optimizer optimizer) {
    constexpr double kStates[] = {8, 4, 2.03125, 4, 4}, kCopy = 4;  // by Optimizer; of weights, in fp32
    const double states = kStates[static_cast<std::size_t>(optimizer)];
    switch (precision) {
        case Precision::Mixed: return {2, 2, kCopy + states, 2};
        case Precision::Fp32Grad: return {2, 4, kCopy + states, 2};
        case Precision::Fp32Shard: return {4, 4, states, 2};
        case Precision::DeepSpeed: return {2, 6, kCopy + states, 2};
        case Precision::Bf16: return {2, 2, states, 2};
    }
    return {};
}

double bytesOfUpdate(Optimizer optimizer) {
    constexpr double kMoved[] = {28, 20, 16.0625, 20, 20};  // by Optimizer
    return kMoved[static_cast<std::size_t>(optimizer)];
}

namespace {

/// Reads what a backward recomputes, and refuses keys that contradict it.
Result<void> readRecompute(const Values& values, TrainedModel& out) {
    out.attention = static_cast<Attention>(values.choice("attention", kAttentions));
    out.recompute = static_cast<Recompute>(values.choice("recompute", kRecomputes));
    const auto needs = [&](std::string_view key, Recompute wanted) -> Result<void> {
        if (!values.has(key) || out.recompute == wanted) return {};
        return Error{"needs recompute \"" + std::string(kRecomputes[static_cast<std::size_t>(wanted)]) +
                         "\"; it is \"" + std::string(kRecomputes[static_cast<std::size_t>(out.recompute)]) + "\"",
                     std::string(key)};
    };
    constexpr std::string_view kOfFull[] = {"recompute_layers", "recompute_unit", "recompute_every"};
    int TrainedModel::*const numbers[] = {&TrainedModel::recomputeLayers, &TrainedModel::recomputeUnit,
                                          &TrainedModel::recomputeEvery};
    std::string_view said;
    for (std::size_t i = 0; i < std::size(kOfFull); ++i) {
        const std::string_view key = kOfFull[i];
        if (!values.has(key)) continue;
        if (auto ok = needs(key, Recompute::Full); !ok) return ok;
        if (!said.empty()) return Error{"cannot be used with " + std::string(said), std::string(key)};
        said = key;
        out.*numbers[i] = values.whole(key, 0);
    }
    if (auto ok = needs("recompute_modules", Recompute::Selective); !ok) return ok;
    if (const auto modules = values.list("recompute_modules")) {
        out.modules.clear();
        for (const ParameterValue& one : *modules) {
            const auto& name = std::get<std::string>(one.held);
            const auto* const at = std::find(std::begin(kRecomputeModules), std::end(kRecomputeModules), name);
            if (at == std::end(kRecomputeModules))
                return Error{"unknown module \"" + shortened(name) + "\"; nearest: \"" +
                                 nearestName(name, kRecomputeModules) + '"',
                             "recompute_modules"};
            const auto module = static_cast<RecomputeModule>(at - kRecomputeModules);
            if (std::find(out.modules.begin(), out.modules.end(), module) == out.modules.end())
                out.modules.push_back(module);
        }
        if (out.modules.empty()) return Error{"needs at least one module", "recompute_modules"};
    }
    out.stopsEarly = values.choice("recompute_stop", kStops) == 1;
    out.isRecomputeSharded = values.flag("recompute_sharded", false);
    return {};
}

}  // namespace

Result<TrainedModel> modelOf(const ParameterValue::Object& object, Precision usual) {
    const Values values(object);
    auto shape = shapeOf(values);
    if (!shape) return shape.error();
    TrainedModel out;
    out.name = values.text("preset");
    out.shape = *shape;
    out.sequence = values.whole("sequence", shape->sequence);
    out.microbatch = values.whole("microbatch", 1);
    if (values.has("global_batch")) out.globalBatch = values.whole("global_batch", 1);
    if (auto ok = readRecompute(values, out); !ok) return ok.error();
    out.precision = values.has("precision") ? static_cast<Precision>(values.choice("precision", kPrecisions)) : usual;
    out.optimizer = static_cast<Optimizer>(values.choice("optimizer", kOptimizers));
    const bool isFp32 = out.precision == Precision::Fp32Grad || out.precision == Precision::Fp32Shard;
    out.hasFp32Messages = values.has("grad_dtype") ? values.choice("grad_dtype", kGradTypes) == 1 : isFp32;
    out.isFp8 = values.choice("compute", kComputes) == 1;
    out.gathersFp8 = values.choice("gather_dtype", kGatherTypes) == 1;
    out.hasEagerKernels = values.choice("kernels", kKernels) == 1;
    out.hasEagerLoss = values.choice("loss", kKernels) == 1;
    out.isEager = values.choice("mlp_kernel", kKernels) == 1;
    if (values.has("weight_buffers")) out.hasWeightBuffers = values.flag("weight_buffers", false);
    out.hasDropout = values.flag("dropout", values.has("preset") && shape->hasPositions);
    out.causalDiscount = values.number("causal_discount", 1);
    out.isHfuPublished = values.choice("hfu", kHfus) == 1;
    if (values.has("sequence_parallel")) out.sequenceParallel = values.flag("sequence_parallel", true);
    out.context = static_cast<Context>(values.choice("context", kContexts));
    return out;
}

}  // namespace bubblescope
