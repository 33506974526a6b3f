#include "engine/transformers/layer_costs.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// `count` products of X[rows, in] and W[in, out].
struct Product {
    double rows = 0, in = 0, out = 0, count = 1;
};

/// What of a layer follows from its shape and its cut.
struct Widths {
    const LayerCase& of;
    double h, t, T, Tn, c;
    double q, k, v, o;

    explicit Widths(const LayerCase& layer)
        : of(layer),
          h(layer.shape.hidden),
          t(layer.cut.tp),
          T(layer.tokens()),
          Tn(layer.tokensBetween()),
          c(layer.copies()),
          q(layer.shape.queries()),
          k(layer.shape.keys()),
          v(layer.shape.values()),
          o(layer.shape.outputs()) {}

    double mlp() const { return of.shape.mlpWidth(of.layer); }
    double etp() const { return of.cut.etp; }
    double firstMatrices() const { return of.shape.isGated ? 2 : 1; }
    /// Bytes of an activation per element of its width: written and read forward; and kept.
    double activation() const { return of.shape.isGated ? 6 : 4; }
    double keptActivation() const { return of.shape.isGated && of.how.keepsGate ? 8 : activation(); }
    double activationBack() const { return of.shape.isGated ? 10 : 6; }
    double scores() const { return of.microbatch * of.shape.heads / t * of.sequence * of.sequence / of.cut.cp; }
    /// The width of an MLP without experts that does as much.
    double denseWidth() const { return (of.hasExperts() ? of.shape.topK : 1) * mlp(); }
};

std::vector<Product> projections(const Widths& w) {
    const Transformer& shape = w.of.shape;
    if (!shape.isLatent()) return {{w.T, w.h, (w.q + w.k + w.v) / w.t}, {w.T, w.o / w.t, w.h}};
    std::vector<Product> all;
    if (shape.queryLatent > 0)
        all.push_back({w.Tn, w.h, static_cast<double>(shape.queryLatent)});
    else
        all.push_back({w.T, w.h, w.q / w.t});
    all.push_back({w.Tn, w.h, static_cast<double>(shape.keyLatent + shape.rotaryWidth)});
    all.push_back({w.T, w.o / w.t, w.h});
    return all;
}

std::vector<Product> upProjections(const Widths& w) {
    const Transformer& shape = w.of.shape;
    if (!shape.isLatent()) return {};
    std::vector<Product> all;
    if (shape.queryLatent > 0) all.push_back({w.T, static_cast<double>(shape.queryLatent), w.q / w.t});
    all.push_back(
        {w.T, static_cast<double>(shape.keyLatent), 1.0 * shape.heads * (shape.plainWidth + shape.valueWidth) / w.t});
    return all;
}

std::vector<Product> mlpOf(const Widths& w, double rows, double width, double count = 1) {
    return {{rows, w.h, w.firstMatrices() * width, count}, {rows, width, w.h, count}};
}

class Coster {
public:
    Coster(const LayerCase& layer, const MachineRates& rates) : m_w(layer), m_how(layer.how), m_rates(rates) {}

    double bytes(double count) const { return count / m_rates.bandwidth; }
    double product(double m, double n, double k, double out, bool isFp8) const {
        return productTime(m_rates, m, n, k, out, isFp8);
    }
    double forward(std::span<const Product> products) const {
        double sum = 0;
        for (const Product& one : products) sum += one.count * product(one.rows, one.out, one.in, 2, m_how.isFp8);
        return sum;
    }
    Passes passes(std::span<const Product> products) const {
        Passes sum{forward(products), 0, 0};
        for (const Product& one : products) {
            sum.input += one.count * product(one.rows, one.in, one.out, 2, m_how.isFp8);
            sum.weight += one.count * product(one.out, one.in, one.rows, m_how.gradientOut, m_how.isFp8);
        }
        return sum;
    }
    Passes through(double forward, double back) const { return {bytes(forward), bytes(back), 0}; }
    double normFactor() const { return m_how.hasEagerKernels ? 3 : 1; }
    double rotaryFactor() const { return m_how.hasEagerKernels ? 4 : 1; }
    double activationFactor() const { return m_how.hasEagerKernels ? 1.8 : 1; }

