#include "engine/steps/model_memory.h"

#include "engine/steps/chunks.h"
#include "engine/steps/model_step.h"
#include "engine/steps/pipeline.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// The largest of the given consecutive units.
template <class BytesOf>
double mostOf(const std::vector<ModelUnit>& units, std::size_t count, const BytesOf& bytesOf) {
    double most = 0, sum = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        sum += bytesOf(units[i]);
        if (i >= count) sum -= bytesOf(units[i - count]);
        most = std::max(most, sum);
    }
    return most;
}

double gatheredOf(const ModelStep& model, const ModelUnit& unit) {
    return model.model.state().gathered * unit.parameters();
}

MemoryEstimate ownState(const ModelStep& model, std::size_t place) {
    const StateParts state = model.stateOf(model.devices[place]);
    return {
        .parameters = state.parameters, .gradients = state.gradients, .optimizer = state.optimizer, .host = state.host};
}

MemoryEstimate ofChain(const StepSetup& setup) {
    const ModelStep& model = *setup.model;
    MemoryEstimate out = ownState(model, 0);
    double recomputed = 0;
    for (const ModelUnit& unit : model.units) {
        out.activations += unit.activations;
        recomputed = std::max(recomputed, unit.recomputed);
    }
    out.head = model.headActivations;
    out.activations += recomputed - out.head;
    if (model.chunks) {
        out.parameters = static_cast<double>(model.chunks->ownAtMost);
        out.gathered = static_cast<double>(model.chunks->othersAtMost);
        return out;
    }
    const auto gradient = [&](const ModelUnit& unit) { return model.gradientBytes(unit); };
    const bool isReduced = model.sharded >= Sharded::Gradients && !model.addsUpWhole();
    constexpr std::size_t kTwo = 2;  // one is computed while the previous one is reduced
    out.gradients += mostOf(model.units, isReduced ? kTwo : model.units.size(), gradient);
    if (model.sharded != Sharded::All) return out;
    const bool reshards = !setup.kind->parameter("reshard_after_forward") || setup.flag("reshard_after_forward");
    const int ahead = setup.kind->parameter("prefetch_forward") ? setup.whole("prefetch_forward") : 0;
    out.gathered = mostOf(model.units, reshards ? static_cast<std::size_t>(ahead) + 1 : model.units.size(),
                          [&](const ModelUnit& unit) { return gatheredOf(model, unit); });
    return out;
}

/// The most activations that a device's order keeps at once, and the head's part of them.
struct HeldAtMost {
    double all = 0, head = 0;
};
HeldAtMost heldAtMost(const StepSetup& setup, const Program& order, std::size_t place) {
    const ModelStep& model = *setup.model;
    const double hold = setup.workload.weightHold, ofHead = model.headActivations;
    HeldAtMost held, most;
    for (Row row = order.lanes[place].begin; row < order.lanes[place].end; ++row) {
        const Op op = order.ops[row];
        const ModelUnit& stage = model.stages[static_cast<std::size_t>(op.stage().value) % model.stages.size()];
        const double head = stage.hasHead ? ofHead : 0;
        const auto add = [&](double share) {
            held.all += share * stage.activations;
            held.head += share * head;
        };
        const bool repeats = op.kind() == OpKind::Backward || op.kind() == OpKind::BackwardInput;
        if (op.kind() == OpKind::Forward) add(1);
        if (const double now = held.all + (repeats ? stage.recomputed : 0); now > most.all) most = {now, held.head};
        if (op.kind() == OpKind::Backward) add(-1);
        if (op.kind() == OpKind::BackwardInput) add(hold - 1);
        if (op.kind() == OpKind::BackwardWeight) add(-hold);
    }
    return most;
}

/// The estimate for the device at a place on pp.
MemoryEstimate ofDevice(const StepSetup& setup, const Program& order, std::size_t place) {
    const ModelStep& model = *setup.model;
    MemoryEstimate out = ownState(model, place);
    const HeldAtMost held = heldAtMost(setup, order, place);
    out.head = held.head;
    out.activations = held.all - held.head;
    out.gradients += model.gradientBytes(model.devices[place]);
    if (model.sharded != Sharded::All) return out;
    const bool isWhole = !setup.kind->parameter("unshard") || setup.choice("unshard") == "once";
    for (int stage = 0; stage < order.stagesOfAllLines(); ++stage) {
        if (order.workerOf(StageId(stage)).index() != place) continue;
        const double bytes = gatheredOf(model, model.stages[static_cast<std::size_t>(stage) % model.stages.size()]);
        out.gathered = isWhole ? out.gathered + bytes : std::max(out.gathered, 2 * bytes);
    }
    return out;
}

}  // namespace

Result<MemoryEstimate> memoryEstimate(const StepSetup& setup) {
    if (setup.model->stages.empty()) return ofChain(setup);
    const auto order = orderOf(setup);
    if (!order) return order.error();
    MemoryEstimate most;
    for (std::size_t place = 0; place < setup.model->devices.size(); ++place) {
        const MemoryEstimate one = ofDevice(setup, *order, place);
        if (one.peak() > most.peak()) most = one;
    }
    return most;
}

}  // namespace bubblescope
