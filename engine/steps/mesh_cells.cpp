#include "engine/steps/mesh_cells.h"

#include "engine/sim/simulate.h"
#include "engine/steps/layer_chain.h"
#include "engine/steps/model_step.h"
#include "engine/steps/pipeline.h"

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

void noteCell(const StepSetup& setup, OpKind kind, int layers, StepBuilder& out) {
    if (!setup.hasCells) return;
    const std::size_t at = kind == OpKind::Forward         ? 0
                           : kind == OpKind::Backward      ? 1
                           : kind == OpKind::BackwardInput ? 2
                                                           : 3;
    out.note(MessageUnit::Bytes, layers * setup.cellBytes[at]);
}

void useCells(StepSetup& setup) {
    const Mesh& mesh = setup.mesh;
    const bool isCut = mesh[MeshAxis::Tp] > 1 || mesh[MeshAxis::Cp] > 1 || mesh[MeshAxis::Ep] > 1;
    const bool runsBeside = setup.choice("overlap") == "wgrad";
    if (!setup.model || !isCut || runsBeside || ringDiffers(setup) || !setup.factors.empty()) return;
    const ModelStep& model = *setup.model;
    const LayerShape shape = shapeOf(setup);
    const int layer = model.hasEmbedding ? 1 : 0;
    const ChainTime forward =
        timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.forward(layer, layer, 0); });
    const ChainTime backward =
        timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.backward(layer, layer, 0); });
    setup.cellBytes = {forward.bytes, backward.bytes, 0, 0};
    replace(setup, kLeadForward, {forward.lead, {}});
    replace(setup, kLeadBackward, {backward.lead, {}});
    if (model.stages.empty()) {
        StepTimes ahead = setup.timesOf("forward"), back = setup.timesOf("backward");
        for (std::size_t unit = 0; unit < model.units.size(); ++unit) {
            if (model.isPlain(static_cast<int>(unit))) continue;
            ahead.each[unit] = forward.whole - forward.lead;
            back.each[unit] = backward.whole - backward.lead;
        }
        replace(setup, "forward", std::move(ahead));
        replace(setup, "backward", std::move(back));
        setup.hasCells = true;
        return;
    }
    const ChainTime input = timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.input(layer, layer, 0); });
    const ChainTime weight =
        timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.weight(layer, layer, 0); });
    setup.cellBytes = {forward.bytes, backward.bytes, input.bytes, weight.bytes};
    StepTimes ahead, back, ofInput, ofWeight;
    const int stages = static_cast<int>(model.stages.size()), layers = model.model.shape.layers;
    const auto head = [&](std::string_view name) { return setup.timesOf(name)[model.units.size() - 1]; };
    for (int stage = 0; stage < stages; ++stage) {
        const int count = firstLayerOf(stage + 1, layers, stages) - firstLayerOf(stage, layers, stages);
        const bool hasHead = stage + 1 == stages;
        const Time headWeight = hasHead ? head(kWeightHalf) : 0, headBack = hasHead ? head("backward") : 0;
        ahead.each.push_back(stretched(forward.whole, count) - forward.lead + (hasHead ? head("forward") : 0));
        // Backwards begin with the head, which has no lead.
        back.each.push_back(stretched(backward.whole, count) - (hasHead ? 0 : backward.lead) + headBack);
        ofWeight.each.push_back(stretched(weight.whole, count) - (hasHead ? 0 : weight.lead) + headWeight);
        ofInput.each.push_back(stretched(input.whole, count) - (hasHead ? 0 : input.lead) + headBack - headWeight);
    }
    replace(setup, kStageForward, std::move(ahead));
    replace(setup, kStageBackward, std::move(back));
    replace(setup, kStageWeight, std::move(ofWeight));
    replace(setup, kStageInput, std::move(ofInput));
    replace(setup, kLeadInput, {input.lead, {}});
    replace(setup, kLeadWeight, {weight.lead, {}});
    setup.hasCells = true;
}

}  // namespace bubblescope