    Passes core() const {
        const Transformer& shape = m_w.of.shape;
        const double s = m_w.of.sequence;
        if (m_how.attention == Attention::Flash) {
            const double flops = 2 * m_w.T * shape.keysMet(m_w.of.layer, s) * (m_w.q + m_w.o) / m_w.t;
            const double time = flops / (m_rates.peak * m_rates.attention);
            return {time, 2.5 * time, 0};
        }
        const double time = product(m_w.T, s, m_w.q / m_w.t, 2, false) + product(m_w.T, m_w.o / m_w.t, s, 2, false);
        return {time + bytes(11 * m_w.scores()), 2 * time + bytes(13 * m_w.scores()), 0};
    }
    Passes activation(double width, double tokens) const {
        const double each = width * tokens * activationFactor();
        return through(m_w.activation() * each, m_w.activationBack() * each);
    }
    /// Inputs of products, which are cast to fp8.
    double castElements() const {
        const double ofExperts = m_w.of.cut.etp == 1 && m_w.of.cut.isSequenceParallel ? m_w.t : m_w.etp();
        return 2 * m_w.h + m_w.o / m_w.t + (m_w.of.hasExperts() ? m_w.denseWidth() / ofExperts : m_w.mlp() / m_w.t);
    }

    LayerCosts all() const {
        const Transformer& shape = m_w.of.shape;
        LayerCosts out;
        const auto put = [&out](LayerPart part, const Passes& passes) {
            out.parts[static_cast<std::size_t>(part)] = passes;
        };
        const double between = m_w.h * m_w.Tn, halves = shape.norms / 2.0;
        put(LayerPart::Norms,
            through((8 * normFactor() + 12) * between * halves, (12 * normFactor() + 12) * between * halves));
        if (m_how.hasDropout) put(LayerPart::Dropout, through(10 * between, 10 * between));
        put(LayerPart::Projections, passes(projections(m_w)));
        put(LayerPart::UpProjections, passes(upProjections(m_w)));
        if (!shape.hasPositions) {
            const double turned = 4 * (m_w.q + m_w.k) / m_w.t * m_w.T * rotaryFactor();
            put(LayerPart::Rotary, through(turned, turned));
        }
        put(LayerPart::Core, core());
        if (!m_w.of.hasExperts()) {
            put(LayerPart::Mlp, passes(mlpOf(m_w, m_w.T, m_w.mlp() / m_w.t)));
            put(LayerPart::MlpActivation, activation(m_w.mlp() / m_w.t, m_w.T));
        } else {
            const double each = 1.0 * shape.experts / m_w.of.cut.ep, width = m_w.mlp() / m_w.etp();
            put(LayerPart::Experts, passes(mlpOf(m_w, m_w.c / each, width, each)));
            put(LayerPart::ExpertActivation, activation(width, m_w.c));
            put(LayerPart::Router, router());
            put(LayerPart::Order, through(8 * m_w.h * m_w.c, 8 * m_w.h * m_w.c));
            if (shape.sharedMlp > 0) {
                put(LayerPart::Shared, passes(mlpOf(m_w, m_w.T, shape.sharedMlp / m_w.t)));
                put(LayerPart::SharedActivation, activation(shape.sharedMlp / m_w.t, m_w.T));
            }
        }
        if (m_how.isFp8) put(LayerPart::Casts, through(3 * castElements() * m_w.T, 4.5 * castElements() * m_w.T));
        out.coreAgain = core().forward;
        const std::vector<Product> ofMlp = mlpOf(m_w, m_w.T, m_w.denseWidth() / m_w.t);
        const double half = bytes(4 * normFactor() * between);  // of the norms
        out.opsAgainOfAttention =
            (out[LayerPart::Projections].forward + out[LayerPart::UpProjections].forward) / 2 + half;
        out.opsAgain = out.opsAgainOfAttention + forward(ofMlp) / 2 + half +
                       bytes(m_w.activation() * m_w.denseWidth() / m_w.t * m_w.T * activationFactor());
        out.lastProduct = forward({&ofMlp[1], 1}) + bytes(6 * between);
        return out;
    }
    Passes router() const {
        const double experts = m_w.of.shape.experts, read = 4 * experts * m_w.Tn;
        const Product product{m_w.Tn, m_w.h, experts};
        Passes out = passes({&product, 1});
        out.add(through(read, read));
        return out;
    }
    /// The forward of the router when it is repeated, which is in bf16.
    double routerAgain() const {
        const double experts = m_w.of.shape.experts;
        return product(m_w.Tn, experts, m_w.h, 2, false) + bytes(4 * experts * m_w.Tn);
    }
    double normsAgain() const { return bytes(8 * normFactor() * m_w.h * m_w.Tn * m_w.of.shape.norms / 2.0); }

private:
    Widths m_w;
    ComputeChoices m_how;
    const MachineRates& m_rates;
};

