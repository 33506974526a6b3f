#include "engine/steps/step_costs.h"

#include "engine/steps/message_times.h"
#include "engine/steps/model_step.h"
#include "engine/steps/sharded_chain.h"
#include "engine/steps/step.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

/// Seconds of the messages of a layer: of its blocks, with its experts, and along cp.
class LayerMessages {
public:
    LayerMessages(const StepSetup& setup, bool hasExperts, const LayerWork& work)
        : m_setup(setup), m_step(*setup.model) {
        addBlocks(hasExperts);
        if (hasExperts && m_step.mesh[MeshAxis::Ep] > 1) addExperts();
        if (m_step.mesh[MeshAxis::Cp] > 1) addContext(work);
    }
    double forward = 0, backward = 0;

private:
    double timeOf(Collective collective, Group group, double bytes) const {
        const GroupLink& link = m_step.links[static_cast<std::size_t>(group)];
        return bubblescope::timeOf(collective, link, m_step.hardware.cluster, bytes) * 1e-6;
    }
    std::string choice(std::string_view key) const {
        return m_setup.kind->parameter(key) ? m_setup.choice(key) : std::string();
    }

    void addBlocks(bool hasExperts) {
        if (m_step.mesh[MeshAxis::Tp] == 1) return;
        const bool isOne =
            hasExperts && m_step.mesh[MeshAxis::Ep] > 1 && m_step.mesh.expertRanks() == m_step.mesh[MeshAxis::Ep];
        const double message = m_step.activationMessage(), blocks = isOne ? 1 : 2;
        const bool isPipelined = choice("overlap") == "pipelined";
        const double exposed = blocks * (isPipelined ? 1 - m_setup.number("overlap_share") : 1);
        if (!m_step.isSequenceParallel) {
            forward += exposed * timeOf(Collective::AllReduce, Group::Tp, message);
            backward = forward;
            return;
        }
        const double gather = timeOf(Collective::AllGather, Group::Tp, m_step.model.isFp8 ? message / 2 : message);
        const double scatter = timeOf(Collective::ReduceScatter, Group::Tp, message);
        forward += exposed * (gather + scatter);
        backward += exposed * (gather * (isPipelined ? 1 : 2) + scatter);
    }
    void addExperts() {
        const int limit = valueNamed(m_setup.values, "node_limit") ? m_setup.whole("node_limit") : kMaxMeshRanks;
        const double copies = m_step.tokenMessage();
        const int each = m_step.model.shape.topK;
        const double once = bubblescope::timeOfOnce(m_step.links[static_cast<std::size_t>(Group::Ep)],
                                                    m_step.hardware.cluster, copies / each, each, limit);
        const double one =
            choice("dispatch") == "deduplicated" ? once * 1e-6 : timeOf(Collective::AllToAll, Group::Ep, copies);
        const double both = 2 * one * (1 - m_setup.number("exchange_hidden"));
        forward += both;
        backward += both;
    }
    void addContext(const LayerWork& work) {
        const double cp = m_step.mesh[MeshAxis::Cp], keys = m_step.keyMessage();
        switch (m_step.model.context) {
            case Context::Ring: {  // beside the blocks of the core, as far as these last
                const double hop = timeOf(Collective::Send, Group::Cp, keys), hops = cp - 1;
                const double back = (work.core.input + work.attentionAgain) / cp;
                forward += hops * std::max(0.0, hop - work.core.forward / cp);
                backward += std::max(0.0, hops * (hop - back) + hop);
                return;
            }
            case Context::Gather: {
                const double gather = timeOf(Collective::AllGather, Group::Cp, keys * cp);
                forward += gather;
                backward += 2 * gather;
                return;
            }
            case Context::Ulysses: break;
        }
        const double both = timeOf(Collective::AllToAll, Group::Cp, m_step.queryMessage() + keys) +
                            timeOf(Collective::AllToAll, Group::Cp, m_step.outputMessage());
        forward += both;
        backward += both;
    }

    const StepSetup& m_setup;
    const ModelStep& m_step;
};

}  // namespace

