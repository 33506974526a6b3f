#pragma once

#include "engine/scenario/parameters.h"
#include "engine/transformers/transformer.h"

namespace bubblescope {

/// What a backward computes again: nothing, the core of the attention, that inside one kernel, or the whole layer.
enum class Recompute { None, Selective, Flash, Full };
inline constexpr std::string_view kRecomputes[] = {"none", "selective", "flash", "full"};  // in files
/// "no recompute", "flash": as labels of steps tell it; and "no recompute", "flash attention" where there is room.
std::string_view wordOf(Recompute recompute);
std::string_view nameOf(Recompute recompute);

/// What a parameter takes: half its weights and gradients beside an fp32 copy and two moments, or variations of it.
enum class Precision { Mixed, Fp32Grad, Fp32Shard, DeepSpeed };
inline constexpr std::string_view kPrecisions[] = {"mixed", "fp32-grad", "fp32-shard", "deepspeed"};  // in files

/// How the ranks of cp meet each other's keys.
enum class Context { Ring, Gather, Ulysses };
inline constexpr std::string_view kContexts[] = {"ring", "gather", "ulysses"};  // in files

/// Bytes of a parameter (Rajbhandari et al. 2020, ZeRO, §3.1: 2, 2, 12).
struct StateBytes {
    double weights = 2, gradients = 2, optimizer = 12;
    double gathered = 2;  // of copies that all-gathers bring

    double sum() const { return weights + gradients + optimizer; }
};
StateBytes stateBytes(Precision precision);

/// A transformer as it is trained: the key `model` of a scenario.
///
/// Invariants  those that modelOf() checks
struct TrainedModel {
    std::string name;  // of a preset its id
    Transformer shape;
    int microbatch = 1, sequence = 1;  // sequences, and tokens of each
    std::optional<int> globalBatch;    // sequences a step
    Recompute recompute = Recompute::None;
    bool isRecomputeSharded = false;  // whether the inputs that full recompute keeps are cut by tp
    Precision precision = Precision::Mixed;
    bool hasFp32Messages = false;  // of gradients
    bool isEager = false;          // whether the gate's activation is kept beside the product's factors
    bool hasDropout = true;
    double causalDiscount = 1;
    bool isHfuPublished = false;  // whether HFU counts the recomputed core three times, as Korthikanti et al. print it
    std::optional<bool> sequenceParallel;  // without it, where there is tp
    Context context = Context::Ring;

    double tokens() const { return static_cast<double>(microbatch) * sequence; }
    /// Bytes of a parameter in messages that sum gradients, and in those that gather parameters.
    double gradientMessageBytes() const { return hasFp32Messages ? 4 : 2; }
    static constexpr double kParameterMessageBytes = 2;
    LayerFlops flopsOfLayer() const { return layerFlops(shape, tokens(), sequence, causalDiscount); }

    friend bool operator==(const TrainedModel&, const TrainedModel&) = default;
};

/// Reads what stands under `model`, whose values are within the limits of their keys.
///
/// Errors  placed at a key of it: `preset`, `heads`
Result<TrainedModel> modelOf(const ParameterValue::Object& values);

}  // namespace bubblescope