/// Bytes of an MLP's activations between its matrices.
double keptByExperts(const Widths& w) { return w.keptActivation() * w.mlp() / w.etp() * w.c; }
double keptByShared(const Widths& w) { return w.keptActivation() * w.of.shape.sharedMlp / w.t * w.T; }

/// What the core keeps.
double keptByCore(const Widths& w) {
    if (w.of.how.attention == Attention::Flash) return 4 * w.of.shape.heads / w.t * w.T;
    return (w.of.how.hasDropout ? 5 : 4) * w.scores();
}

}  // namespace

void Passes::add(const Passes& other) {
    forward += other.forward;
    input += other.input;
    weight += other.weight;
}

Passes LayerCosts::sum() const {
    Passes sum;
    for (const Passes& part : parts) sum.add(part);
    return sum;
}

double productTime(const MachineRates& rates, double m, double n, double k, double out, bool isFp8) {
    const double in = isFp8 ? 1 : 2, peak = isFp8 ? rates.fp8Peak : rates.peak;
    return 2 * m * n * k / (peak * rates.gemm) + (in * (m * k + k * n) + out * m * n) / rates.bandwidth;
}

LayerCosts costsOf(const LayerCase& layer, const MachineRates& rates) { return Coster(layer, rates).all(); }

double againOf(const LayerCase& layer, const MachineRates& rates, RecomputeModule module) {
    const Coster coster(layer, rates);
    const LayerCosts costs = coster.all();
    const auto forward = [&costs](std::initializer_list<LayerPart> parts) {
        double sum = 0;
        for (const LayerPart part : parts) sum += costs[part].forward;
        return sum;
    };
    switch (module) {
        case RecomputeModule::Core: return costs.coreAgain;
        case RecomputeModule::Norms: return coster.normsAgain();
        case RecomputeModule::UpProjections:
            return layer.shape.isLatent() ? forward({LayerPart::UpProjections, LayerPart::Rotary}) : 0;
        case RecomputeModule::Mlp: return forward({LayerPart::Mlp, LayerPart::MlpActivation});
        case RecomputeModule::Shared: return forward({LayerPart::Shared, LayerPart::SharedActivation});
        case RecomputeModule::ExpertActivation: return forward({LayerPart::ExpertActivation});
        case RecomputeModule::Experts: break;
    }
    if (!layer.hasExperts()) return 0;
    return forward({LayerPart::Experts, LayerPart::ExpertActivation, LayerPart::Order, LayerPart::Shared,
                    LayerPart::SharedActivation}) +
           coster.routerAgain();
}

double droppedBytes(const LayerCase& layer, RecomputeModule module) {
    const Widths w(layer);
    const Transformer& shape = layer.shape;
    const bool hasExperts = layer.hasExperts();
    switch (module) {
        case RecomputeModule::Core: return keptByCore(w);
        case RecomputeModule::Norms: return 2 * w.h * w.Tn * shape.norms;
        case RecomputeModule::UpProjections: return shape.isLatent() ? 2 * w.T * (w.q + w.k + w.v) / w.t : 0;
        case RecomputeModule::Mlp: return hasExperts ? 0 : w.keptActivation() * w.mlp() / w.t * w.T;
        case RecomputeModule::Shared: return hasExperts ? keptByShared(w) : 0;
        case RecomputeModule::ExpertActivation: return hasExperts ? 2 * w.mlp() / w.etp() * w.c : 0;
        case RecomputeModule::Experts: break;
    }
    return hasExperts ? keptByExperts(w) + 4 * w.h * w.c + 8 * shape.experts * w.Tn + keptByShared(w) : 0;
}

