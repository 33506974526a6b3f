#pragma once

#include "engine/scenario/parameters.h"
#include "engine/transformers/transformer.h"

namespace bubblescope {

/// Whether attention is one kernel, or products and scores that go through memory.
enum class Attention { Flash, Core };
inline constexpr std::string_view kAttentions[] = {"flash", "core"};  // in files

/// What a backward recomputes: nothing, some modules, every second product, or the whole layer.
enum class Recompute { None, Selective, Ops, Full };
inline constexpr std::string_view kRecomputes[] = {"none", "selective", "ops", "full"};  // in files
/// "no recompute", "selective": short, for labels of steps. The second gives "selective recompute".
std::string_view wordOf(Recompute recompute);
std::string_view nameOf(Recompute recompute);

/// The parts of a layer that can be recomputed alone, as in Megatron-LM's --recompute-modules.
enum class RecomputeModule { Core, Norms, UpProjections, Mlp, Experts, Shared, ExpertActivation };
inline constexpr std::string_view kRecomputeModules[] = {"core_attn", "layernorm",      "mla_up_proj", "mlp",
                                                         "moe",       "shared_experts", "moe_act"};  // in files

/// Bytes per parameter: half-precision weights and gradients with an fp32 copy and two moments, or variants of that.
enum class Precision { Mixed, Fp32Grad, Fp32Shard, DeepSpeed, Bf16 };
inline constexpr std::string_view kPrecisions[] = {"mixed", "fp32-grad", "fp32-shard", "deepspeed",
                                                   "bf16"};  // in files

/// What an optimizer keeps per parameter besides weights and gradient.
enum class Optimizer { Adam, AdamBf16, Adam8bit, Sgd, Muon };
inline constexpr std::string_view kOptimizers[] = {"adam", "adam-bf16", "adam-8bit", "sgd", "muon"};  // in files

/// How the ranks of cp get each other's keys.
enum class Context { Ring, Gather, Ulysses };
inline constexpr std::string_view kContexts[] = {"ring", "gather", "ulysses"};  // in files

/// Bytes per parameter (Rajbhandari et al. 2020, ZeRO, §3.1: 2, 2, 12).
struct StateBytes {
    double weights = 2, gradients = 2, optimizer = 12;
    double gathered = 2;  // of the copies that all-gathers make

    double sum() const { return weights + gradients + optimizer; }
};
StateBytes stateBytes(Precision precision, Optimizer optimizer = Optimizer::Adam);
/// Bytes that an update reads and writes per parameter.
double bytesOfUpdate(Optimizer optimizer);

/// A transformer and how it is trained: the key `model` of a scenario.
///
/// Invariants  those that modelOf() checks
struct TrainedModel {
    std::string name;  // the id of the preset
    Transformer shape;
    int microbatch = 1, sequence = 1;  // sequences per microbatch, and tokens per sequence
    std::optional<int> globalBatch;    // sequences per step
    Attention attention = Attention::Flash;
    Recompute recompute = Recompute::None;
    std::vector<RecomputeModule> modules = {RecomputeModule::Core};  // that selective recompute repeats
    /// Full recompute of the first layers of each stage only; with one input kept for so many layers; of every so many
    /// layers the last. 0: of all layers, each by itself.
    int recomputeLayers = 0, recomputeUnit = 0, recomputeEvery = 0;
    bool stopsEarly = false;          // full recompute leaves out what no gradient needs
    bool isRecomputeSharded = false;  // whether tp cuts the inputs that full recompute keeps
    Precision precision = Precision::Mixed;
    Optimizer optimizer = Optimizer::Adam;
    bool hasFp32Messages = false;                        // for gradients
    bool isFp8 = false, gathersFp8 = false;              // products of layers; messages that gather parameters
    bool hasEagerKernels = false, hasEagerLoss = false;  // norms, positions and activations as several kernels
    bool isEager = false;  // whether the gate's activation is kept as well as the factors of the product
    std::optional<bool> hasWeightBuffers;  // for the gradients of one layer; if not set: where they are summed in fp32
    bool hasDropout = false;
    double causalDiscount = 1;
    bool isHfuPublished = false;  // whether HFU counts the recomputed core three times, as Korthikanti et al. print it
    std::optional<bool> sequenceParallel;  // if not set: whenever there is tp
    Context context = Context::Ring;

    double tokens() const { return static_cast<double>(microbatch) * sequence; }
    /// Bytes per parameter in messages that sum gradients, and in messages that gather parameters.
    double gradientMessageBytes() const { return hasFp32Messages ? 4 : 2; }
    double parameterMessageBytes() const { return gathersFp8 ? 1 : 2; }
    StateBytes state() const { return stateBytes(precision, optimizer); }
    LayerFlops flopsOfLayer(int layer) const { return layerFlops(shape, layer, tokens(), sequence, causalDiscount); }

    friend bool operator==(const TrainedModel&, const TrainedModel&) = default;
};

/// Reads the value of `model`, whose numbers are within their limits. `usual` is the precision if it says none.
///
/// Errors  placed at a key of the value: `preset`, `heads`
Result<TrainedModel> modelOf(const ParameterValue::Object& values, Precision usual = Precision::Mixed);

}  // namespace bubblescope
