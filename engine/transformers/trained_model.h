#pragma once

#include "engine/scenario/parameters.h"
#include "engine/transformers/transformer.h"

namespace bubblescope {

/// What a backward recomputes: nothing, the attention core, the core inside one kernel, or the whole layer.
enum class Recompute { None, Selective, Flash, Full };
inline constexpr std::string_view kRecomputes[] = {"none", "selective", "flash", "full"};  // in files
/// "no recompute", "flash": short, for labels of steps. The second gives "flash attention", if there is room.
std::string_view wordOf(Recompute recompute);
std::string_view nameOf(Recompute recompute);

/// Bytes per parameter: half-precision weights and gradients with an fp32 copy and two moments, or variants of that.
enum class Precision { Mixed, Fp32Grad, Fp32Shard, DeepSpeed };
inline constexpr std::string_view kPrecisions[] = {"mixed", "fp32-grad", "fp32-shard", "deepspeed"};  // in files

/// How the ranks of cp get each other's keys.
enum class Context { Ring, Gather, Ulysses };
inline constexpr std::string_view kContexts[] = {"ring", "gather", "ulysses"};  // in files

/// Bytes per parameter (Rajbhandari et al. 2020, ZeRO, §3.1: 2, 2, 12).
struct StateBytes {
    double weights = 2, gradients = 2, optimizer = 12;
    double gathered = 2;  // of the copies that all-gathers make

    double sum() const { return weights + gradients + optimizer; }
};
StateBytes stateBytes(Precision precision);

/// A transformer and how it is trained: the key `model` of a scenario.
///
/// Invariants  those that modelOf() checks
struct TrainedModel {
    std::string name;  // the id of the preset
    Transformer shape;
    int microbatch = 1, sequence = 1;  // sequences per microbatch, and tokens per sequence
    std::optional<int> globalBatch;    // sequences per step
    Recompute recompute = Recompute::None;
    bool isRecomputeSharded = false;  // whether tp cuts the inputs that full recompute keeps
    Precision precision = Precision::Mixed;
    bool hasFp32Messages = false;  // for gradients
    bool isEager = false;          // whether the gate's activation is kept as well as the factors of the product
    bool hasDropout = true;
    double causalDiscount = 1;
    bool isHfuPublished = false;  // whether HFU counts the recomputed core three times, as Korthikanti et al. print it
    std::optional<bool> sequenceParallel;  // if not set: whenever there is tp
    Context context = Context::Ring;

    double tokens() const { return static_cast<double>(microbatch) * sequence; }
    /// Bytes per parameter in messages that sum gradients, and in messages that gather parameters.
    double gradientMessageBytes() const { return hasFp32Messages ? 4 : 2; }
    static constexpr double kParameterMessageBytes = 2;
    LayerFlops flopsOfLayer(int layer) const { return layerFlops(shape, layer, tokens(), sequence, causalDiscount); }

    friend bool operator==(const TrainedModel&, const TrainedModel&) = default;
};

/// Reads the value of `model`, whose numbers are within their limits.
///
/// Errors  placed at a key of the value: `preset`, `heads`
Result<TrainedModel> modelOf(const ParameterValue::Object& values);

}  // namespace bubblescope
