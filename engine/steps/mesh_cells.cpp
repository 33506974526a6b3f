#include "engine/steps/mesh_cells.h"

#include "engine/sim/simulate.h"
#include "engine/steps/contention.h"
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
    std::shared_ptr<const CellChain> chain;  // where its ops may take longer
};

/// Runs the ops of a single layer.
template <class Emit>
ChainTime timeOfChain(const StepSetup& setup, const LayerShape& shape, const Emit& emit) {
    const RankClasses alone = classesOf(Mesh{}, {}, false, Folding::Equal);
    StepBuilder builder(alone, {});  // one rank stands for all ranks, which arrive together
    LayerChain chain(setup, shape, builder);
    const Element element = emit(chain);
    auto built = std::move(builder).finish();
    if (!built) return {.whole = kMaxTime};  // refused later, where the step is built
    const std::uint32_t first = element.started.first;
    auto program = std::make_shared<const Program>(std::move(built->program));
    Costs costs;
    costs.ofOp = std::move(built->durations);
    const auto timeline = simulate(program, costs);
    if (!timeline) return {};
    const double bytes = built->sent.front()[static_cast<std::size_t>(MessageUnit::Bytes)];
    const Row row{*program->needs.rowsOf(first).begin()};
    const Time begin = (*timeline)->startOf(row);
    ChainTime out{(*timeline)->totalTime(), begin - (*timeline)->earliestStart, bytes, {}};
    if (!hasContention(setup)) return out;
    auto made = std::make_shared<CellChain>();
    made->program = program;
    made->durations = std::move(costs.ofOp);
    made->whole = out.whole - out.lead;
    Time sum = 0;
    for (const Lane& lane : program->lanes)
        for (Row at = lane.begin; at < lane.end; ++at) {
            const Time end = (*timeline)->end[at], start = (*timeline)->startOf(at);
            sum += end - start;
            if (!lane.isWork()) continue;
            made->computes.push_back({start - begin, end - begin});
            made->ops.push_back(static_cast<std::uint32_t>(program->needs.opOf(at)));
        }
    made->isSequential = sum == out.whole;
    out.chain = std::move(made);
    return out;
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

Time CellChain::growth(std::span<const Time> longer) const {
    Costs costs;
    costs.ofOp = durations;
    Time sum = 0;
    for (std::size_t i = 0; i < longer.size(); ++i) {
        costs.ofOp[ops[i]] += longer[i];
        sum += longer[i];
    }
    if (isSequential || sum == 0) return sum;
    const auto timeline = simulate(program, costs);
    if (!timeline) return sum;
    Time begin = (*timeline)->latestEnd;
    for (const Lane& lane : program->lanes)
        if (lane.isWork() && lane.size() > 0) begin = std::min(begin, (*timeline)->startOf(lane.begin));
    return (*timeline)->latestEnd - begin - whole;
}

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
    UnitChains chains;
    chains[0] = timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.forward(unit, unit, 0); });
    chains[1] = timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.backward(unit, unit, 0); });
    if (setup.model->stages.empty()) return chains;
    chains[2] = timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.input(unit, unit, 0); });
    chains[3] = timeOfChain(setup, shape, [&](LayerChain& chain) { return chain.weight(unit, unit, 0); });
    return chains;
}

/// A plain unit begins with its computation and sends nothing.
UnitChains chainsOfPlain(const StepSetup& setup, int unit) {
    const Time back = setup.timesOf("backward")[unit], weight = setup.timesOf(kWeightHalf)[unit];
    const Time wholes[] = {setup.timesOf("forward")[unit], back, back - weight, weight};
    UnitChains chains;
    for (std::size_t at = 0; at < chains.size(); ++at) chains[at].whole = wholes[at];
    return chains;
}

/// The chains of all units. Layers that are alike run once.
std::vector<UnitChains> chainsOfUnits(const StepSetup& setup) {
    const ModelStep& model = *setup.model;
    const LayerShape shape = shapeOf(setup);
    std::array<std::optional<UnitChains>, ModelUnit::kKinds> kinds;
    std::vector<UnitChains> chains;
    for (int unit = 0; unit < static_cast<int>(model.units.size()); ++unit) {
        if (model.isPlain(unit)) {
            chains.push_back(chainsOfPlain(setup, unit));
            continue;
        }
        auto& known = kinds[static_cast<std::size_t>(model.units[static_cast<std::size_t>(unit)].kind)];
        if (!known) known = chainsOf(setup, shape, unit);
        chains.push_back(*known);
    }
    return chains;
}

}  // namespace

void useCells(StepSetup& setup) {
    if (setup.kind != &kMeshStep) return;
    const Mesh& mesh = setup.mesh;
    const bool isCut = mesh[MeshAxis::Tp] > 1 || mesh[MeshAxis::Cp] > 1 || mesh[MeshAxis::Ep] > 1;
    const bool runsBeside = setup.choice("overlap") == "wgrad";
    // A piece of a stage's gradients is released where one of its layers ends.
    const bool hasPieces = setup.runsPipeline() && setup.whole("sync_pieces") > 1;
    if (!setup.model || !isCut || runsBeside || hasPieces || ringDiffers(setup) || !setup.factors.empty()) return;
    const ModelStep& model = *setup.model;
    const std::vector<UnitChains> chains = chainsOfUnits(setup);
    for (const UnitChains& of : chains) setup.cellBytes.push_back({of[0].bytes, of[1].bytes, of[2].bytes, of[3].bytes});
    if (hasContention(setup))
        for (const UnitChains& of : chains) setup.cellChains.push_back({of[0].chain, of[1].chain});
    // A cell is a unit, or the units of a stage; backwards begin with the last one.
    const bool isOfStages = !model.stages.empty();
    const int cells = static_cast<int>(isOfStages ? model.stages.size() : model.units.size());
    std::array<StepTimes, 4> times, leads;
    for (int cell = 0; cell < cells; ++cell) {
        const auto [begin, end] = isOfStages ? model.unitsOfStage(cell, cells) : std::pair(cell, cell + 1);
        for (std::size_t at = 0; at < times.size(); ++at) {
            Time whole = 0;
            for (int unit = begin; unit < end; ++unit) whole += chains[static_cast<std::size_t>(unit)][at].whole;
            const Time lead = chains[static_cast<std::size_t>(at == 0 ? begin : end - 1)][at].lead;
            times[at].each.push_back(whole - lead);
            leads[at].each.push_back(lead);
        }
    }
    constexpr std::string_view kLeads[] = {kLeadForward, kLeadBackward, kLeadInput, kLeadWeight},
                               kOfStages[] = {kStageForward, kStageBackward, kStageInput, kStageWeight},
                               kOfUnits[] = {"forward", "backward"};
    for (std::size_t at = 0; at < (isOfStages ? times.size() : std::size(kOfUnits)); ++at) {
        replace(setup, isOfStages ? kOfStages[at] : kOfUnits[at], std::move(times[at]));
        replace(setup, kLeads[at], std::move(leads[at]));
    }
    setup.hasCells = true;
}

}  // namespace bubblescope
