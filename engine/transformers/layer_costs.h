#pragma once

#include "engine/transformers/layer_bytes.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

// What a layer costs on a machine: products take their FLOPs and their bytes, everything else its bytes.

/// What a device reaches.
///
/// Units  FLOP/s at the peak; gemm and attention are the shares of it that products and fused attention reach; bytes/s
///        with the share of the bandwidth that is reached
struct MachineRates {
    double peak = 0, fp8Peak = 0;
    double gemm = 1, attention = 1;
    double bandwidth = 0;
};

/// Whether attention is one kernel, or products and scores that go through memory.
enum class Attention { Flash, Core };

/// How the ops of a layer are computed.
struct ComputeChoices {
    Attention attention = Attention::Flash;
    bool hasEagerKernels = false;  // norms, rotary positions and activations as several kernels
    bool hasEagerLoss = false;
    bool isFp8 = false;  // products of layers
    bool hasDropout = false;
    double gradientOut = 4;  // bytes that a grad weight reads and writes per parameter
};

/// A layer on one rank, counted from 0, and a microbatch.
struct LayerCase {
    const Transformer& shape;
    int layer = 0;
    double microbatch = 1, sequence = 1;
    ActivationCut cut;
    ComputeChoices how;

    /// Tokens of a rank of cp, and those of them that a rank of tp has between blocks.
    double tokens() const { return microbatch * sequence / cut.cp; }
    double tokensBetween() const { return tokens() / (cut.isSequenceParallel ? cut.tp : 1); }
    /// Copies of tokens for their experts.
    double copies() const { return (cut.etp == 1 ? tokensBetween() : tokens()) * shape.topK; }
    bool hasExperts() const { return shape.hasExperts(layer); }
};

/// The parts of a layer whose costs differ in kind. Projections are the attention's, without those out of latents.
enum class LayerPart {
    Norms,
    Dropout,
    Projections,
    UpProjections,
    Rotary,
    Core,
    Mlp,
    MlpActivation,
    Shared,
    SharedActivation,
    Experts,
    ExpertActivation,
    Router,
    Order,
    Casts
};
inline constexpr std::size_t kLayerParts = 15;

/// Units  seconds
struct Passes {
    double forward = 0, input = 0, weight = 0;

    void add(const Passes& other);
};

/// Units  seconds
struct LayerCosts {
    std::array<Passes, kLayerParts> parts;
    double coreAgain = 0;    // selective recompute
    double opsAgain = 0;     // every second product is repeated
    double lastProduct = 0;  // what a recompute that stops early leaves out

    const Passes& operator[](LayerPart part) const { return parts[static_cast<std::size_t>(part)]; }
    Passes sum() const;
};

/// Seconds of Y[m, n] = X[m, k] W[k, n], with `out` bytes per element of Y.
double productTime(const MachineRates& rates, double m, double n, double k, double out, bool isFp8);

LayerCosts costsOf(const LayerCase& layer, const MachineRates& rates);

/// The parts of a layer that can be recomputed alone, as in Megatron-LM's --recompute-modules.
inline constexpr std::string_view kRecomputeModules[] = {"core_attn", "layernorm",      "mla_up_proj", "mlp",
                                                         "moe",       "shared_experts", "moe_act"};
/// Seconds of a module's forward, without the exchanges of `moe`; and the bytes that a layer then does not keep.
double againOf(const LayerCase& layer, const MachineRates& rates, std::string_view module);
double droppedBytes(const LayerCase& layer, std::string_view module);

/// The head: logits, loss and their backward.
struct HeadCosts {
    double forward = 0, backward = 0, kept = 0;  // seconds, bytes
};
HeadCosts headCosts(const LayerCase& layer, const MachineRates& rates);

/// Bytes that a layer keeps per microbatch, and those that come back while its backward runs.
struct KeptLayer {
    double kept = 0, back = 0;
};
/// By recompute: nothing, the core, every second product, the whole layer.
struct KeptByRecompute {
    KeptLayer none, selective, ops, full;
};
KeptByRecompute keptBytes(const LayerCase& layer);

/// Bytes of the bf16 gradients of one layer's matrices, which accumulating kernels write before they add them up.
double weightBuffers(const Transformer& shape, int layer, int tp);

}  // namespace bubblescope
