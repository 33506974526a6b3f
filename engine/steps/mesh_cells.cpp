#include "engine/steps/mesh_cells.h"

#include "engine/sim/simulate.h"
#include "engine/steps/layer_chain.h"
#include "engine/steps/model_step.h"
#include "engine/steps/pipeline.h"

#include <array>
#include <optional>

namespace bubblescope {

namespace {

/// The time of a chain, the part of it before the first computed op, and what a rank sends.
struct ChainTime {
    Time whole = 0, lead = 0;
    double bytes = 0;
};

/// Runs the ops of a single layer.
template <class Emit>
ChainTime timeOfChain(const StepSetup& setup, const LayerShape& shape, const Emit& emit) {
    const RankClasses alone = classesOf(Mesh{}, {}, false, Folding::Equal);
    StepBuilder builder(alone, {});  // one rank stands for all ranks, which arrive together
    LayerChain chain(setup, shape, builder);
    const Element element = emit(chain);
    auto built = std::move(builder).finish();
    if (!built) return {kMaxTime, 0};  // refused later, where the step is built
    const std::uint32_t first = element.started.first;
    auto program = std::make_shared<const Program>(std::move(built->program));
    Costs costs;
    costs.ofOp = std::move(built->durations);
    const auto timeline = simulate(program, costs);
    if (!timeline) return {};
    const double bytes = built->sent.front()[static_cast<std::size_t>(MessageUnit::Bytes)];
    const Row row{*program->needs.rowsOf(first).begin()};
    return {(*timeline)->totalTime(), (*timeline)->startOf(row) - (*timeline)->earliestStart, bytes};
}

void replace(StepSetup& setup, std::string_view name, StepTimes times) {
    for (auto& [known, held] : setup.times)
        if (known == name) {
            held = std::move(times);
            return;
        }
    setup.times.emplace_back(name, std::move(times));
}

}  // namespace

void noteCells(const StepSetup& setup, OpKind kind, int first, int end, StepBuilder& out) {
    if (!setup.hasCells) return;
    const std::size_t at = kind == OpKind::Forward         ? 0
                           : kind == OpKind::Backward      ? 1
                           : kind == OpKind::BackwardInput ? 2
                                                           : 3;
    double bytes = 0;
    for (int unit = first; unit < end; ++unit) bytes += setup.cellBytes[static_cast<std::size_t>(unit)][at];
    out.note(MessageUnit::Bytes, bytes);
}

namespace {

/// The chains of a unit: forward, backward, grad input and grad weight; the last two only in pipelines.
using UnitChains = std::array<ChainTime, 4>;

UnitChains chainsOf(const StepSetup& setup, const LayerShape& shape, int unit) {
    UnitChains chains{timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.forward(unit, unit, 0); }),
                      timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.backward(unit, unit, 0); }),
                      {},
                      {}};
    if (setup.model->stages.empty()) return chains;
    chains[2] = timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.input(unit, unit, 0); });
    chains[3] = timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.weight(unit, unit, 0); });
    return chains;
}

/// The chains of all units that are not plain, by unit. Layers that are alike run once.
std::vector<UnitChains> chainsOfUnits(const StepSetup& setup) {
    const ModelStep& model = *setup.model;
    const LayerShape shape = shapeOf(setup);
    const int firstLayer = model.hasEmbedding ? 1 : 0, layers = model.model.shape.layers;
    std::array<std::optional<UnitChains>, Transformer::kKinds + 1> kinds;  // the last one of predictors
    std::vector<UnitChains> chains(model.units.size());
    for (int unit = 0; unit < static_cast<int>(chains.size()); ++unit) {
        if (model.isPlain(unit)) continue;
        const int layer = unit - firstLayer;
        auto& known =
            kinds[static_cast<std::size_t>(layer < layers ? model.model.shape.kindOf(layer) : Transformer::kKinds)];
        if (!known) known = chainsOf(setup, shape, unit);
        chains[static_cast<std::size_t>(unit)] = *known;
    }
    return chains;
}

}  // namespace

void useCells(StepSetup& setup) {
    const Mesh& mesh = setup.mesh;
    const bool isCut = mesh[MeshAxis::Tp] > 1 || mesh[MeshAxis::Cp] > 1 || mesh[MeshAxis::Ep] > 1;
    const bool runsBeside = setup.choice("overlap") == "wgrad";
    if (!setup.model || !isCut || runsBeside || ringDiffers(setup) || !setup.factors.empty()) return;
    const ModelStep& model = *setup.model;
    const std::vector<UnitChains> chains = chainsOfUnits(setup);
    for (const UnitChains& of : chains) setup.cellBytes.push_back({of[0].bytes, of[1].bytes, of[2].bytes, of[3].bytes});
    // Every layer begins in the same way.
    const UnitChains& first = chains[model.hasEmbedding ? 1 : 0];
    constexpr std::string_view kLeads[] = {kLeadForward, kLeadBackward, kLeadInput, kLeadWeight};
    const std::size_t known = model.stages.empty() ? 2 : 4;
    for (std::size_t at = 0; at < known; ++at) replace(setup, kLeads[at], {first[at].lead, {}});
    if (model.stages.empty()) {
        StepTimes ahead = setup.timesOf("forward"), back = setup.timesOf("backward");
        for (std::size_t unit = 0; unit < model.units.size(); ++unit) {
            if (model.isPlain(static_cast<int>(unit))) continue;
            ahead.each[unit] = chains[unit][0].whole - first[0].lead;
            back.each[unit] = chains[unit][1].whole - first[1].lead;
        }
        replace(setup, "forward", std::move(ahead));
        replace(setup, "backward", std::move(back));
        setup.hasCells = true;
        return;
    }
    StepTimes ahead, back, ofInput, ofWeight;
    const int stages = static_cast<int>(model.stages.size());
    const auto head = [&](std::string_view name) { return setup.timesOf(name)[model.units.size() - 1]; };
    for (int stage = 0; stage < stages; ++stage) {
        const bool hasHead = stage + 1 == stages;
        const Time headWeight = hasHead ? head(kWeightHalf) : 0, headBack = hasHead ? head("backward") : 0;
        std::array<Time, 4> sums{};
        const auto [begin, end] = model.layersOfStage(stage, stages);
        for (int unit = begin; unit < end; ++unit)
            for (std::size_t at = 0; at < sums.size(); ++at)
                sums[at] += chains[static_cast<std::size_t>(unit)][at].whole;
        ahead.each.push_back(sums[0] - first[0].lead + (hasHead ? head("forward") : 0));
        // Backwards begin with the head, which has no lead.
        back.each.push_back(sums[1] - (hasHead ? 0 : first[1].lead) + headBack);
        ofWeight.each.push_back(sums[3] - (hasHead ? 0 : first[3].lead) + headWeight);
        ofInput.each.push_back(sums[2] - (hasHead ? 0 : first[2].lead) + headBack - headWeight);
    }
    replace(setup, kStageForward, std::move(ahead));
    replace(setup, kStageBackward, std::move(back));
    replace(setup, kStageWeight, std::move(ofWeight));
    replace(setup, kStageInput, std::move(ofInput));
    setup.hasCells = true;
}

}  // namespace bubblescope
