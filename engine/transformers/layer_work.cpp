#include "engine/transformers/layer_work.h"

#include <algorithm>

namespace bubblescope {

namespace {

bool repeats(const TrainedModel& model, RecomputeModule module) {
    return std::find(model.modules.begin(), model.modules.end(), module) != model.modules.end();
}

bool isOfAttention(RecomputeModule module) {
    return module == RecomputeModule::Core || module == RecomputeModule::Norms ||
           module == RecomputeModule::UpProjections;
}

/// Adds what selective recompute repeats. againOf(module): its work.
template <class AgainOf>
void repeatModules(const TrainedModel& model, const LayerCase& layer, const AgainOf& againOf, LayerWork& out) {
    for (const RecomputeModule module : model.modules)
        (isOfAttention(module) ? out.attentionAgain : out.mlpAgain) += againOf(module);
    out.repeatsExchanges = layer.hasExperts() && repeats(model, RecomputeModule::Experts);
}

}  // namespace

Passes LayerWork::ofAttention() const {
    Passes out = attention;
    out.add(core);
    return out;
}

Passes LayerWork::ofMlp() const {
    Passes out = mlp;
    out.add(shared);
    out.add(router);
    return out;
}

Passes LayerWork::sum() const {
    Passes out = ofAttention();
    out.add(ofMlp());
    return out;
}

void LayerWork::add(const LayerWork& other) {
    attention.add(other.attention);
    core.add(other.core);
    mlp.add(other.mlp);
    shared.add(other.shared);
    router.add(other.router);
    attentionAgain += other.attentionAgain;
    mlpAgain += other.mlpAgain;
    wholeAgain += other.wholeAgain;
    repeatsExchanges = repeatsExchanges || other.repeatsExchanges;
}

LayerWork LayerWork::scaled(double factor) const {
    return {.attention = attention.scaled(factor),
            .core = core.scaled(factor),
            .mlp = mlp.scaled(factor),
            .shared = shared.scaled(factor),
            .router = router.scaled(factor),
            .attentionAgain = factor * attentionAgain,
            .mlpAgain = factor * mlpAgain,
            .wholeAgain = factor * wholeAgain,
            .repeatsExchanges = repeatsExchanges};
}

LayerCase caseOf(const TrainedModel& model, int layer, const ActivationCut& cut, bool accumulates) {
    return {model.shape,
            layer,
            static_cast<double>(model.microbatch),
            static_cast<double>(model.sequence),
            cut,
            {.attention = model.attention,
             .hasEagerKernels = model.hasEagerKernels,
             .hasEagerLoss = model.hasEagerLoss,
             .isFp8 = model.isFp8,
             .hasDropout = model.hasDropout,
             .keepsGate = model.isEager,
             .gradientOut = accumulates ? 2 * model.state().gradients : 2}};
}

KeptLayer keptOf(const TrainedModel& model, Recompute recompute, const LayerCase& layer, bool isByTable) {
    if (isByTable && recompute != Recompute::Ops) return tableBytes(model, recompute, layer.layer, layer.cut);
    const KeptByRecompute kept = keptBytes(layer);
    switch (recompute) {
        case Recompute::None: return kept.none;
        case Recompute::Selective: return keptWithout(layer, model.modules);
        case Recompute::Ops: return kept.ops;
        case Recompute::Full: break;
    }
    if (!model.isRecomputeSharded || layer.cut.isSequenceParallel) return kept.full;
    const double input = kept.full.kept / layer.cut.tp;
    return {input, kept.full.kept + kept.full.back - input};
}

LayerWork flatWork(const TrainedModel& model, Recompute recompute, const LayerCase& layer, const LayerFlops& flops) {
    const auto ofProduct = [](double forward) { return Passes{forward, forward, forward}; };
    LayerWork out{.attention = ofProduct(flops.projections + flops.latents),
                  .core = {flops.core, 2 * flops.core, 0},
                  .mlp = ofProduct(flops.mlp),
                  .shared = ofProduct(flops.shared),
                  .router = ofProduct(flops.router)};
    // One kernel of attention computes its scores again.
    if (model.attention == Attention::Flash) out.attentionAgain = flops.core / 2;
    switch (recompute) {
        case Recompute::None: break;
        case Recompute::Selective:
            repeatModules(
                model, layer,
                [&](RecomputeModule module) {
                    switch (module) {
                        case RecomputeModule::Core: return flops.core;
                        case RecomputeModule::UpProjections:
                            return upProjectionFlops(layer.shape, layer.tokens()) / layer.cut.tp;
                        case RecomputeModule::Mlp: return layer.hasExperts() ? 0 : flops.mlp;
                        case RecomputeModule::Shared: return flops.shared;
                        case RecomputeModule::Experts:
                            return layer.hasExperts() ? flops.mlp + flops.shared + flops.router : 0;
                        case RecomputeModule::Norms:
                        case RecomputeModule::ExpertActivation: break;
                    }
                    return 0.0;
                },
                out);
            break;
        case Recompute::Ops:
            out.attentionAgain += (flops.projections + flops.latents) / 2;
            out.mlpAgain += (flops.mlp + flops.shared) / 2;
            break;
        case Recompute::Full: out.wholeAgain = out.sum().forward; break;
    }
    return out;
}

LayerWork timedWork(const TrainedModel& model, Recompute recompute, const LayerCase& layer, const MachineRates& rates) {
    const LayerCosts costs = costsOf(layer, rates);
    LayerWork out;
    const auto add = [&costs](Passes& to, std::initializer_list<LayerPart> parts) {
        for (const LayerPart part : parts) to.add(costs[part]);
    };
    // Half of what both blocks have.
    for (const LayerPart part : {LayerPart::Norms, LayerPart::Dropout, LayerPart::Casts})
        for (Passes* block : {&out.attention, layer.hasExperts() ? &out.router : &out.mlp})
            block->add(costs[part].scaled(0.5));
    add(out.attention, {LayerPart::Projections, LayerPart::UpProjections, LayerPart::Rotary});
    add(out.core, {LayerPart::Core});
    add(out.mlp,
        {LayerPart::Mlp, LayerPart::MlpActivation, LayerPart::Experts, LayerPart::ExpertActivation, LayerPart::Order});
    add(out.shared, {LayerPart::Shared, LayerPart::SharedActivation});
    add(out.router, {LayerPart::Router});
    switch (recompute) {
        case Recompute::None: break;
        case Recompute::Selective:
            repeatModules(
                model, layer, [&](RecomputeModule module) { return againOf(layer, rates, module); }, out);
            break;
        case Recompute::Ops:
            out.attentionAgain = costs.opsAgainOfAttention;
            out.mlpAgain = costs.opsAgain - costs.opsAgainOfAttention;
            break;
        case Recompute::Full: out.wholeAgain = out.sum().forward - (model.stopsEarly ? costs.lastProduct : 0); break;
    }
    return out;
}

}  // namespace bubblescope
