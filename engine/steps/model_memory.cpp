#include "engine/steps/model_memory.h"

#include "engine/steps/chunks.h"
#include "engine/steps/model_step.h"
#include "engine/steps/pipeline.h"
#include "engine/steps/sharded_chain.h"

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

/// Bytes by the ops of a chain, its forwards and then its backwards.
class OpBytes {
public:
    explicit OpBytes(int ops) : m_changes(static_cast<std::size_t>(ops) + 1) {}
    /// During the ops from one to another, both included; the chain may end before.
    void add(int from, int to, double bytes) {
        const int last = static_cast<int>(m_changes.size()) - 2;
        m_changes[static_cast<std::size_t>(std::max(0, from))] += bytes;
        m_changes[static_cast<std::size_t>(std::min(to, last)) + 1] -= bytes;
    }
    /// The sum up to each op, when asked for one after the other.
    double next() { return m_sum += m_changes[m_at++]; }

private:
    std::vector<double> m_changes;
    std::size_t m_at = 0;
    double m_sum = 0;
};

/// When the gathers of a chain start, and what stays gathered.
Sharding gathersOf(const StepSetup& setup) {
    if (setup.kind->parameter("prefetch_forward")) return shardingOf(setup);
    Sharding sharding;
    sharding.keepsLast = false;
    if (setup.kind != &kZeroInfinity) return sharding;
    constexpr int kUsualCopies = 2;  // a unit is on the device from its copy on
    const auto own = valueNamed(setup.values, "prefetch");
    sharding.prefetchForward = sharding.prefetchBackward =
        own ? std::get<int>(std::get<ParameterValue::List>(own->held)[1].held) : kUsualCopies;
    return sharding;
}

/// The most at one op of a chain, when gathers start as early as they may and reductions end as late.
MemoryEstimate atFullestOp(const StepSetup& setup) {
    const ModelStep& model = *setup.model;
    const Sharding sharding = gathersOf(setup);
    const int units = static_cast<int>(model.units.size()), ops = 2 * units;
    const bool isReduced = model.sharded >= Sharded::Gradients && !model.addsUpWhole();
    const int inFlight = setup.kind->parameter("rs_limit") ? sharding.scatterLimit : 1;
    OpBytes activations(ops), head(ops), gathered(ops), gradients(ops);
    for (int at = 0; at < units; ++at) {
        const ModelUnit& unit = model.units[static_cast<std::size_t>(at)];
        const int back = ops - 1 - at;
        (unit.hasHead ? head : activations).add(at, back, unit.activations);
        activations.add(back, back, unit.recomputed);
        if (model.microbatches > 1 && !isReduced)
            gradients.add(0, ops, model.gradientBytes(unit));
        else
            gradients.add(back, isReduced ? back + inFlight : ops, model.gradientBytes(unit));
        if (model.sharded != Sharded::All) continue;
        const bool isKept =
            !sharding.reshards || (sharding.keepsLast && at == units - 1) || (sharding.keepsFirst && at == 0);
        gathered.add(at - sharding.prefetchForward, isKept ? back : at, gatheredOf(model, unit));
        if (!isKept) gathered.add(back - sharding.prefetchBackward, back, gatheredOf(model, unit));
    }
    const MemoryEstimate state = ownState(model, 0);
    MemoryEstimate most = state;
    for (int op = 0; op < ops; ++op) {
        MemoryEstimate now = state;
        now.activations = activations.next();
        now.head = head.next();
        now.gathered = gathered.next();
        now.gradients += gradients.next();
        if (now.peak() > most.peak()) most = now;
    }
    return most;
}

MemoryEstimate ofChain(const StepSetup& setup) {
    const ModelStep& model = *setup.model;
    if (!model.chunks && !model.hasRulesOfVersionOne()) return atFullestOp(setup);
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
