#pragma once

#include <span>
#include <string_view>

namespace bubblescope {

/// The shape of a transformer, as given in a checkpoint's configuration.
///
/// Invariants  heads divide hidden, K/V heads divide heads; topK <= experts
struct Transformer {
    int layers = 1, hidden = 1, heads = 1, kvHeads = 1;
    int mlp = 1;  // width; of one expert if there are several
    int vocabulary = 1;
    int sequence = 1;                            // the usual one; also the number of learned positions
    bool isGated = false;                        // three matrices in the MLP instead of two
    int experts = 1, topK = 1;                   // per layer, and per token
    bool isTied = true;                          // whether the output matrix is shared with the embedding
    bool hasPositions = false, hasBias = false;  // learned positions; biases of matrices and norms

    /// Elements per token of the queries, and of the keys.
    double queries() const { return hidden; }
    double keys() const { return static_cast<double>(hidden) / heads * kvHeads; }
    int mlpMatrices() const { return isGated ? 3 : 2; }

    friend bool operator==(const Transformer&, const Transformer&) = default;
};

/// Parameters of one layer, by how tp and ep split them. Counts are whole numbers, exact in double.
struct LayerParameters {
    double attention = 0, attentionBias = 0;  // cut by tp: matrices; biases of columns
    double mlp = 0, mlpBias = 0;              // the same; of one expert if there are several
    int experts = 1;
    double whole = 0;  // on each rank of tp: norms, the router, biases of rows

    double sum() const { return attention + attentionBias + experts * (mlp + mlpBias) + whole; }
    /// The parameters that one token uses.
    double active(int topK) const { return sum() - (experts - topK) * (mlp + mlpBias); }
    /// Parameters per rank: tp cuts everything, except experts that are spread over ep.
    double dense(int tp) const;
    double ofExperts(int tp, int ep) const;
};
LayerParameters layerParameters(const Transformer& shape);

/// Parameters outside the layers: the token table, learned positions, the norm after the last layer.
double tableParameters(const Transformer& shape);
double positionParameters(const Transformer& shape);
double finalNormParameters(const Transformer& shape);

double parameters(const Transformer& shape);
/// The parameters that one token uses, including only its own experts.
double activeParameters(const Transformer& shape);

/// Forward FLOPs of a layer for a number of tokens, by part. The core is the attention's scores and values.
struct LayerFlops {
    double projections = 0, core = 0, mlp = 0, router = 0;

    double attention() const { return projections + core; }
    double sum() const { return projections + core + mlp + router; }
};

/// `causal` is the share of the core that a causal mask leaves.
LayerFlops layerFlops(const Transformer& shape, double tokens, double sequence, double causal = 1);
double headFlops(const Transformer& shape, double tokens);
/// FLOPs of all layers and the head.
double forwardFlops(const Transformer& shape, double tokens, double sequence, double causal = 1);

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
