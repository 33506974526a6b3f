#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The shape of a transformer, as given in a checkpoint's configuration.
///
/// Invariants  those that modelOf() checks: heads divide hidden unless headWidth is set, K/V heads divide heads,
///             topK <= experts, denseLayers <= layers
struct Transformer {
    int layers = 1, hidden = 1, heads = 1, kvHeads = 1;
    int mlp = 1;  // width; of one expert if there are several
    int vocabulary = 1;
    int sequence = 1;                                      // the usual one; also the number of learned positions
    bool isGated = false;                                  // three matrices in the MLP instead of two
    int experts = 1, topK = 1;                             // per layer, and per token
    bool isTied = true;                                    // whether the output matrix is shared with the embedding
    bool hasPositions = false, hasBias = false;            // learned positions; biases of matrices and norms
    int headWidth = 0;                                     // of queries, keys and values; 0: hidden / heads
    bool hasHeadNorms = false;                             // norms of queries and keys
    int norms = 2;                                         // per layer
    bool hasAttentionBias = false, hasOutputBias = false;  // of queries, keys and values; of the output
    bool hasSinks = false;                                 // one logit per head that takes attention from all keys
    int window = 0, windowEvery = 1;  // keys that a query meets; each such layer, counted from 1, meets all. 0: all do
    int queryLatent = 0, keyLatent = 0;  // multi-head latent attention; 0: none, or queries without a latent
    int plainWidth = 0, rotaryWidth = 0, valueWidth = 0;  // per head of it: without and with positions; of values
    int denseLayers = 0, denseMlp = 0;                    // the first layers have an MLP instead of experts
    int sharedMlp = 0;                                    // width of the expert that all tokens use
    bool hasRouterBias = false, hasExpertBias = false;
    int predictors = 0;  // modules that predict further tokens (MTP)

    bool isLatent() const { return keyLatent > 0; }
    double width() const { return headWidth > 0 ? headWidth : static_cast<double>(hidden) / heads; }
    /// Elements per token of the queries, keys, values, and the attention's output.
    double queries() const { return static_cast<double>(heads) * (isLatent() ? plainWidth + rotaryWidth : width()); }
    double keys() const { return isLatent() ? queries() : kvHeads * width(); }
    double values() const { return isLatent() ? outputs() : kvHeads * width(); }
    double outputs() const { return static_cast<double>(heads) * (isLatent() ? valueWidth : width()); }
    int mlpMatrices() const { return isGated ? 3 : 2; }
    bool hasExperts(int layer) const { return experts > 1 && layer >= denseLayers; }
    bool hasWindow(int layer) const { return window > 0 && (windowEvery == 1 || (layer + 1) % windowEvery > 0); }
    /// In mixtures, the first layers may have no experts; the last one is like most.
    int lastLayer() const { return layers - 1; }
    /// Layers with the same kind are alike.
    static constexpr int kKinds = 4;
    int kindOf(int layer) const { return (hasExperts(layer) ? 2 : 0) + (hasWindow(layer) ? 1 : 0); }
    /// Width of a layer's MLP; of one expert if it has several.
    double mlpWidth(int layer) const { return experts > 1 && layer < denseLayers ? denseMlp : mlp; }
    /// Keys that a query meets on average under a causal mask, of a sequence of so many tokens; half of them without a
    /// window.
    double keysMet(int layer, double of) const;

    friend bool operator==(const Transformer&, const Transformer&) = default;
};

/// Parameters of one layer, by how tp and ep split them. Counts are whole numbers, exact in double.
struct LayerParameters {
    double cut = 0;         // by tp: matrices, and biases of columns
    double expert = 0;      // of one expert; 0 without experts
    double expertRows = 0;  // its biases of rows
    int experts = 0;
    double whole = 0;                           // on each rank of tp: norms, the router, latents, biases of rows
    double cutMatrices = 0, wholeMatrices = 0;  // among those that tp cuts, and among the others but the router

    double sum() const { return cut + experts * expert + whole; }
    /// The parameters that one token uses.
    double active(int topK) const { return cut + (experts > 0 ? topK : 0) * expert + whole; }
    /// Parameters per rank: tp cuts everything but experts.
    double dense(int tp) const { return cut / tp + whole; }
    /// Among these, those that are in no matrix that multiplies hidden states: norms, biases, the router.
    double vectors(int tp) const { return (cut - cutMatrices) / tp + whole - wholeMatrices; }
    /// Of the experts, on each of ep x etp ranks. etp cuts all of an expert except its biases of rows.
    double ofExperts(int ep, int etp) const {
        return experts * (expert - expertRows) / (ep * etp) + experts * expertRows / ep;
    }
};
LayerParameters layerParameters(const Transformer& shape, int layer);

/// Parameters outside the layers: the token table, learned positions, the norm after the last layer.
double tableParameters(const Transformer& shape);
double positionParameters(const Transformer& shape);
double finalNormParameters(const Transformer& shape);

/// Parameters of the model; those that one token uses, including only its own experts. Both without predictors.
double parameters(const Transformer& shape);
double activeParameters(const Transformer& shape);
/// What a predictor has besides a layer like the last one: a projection of two hidden states, and norms.
double predictorParameters(const Transformer& shape);

/// Forward FLOPs of a layer for a number of tokens, by part. Projections to latents are not cut by tp; the core is the
/// attention's scores and values; `shared` is the expert that all tokens use.
struct LayerFlops {
    double projections = 0, latents = 0, core = 0, mlp = 0, shared = 0, router = 0;

    double attention() const { return projections + latents + core; }
    double sum() const { return attention() + mlp + shared + router; }
};

/// `causal` is the share of the core that counts: 1 counts what a causal mask hides, 0.5 does not.
LayerFlops layerFlops(const Transformer& shape, int layer, double tokens, double sequence, double causal = 1);
/// Of the products out of latents, which are among the projections.
double upProjectionFlops(const Transformer& shape, double tokens);
double headFlops(const Transformer& shape, double tokens);
/// Of a predictor besides its layer and its head.
double predictorFlops(const Transformer& shape, double tokens);
/// FLOPs of all layers and the head, without predictors.
double forwardFlops(const Transformer& shape, double tokens, double sequence, double causal = 1);

/// The layers of a shape by kind, each ascending, in the order of their first one.
std::vector<std::vector<int>> alikeLayers(const Transformer& shape);

/// A transformer that files can name. One line of transformers.def.
struct KnownTransformer {
    std::string_view id;  // never changes
    std::string_view title;
    std::string_view source;
    Transformer shape;
};
std::span<const KnownTransformer> knownTransformers();
const KnownTransformer* findTransformer(std::string_view id);

}  // namespace bubblescope
