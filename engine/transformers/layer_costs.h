#pragma once

#include "engine/transformers/layer_bytes.h"

#include <array>
#include <span>
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

/// How the ops of a layer are computed.
struct ComputeChoices {
    Attention attention = Attention::Flash;
    bool hasEagerKernels = false;  // norms, rotary positions and activations as several kernels
    bool hasEagerLoss = false;
    bool isFp8 = false;  // products of layers
    bool hasDropout = false;
    bool keepsGate = false;  // the gate's activation is kept as well as the factors of the product
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

    double sum() const { return forward + input + weight; }
    double back() const { return input + weight; }
    void add(const Passes& other);
    Passes scaled(double factor) const { return {factor * forward, factor * input, factor * weight}; }
};

/// Units  seconds
struct LayerCosts {
    std::array<Passes, kLayerParts> parts;
    double coreAgain = 0;                          // selective recompute
    double opsAgain = 0, opsAgainOfAttention = 0;  // every second product is repeated; of the attention's
    double lastProduct = 0;                        // what a recompute that stops early leaves out

    const Passes& operator[](LayerPart part) const { return parts[static_cast<std::size_t>(part)]; }
    Passes sum() const;
};

/// Seconds of Y[m, n] = X[m, k] W[k, n], with `out` bytes per element of Y.
double productTime(const MachineRates& rates, double m, double n, double k, double out, bool isFp8);

LayerCosts costsOf(const LayerCase& layer, const MachineRates& rates);

/// Seconds of a module's forward, without the exchanges of the experts; and the bytes that a layer then does not keep.
double againOf(const LayerCase& layer, const MachineRates& rates, RecomputeModule module);
double droppedBytes(const LayerCase& layer, RecomputeModule module);

/// Seconds of the head: logits, loss and their backward; and the bytes that it keeps.
Passes headCosts(const LayerCase& layer, const MachineRates& rates);
double headBytes(const LayerCase& layer);
/// Seconds of the embedding, and of what a predictor has besides its layer and its head.
Passes embeddingCosts(const LayerCase& layer, const MachineRates& rates);
Passes predictorCosts(const LayerCase& layer, const MachineRates& rates);

/// By recompute: nothing, the core, every second product, the whole layer.
struct KeptByRecompute {
    KeptLayer none, selective, ops, full;
};
KeptByRecompute keptBytes(const LayerCase& layer);
/// Of a layer whose backward repeats some of its modules.
KeptLayer keptWithout(const LayerCase& layer, std::span<const RecomputeModule> modules);

/// FLOPs with which Muon orthogonalises the update of a matrix, in five Newton-Schulz iterations; and those of a
/// layer's matrices.
double muonFlops(double rows, double columns);
struct MuonFlops {
    double dense = 0, experts = 0;
};
MuonFlops muonFlopsOfLayer(const Transformer& shape, int layer);

/// Bytes of the bf16 gradients of one layer's matrices, which accumulating kernels write before they add them up.
double weightBuffers(const Transformer& shape, int layer, int tp);

}  // namespace bubblescope