std::optional<StepCosts> costsOf(const StepSetup& setup) {
    const ModelStep& step = *setup.model;
    if (step.chunks) return std::nullopt;
    const TrainedModel& model = step.model;
    const ActivationCut cut = step.cut();
    // What a product, a layer or the head takes without one of what bounds it.
    enum class Without { Nothing, Memory, MemoryAndAttention };
    const auto ratesWithout = [&](Without without) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        MachineRates rates = step.rates();
        if (without != Without::Nothing) rates.bandwidth = kInfinity;
        if (without == Without::MemoryAndAttention) rates.attention = kInfinity;
        return rates;
    };
    const bool isFlat = step.hardware.isFlat;
    const double ofAFlop = step.hardware.timeOfFlops(1);
    const auto workOf = [&](int layer, Recompute recompute, Without without) {
        const LayerCase of = caseOf(model, layer, cut, step.accumulates);
        if (!isFlat) return timedWork(model, recompute, of, ratesWithout(without));
        LayerFlops flops = step.flopsOfRank(layer);
        if (without == Without::MemoryAndAttention) flops.core = 0;
        return flatWork(model, recompute, of, flops).scaled(ofAFlop);
    };
    const auto headOf = [&](Without without) {
        if (isFlat) return step.units.back().plain.scaled(ofAFlop);
        return headCosts(caseOf(model, model.shape.lastLayer(), cut, step.accumulates), ratesWithout(without));
    };
    StepCosts out;
    double all = 0, withoutMemory = 0, ofProducts = 0, messages = 0;
    std::vector<std::vector<int>> alike(ModelUnit::kKinds);
    for (int layer = 0; layer < model.shape.layers; ++layer) {
        const int isWhole = step.recomputeOf(layer) == model.recompute ? 0 : 1;
        alike[static_cast<std::size_t>(2 * model.shape.kindOf(layer) + isWhole)].push_back(layer);
    }
    for (const std::vector<int>& layers : alike) {
        if (layers.empty()) continue;
        const int layer = layers.front();
        const Recompute recompute = step.recomputeOf(layer);
        const LayerWork work = workOf(layer, recompute, Without::Nothing);
        const LayerMessages sent(setup, model.shape.hasExperts(layer), work);
        Passes sum = work.sum();
        // What a flat backward repeats without recompute, the scores of flash attention, is part of grad input.
        const double scores = isFlat ? workOf(layer, Recompute::None, Without::Nothing).again() : 0;
        sum.input += scores;
        const double repeated = recompute == Recompute::Full ? sent.forward : 0;
        out.layers.push_back({layers, sum.forward, sum.input, sum.weight, work.again() - scores + repeated,
                              sent.forward, sent.backward});
        const double count = static_cast<double>(layers.size());
        const auto timeOf = [count](const LayerWork& one) { return count * (one.sum().sum() + one.again()); };
        all += timeOf(work);
        withoutMemory += timeOf(workOf(layer, recompute, Without::Memory));
        ofProducts += timeOf(workOf(layer, recompute, Without::MemoryAndAttention));
        messages += count * (sent.forward + sent.backward + repeated);
    }
    out.head = headOf(Without::Nothing);
    if (!isFlat) out.embedding = embeddingCosts(caseOf(model, 0, cut, step.accumulates), step.rates());
    out.update = step.secondsOfUpdate(step.devices.front());
    all += out.head.sum() + out.embedding.sum();
    withoutMemory += headOf(Without::Memory).sum();
    ofProducts += headOf(Without::MemoryAndAttention).sum();
    const double whole = all + messages;
    if (whole > 0) {
        out.gemm = ofProducts / whole;
        out.attention = (withoutMemory - ofProducts) / whole;
        out.memory = (all - withoutMemory) / whole;
        out.links = messages / whole;
    }
    return out;
}

GradientFacts gradientsOf(const StepSetup& setup) {
    const ModelStep& step = *setup.model;
    const ModelUnit& all = step.devices.front();
    const Accumulate accumulate = accumulateOf(setup);
    const int count = step.microbatches;
    const bool hasReplicas = step.sharded == Sharded::All && step.mesh[MeshAxis::Dp] > 1;
    GradientFacts out;
    const bool areShards = step.sharded >= Sharded::Gradients && !step.addsUpWhole();
    const bool areOnHost = areShards && step.offloaded != Offloaded::Nothing;
    if (!areOnHost) out.betweenMicrobatches = areShards ? step.gradientShardBytes(all) : step.gradientBytes(all);
    const int reductions = accumulate == Accumulate::Last ? 1 : count;
    const bool isAlone = step.links[static_cast<std::size_t>(Group::Grad)].ranks == 1;
    if (!isAlone) (step.sharded == Sharded::Nothing ? out.allReduces : out.scatters) = reductions;
    if (hasReplicas) out.allReduces = accumulate == Accumulate::Scatter ? 1 : reductions;
    return out;
}

}  // namespace bubblescope