Passes headCosts(const LayerCase& layer, const MachineRates& rates) {
    const Widths w(layer);
    const double columns = layer.shape.vocabulary / w.t, logits = w.T * columns;
    const double loss = (layer.how.hasEagerLoss ? 14 : 4) * logits / rates.bandwidth;
    return {productTime(rates, w.T, columns, w.h, 2, false) + loss,
            productTime(rates, w.T, w.h, columns, 2, false) + loss,
            productTime(rates, columns, w.h, w.T, layer.how.gradientOut, false)};
}

double headBytes(const LayerCase& layer) {
    const Widths w(layer);
    return (layer.how.hasEagerLoss ? 14 : 6) * w.T * layer.shape.vocabulary / w.t + 4 * w.h * w.Tn;
}

Passes embeddingCosts(const LayerCase& layer, const MachineRates& rates) {
    const double read = layer.shape.hidden * layer.tokens() / rates.bandwidth;
    return {4 * read, 12 * read, 0};
}

Passes predictorCosts(const LayerCase& layer, const MachineRates& rates) {
    const Widths w(layer);
    const Product product{w.Tn, 2 * w.h, w.h};
    return Coster(layer, rates).passes({&product, 1});
}

KeptByRecompute keptBytes(const LayerCase& layer) {
    const Widths w(layer);
    const Transformer& shape = layer.shape;
    double rest = (4 + 2 * shape.norms + (layer.how.hasDropout ? 2 : 0)) * w.h * w.Tn;
    rest += 2 * w.T * (w.q + w.k + w.v + w.o) / w.t;
    if (shape.hasHeadNorms) rest += 2 * w.T * (w.q + w.k) / w.t;
    if (shape.isLatent()) rest += 2 * w.Tn * (2.0 * shape.queryLatent + 2.0 * shape.keyLatent + shape.rotaryWidth);
    if (layer.hasExperts())
        rest += keptByExperts(w) + 4 * w.h * w.c + 8 * shape.experts * w.Tn + keptByShared(w);
    else
        rest += w.keptActivation() * w.mlp() / w.t * w.T;
    const double core = keptByCore(w), all = rest + core;
    const double ops = 4 * w.h * w.Tn + 2 * (w.q + w.v + w.o) / w.t * w.T + 4 * shape.heads / w.t * w.T +
                       2 * w.denseWidth() / w.t * w.T;
    const double input = 2 * w.h * w.Tn;
    const auto keeping = [all](double kept) { return KeptLayer{kept, all - kept}; };
    return {keeping(all), keeping(rest), keeping(ops), keeping(input)};
}

KeptLayer keptWithout(const LayerCase& layer, std::span<const RecomputeModule> modules) {
    const double all = keptBytes(layer).none.kept;
    double dropped = 0;
    for (const RecomputeModule module : modules) dropped += droppedBytes(layer, module);
    dropped = std::min(dropped, all);
    return {all - dropped, dropped};
}

double muonFlops(double rows, double columns) {
    const double r = std::min(rows, columns), c = std::max(rows, columns);
    return 5 * (4 * r * r * c + 2 * r * r * r);
}

MuonFlops muonFlopsOfLayer(const Transformer& shape, int layer) {
    const LayerCase one{shape, layer, 1, 1, {}, {}};
    const Widths w(one);
    const auto sumOf = [](const auto& products) {
        double sum = 0;
        for (const Product& product : products) sum += product.count * muonFlops(product.in, product.out);
        return sum;
    };
    MuonFlops out{sumOf(projections(w)) + sumOf(upProjections(w)), 0};
    const double mlp = sumOf(mlpOf(w, 1, w.mlp(), one.hasExperts() ? shape.experts : 1));
    (one.hasExperts() ? out.experts : out.dense) += mlp;
    if (one.hasExperts() && shape.sharedMlp > 0) out.dense += sumOf(mlpOf(w, 1, shape.sharedMlp));
    return out;
}

double weightBuffers(const Transformer& shape, int layer, int tp) {
    const double h = shape.hidden, w = shape.mlpWidth(layer), q = shape.queries(), z = shape.keys() + shape.values();
    const double mlp = shape.mlpMatrices() * h * w;
    return 2 * (h * (q + z) + shape.outputs() * h + mlp) / tp;
}

}  // namespace bubblescope
