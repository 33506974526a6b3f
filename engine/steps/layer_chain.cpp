#include "engine/steps/layer_chain.h"

#include "engine/steps/mesh_cells.h"
#include "engine/steps/model_step.h"
#include "engine/steps/unit_memory.h"

namespace bubblescope {

namespace {

using Kind = OpKind;

constexpr int kAttention = 0, kMlp = 1;              // blocks of a layer
constexpr int kGate = 0, kExperts = 1, kShared = 2;  // parts of a layer of experts
constexpr int kDispatch = 0, kCombine = 1;           // all-to-alls of a layer of experts

}  // namespace

double ringShare(const StepSetup& setup, int rank, int step) {
    if (setup.choice("mask") == "full") return 1;
    if (setup.choice("balance") == "headtail") return 0.5;
    const int place = setup.mesh.placeOf(rank, MeshAxis::Cp);
    if (step == 0) return 0.5;
    return step <= place ? 1 : 0;
}

bool ringDiffers(const StepSetup& setup) {
    return setup.mesh[MeshAxis::Cp] > 1 && setup.choice("mask") == "causal" && setup.choice("balance") == "none";
}

LayerShape shapeOf(const StepSetup& setup) {
    if (setup.hasCells) return {};
    LayerShape shape;
    const Mesh& mesh = setup.mesh;
    shape.hasTensor = mesh[MeshAxis::Tp] > 1;
    shape.hasRing = mesh[MeshAxis::Cp] > 1;
    shape.hasExperts = mesh[MeshAxis::Ep] > 1;
    shape.overlapsWeights = setup.choice("overlap") == "wgrad";
    const bool gathers = setup.model ? setup.model->isSequenceParallel
                                     : mesh[MeshAxis::Fsdp] == 1 && !setup.has("all_reduce") &&
                                           setup.has("all_gather") && setup.has("reduce_scatter");
    shape.gathersBlocks = shape.hasTensor && gathers;
    shape.gathersInputs = shape.gathersBlocks && (!setup.model || setup.choice("overlap") != "pipelined");
    shape.cutsExperts = shape.hasTensor && mesh.expertRanks() > mesh[MeshAxis::Ep];
    return shape;
}

LayerChain::LayerChain(const StepSetup& setup, const LayerShape& shape, StepBuilder& out)
    : m_setup(setup),
      m_shape(shape),
      m_out(out),
      m_sent(setup, setup.layers, out),
      m_ring(setup.mesh[MeshAxis::Cp]),
      m_places(static_cast<std::size_t>(setup.mesh[MeshAxis::Pp])),
      m_at(&m_places.front()) {
    if (shape.hasRing) {
        m_sharesDiffer = ringDiffers(setup);
        for (int rank = 0; rank < (m_sharesDiffer ? setup.ranks() : 1); ++rank)
            for (int step = 0; step < m_ring; ++step) m_shares.push_back(ringShare(setup, rank, step));
    }
    const auto times = [&](std::string_view name) { return setup.timesOf(name); };
    if (shape.hasRing) {
        m_forward[kAttention] = times("projections");
        m_forward[kMlp] = times("mlp");
        for (const int block : {kAttention, kMlp}) m_input[block] = m_weight[block] = m_forward[block];
        m_attention = times("attention_block");
        m_hop = times("hop");
        if (setup.model) {
            m_input[kAttention] = times(kProjectionsInput);
            m_weight[kAttention] = times(kProjectionsWeight);
            m_input[kMlp] = times("mlp_input");
            m_weight[kMlp] = times("mlp_weight");
            m_attentionBack = times(kBlockBack);
        }
    } else if (!isWholeLayer()) {
        m_forward[kAttention] = times("attention_forward");
        m_forward[kMlp] = times("mlp_forward");
        m_input[kAttention] = times("attention_input");
        m_input[kMlp] = times("mlp_input");
        m_weight[kAttention] = times("attention_weight");
        m_weight[kMlp] = times("mlp_weight");
    } else {
        m_forward[kAttention] = times("forward");
        m_input[kAttention] = times("backward");
    }
    // With a model, messages of blocks have other times than messages of parameters.
    m_reduce = times(setup.model ? kBlockReduce : "all_reduce");
    m_gather = times(setup.model ? kBlockGather : "all_gather");
    m_scatter = times(setup.model ? kBlockScatter : "reduce_scatter");
    if (!shape.hasExperts) return;
    m_exchange = times("all_to_all");
    m_experts = times("experts");
    m_shared = times("shared_expert");
    m_backwardFactor = setup.number("backward_factor");
}

bool LayerChain::isWholeLayer() const {
    if (m_setup.hasCells) return true;
    return !m_shape.hasRing && !m_shape.hasTensor && !m_setup.has("attention_forward");
}

bool LayerChain::isOfExperts(int layer) const {
    return m_shape.hasExperts && (!m_setup.model || m_setup.model->units[static_cast<std::size_t>(layer)].experts > 0);
}

bool LayerChain::isPlain(int layer) const { return m_setup.model && m_setup.model->isPlain(layer); }

Time LayerChain::weightOf(int layer) const {
    if (m_setup.model) return m_setup.timesOf(kWeightHalf)[layer];
    return stretched(m_input[kAttention][layer], m_setup.workload.weightFraction);
}

Time LayerChain::attentionOf(int layer) const {
    return m_setup.timesOf("attention")[layer] + m_setup.timesOf("gate")[layer];
}

Time LayerChain::backOf(Time forward, std::string_view input, std::string_view weight, int layer, Half half,
                        double crowd) const {
    const double ofHalf = crowd * m_backwardFactor / 2;
    if (!m_setup.model) return stretched(forward, half == Half::Both ? 2 * ofHalf : ofHalf);
    Time time = 0;
    if (half != Half::Weight) time += m_setup.timesOf(input)[layer];
    if (half != Half::Input) time += m_setup.timesOf(weight)[layer];
    return stretched(time, ofHalf);
}

Time LayerChain::attentionBackOf(int layer, Half half) const {
    if (m_setup.model && half == Half::Both) return stretched(m_setup.timesOf(kGateBack)[layer], m_backwardFactor / 2);
    return backOf(attentionOf(layer), kGateInput, kGateWeight, layer, half);
}

Time LayerChain::expertsBackOf(int layer, Half half) const {
    const double crowd = half == Half::Weight ? 1 : 1 + m_setup.number("imbalance");
    return backOf(m_experts[layer], kExpertsInput, kExpertsWeight, layer, half, crowd);
}

Time LayerChain::sharedBackOf(int layer, Half half) const {
    return backOf(m_shared[layer], kSharedInput, kSharedWeight, layer, half);
}

bool LayerChain::isRepeated(int layer) const {
    return m_setup.model && m_setup.model->units[static_cast<std::size_t>(layer)].layers.wholeAgain > 0;
}

void LayerChain::turnTo(int stage) {
    m_out.turnTo(stage);
    m_at = &m_places[static_cast<std::size_t>(stage)];
}

void LayerChain::waitFor(std::span<const After> after) {
    m_at->pending.insert(m_at->pending.end(), after.begin(), after.end());
}

void LayerChain::begin(std::span<const After> after) {
    m_first.assign(after.begin(), after.end());
    m_started = {};
}

std::vector<After> LayerChain::takePending(bool isComputed) {
    std::vector<After> after = std::move(m_at->pending);
    m_at->pending.clear();
    if (isComputed && !m_started.isSet()) after.insert(after.end(), m_first.begin(), m_first.end());
    return after;
}

Each LayerChain::compute(Op op, Time duration) {
    m_at->computed = m_out.compute(op, duration, takePending(true));
    m_at->sent = {};
    if (!m_started.isSet()) m_started = m_at->computed;
    return m_at->computed;
}

Each LayerChain::computeShares(Op op, std::span<const Time> durations, std::span<const After> more) {
    std::vector<After> after = takePending(true);
    after.insert(after.end(), more.begin(), more.end());
    m_at->computed = m_out.computeEach(op, durations, after);
    m_at->sent = {};
    if (!m_started.isSet()) m_started = m_at->computed;
    return m_at->computed;
}

void LayerChain::note(Kind kind) {
    switch (kind) {
        case Kind::BlockReduce:
        case Kind::BlockReduceBackward: return m_sent.block(Collective::AllReduce);
        case Kind::BlockGather:
        case Kind::BlockGatherBackward:
        case Kind::BlockGatherInput: return m_sent.block(Collective::AllGather);
        case Kind::BlockScatter:
        case Kind::BlockScatterBackward: return m_sent.block(Collective::ReduceScatter);
        case Kind::HopKeys:
        case Kind::HopGradients: return m_sent.keys(Collective::Send);
        default: return m_sent.tokens(1 + m_setup.number("imbalance"));
    }
}

Each LayerChain::send(Op op, Time duration, Group group, Role role, std::initializer_list<After> after) {
    note(op.kind());
    return m_out.collective(op, duration, group, role, after);
}

void LayerChain::block(Op op, Time duration, Group group, Role role) {
    note(op.kind());
    pass(op, duration, group, role);
}

void LayerChain::pass(Op op, Time duration, Group group, Role role) {
    std::vector<After> after = takePending(false);
    after.push_back(m_at->computed);
    hold(m_out.collective(op, duration, group, role, after));
}

void LayerChain::hold(Each sent) {
    m_at->pending = {sent};
    m_at->sent = sent;
}

void LayerChain::beforeBlock(int number, int block, int microbatch) {
    if (m_shape.gathersBlocks)
        this->block(Op(Kind::BlockGather, 2 * number + block, microbatch), m_gather[0], Group::Tp, Role::Tensor);
}

void LayerChain::afterBlock(int number, int block, int microbatch, bool isForward) {
    if (!m_shape.hasTensor) return;
    const Kind reduce = isForward ? Kind::BlockReduce : Kind::BlockReduceBackward;
    const Kind scatter = isForward ? Kind::BlockScatter : Kind::BlockScatterBackward;
    const bool gathers = m_shape.gathersBlocks;
    this->block(Op(gathers ? scatter : reduce, 2 * number + block, microbatch), (gathers ? m_scatter : m_reduce)[0],
                Group::Tp, Role::Tensor);
}

void LayerChain::beforeBlockBackward(int number, int block, int microbatch) {
    if (!m_shape.gathersBlocks) return;
    this->block(Op(Kind::BlockGatherBackward, 2 * number + block, microbatch), m_gather[0], Group::Tp, Role::Tensor);
    gatherInput(number, block, microbatch);
}

void LayerChain::gatherInput(int number, int block, int microbatch) {
    if (m_shape.gathersInputs)
        this->block(Op(Kind::BlockGatherInput, 2 * number + block, microbatch), m_gather[0], Group::Tp, Role::Tensor);
}

void LayerChain::halves(int number, int block, int microbatch, Time input, Time weight) {
    const auto op = [&](Kind kind) { return Op(kind, 2 * number + block, microbatch); };
    if (!m_shape.hasTensor) {
        compute(op(Kind::BlockInput), input);
        compute(op(Kind::BlockWeight), weight);
        return;
    }
    const Time gather = m_gather[0], scatter = m_scatter[0], reduce = m_reduce[0];
    if (!m_shape.overlapsWeights) {
        beforeBlockBackward(number, block, microbatch);
        compute(op(Kind::BlockInput), input);
        compute(op(Kind::BlockWeight), weight);
        afterBlock(number, block, microbatch, false);
        return;
    }
    if (!m_shape.gathersBlocks) {
        const Each done = compute(op(Kind::BlockInput), input);
        const Each sent = send(op(Kind::BlockReduceBackward), reduce, Group::Tp, Role::Tensor, {done});
        compute(op(Kind::BlockWeight), weight);
        hold(sent);
        return;
    }
    // This gradient does not depend on the previous grad weight.
    const std::vector<After> arrived = takePending(false);
    note(Kind::BlockGatherBackward);
    hold(m_out.collective(op(Kind::BlockGatherBackward), gather, Group::Tp, Role::Tensor, arrived));
    const Each saved = send(op(Kind::BlockGatherInput), gather, Group::Tp, Role::Tensor, {});
    const Each done = compute(op(Kind::BlockInput), input);
    const Each sent = send(op(Kind::BlockScatterBackward), scatter, Group::Tp, Role::Tensor, {done});
    m_at->pending = {saved};
    compute(op(Kind::BlockWeight), weight);
    hold(sent);
}

std::vector<Time> LayerChain::sharesOf(int layer, int firstStep, int lastStep, bool isForward) const {
    std::vector<Time> times(m_out.crew().workers.size());
    const Time whole = isForward ? m_attention[layer] : m_setup.model ? m_attentionBack[layer] : 2 * m_attention[layer];
    for (std::size_t place = 0; place < times.size(); ++place) {
        const int row = m_sharesDiffer ? m_out.rankOf(place) : 0;
        double share = 0;
        for (int step = firstStep; step <= lastStep; ++step) share += m_shares[std::size_t(row * m_ring + step)];
        times[place] = stretched(whole, share);
    }
    return times;
}

void LayerChain::attendAtOnce(int layer, int number, int microbatch, bool isForward) {
    const bool exchanges = m_setup.model->model.context == Context::Ulysses;
    const Kind kind = isForward ? Kind::PartForward : Kind::PartBackward,
               sent = isForward ? Kind::HopKeys : Kind::HopGradients;
    const Role lane = isForward ? Role::Ring : Role::RingBack;
    const Time back = m_setup.timesOf(kExchangeBack)[0];
    int messages = 0;
    const auto send = [&](bool isThere) {
        if (!exchanges) {
            m_sent.keys(isForward ? Collective::AllGather : Collective::ReduceScatter);
        } else {
            isThere ? m_sent.heads(1) : m_sent.outputs();
            if (isThere) m_sent.headsOfKeys();
        }
        pass(Op(sent, messages++, microbatch), isThere ? m_hop[layer] : back, Group::Cp, lane);
    };
    // Gathered keys are not kept: the backward gathers them again.
    if (!isForward && !exchanges && m_setup.model->hardware.cluster.usesAllPorts) {
        m_sent.keys(Collective::AllGather);
        pass(Op(sent, messages++, microbatch), m_hop[layer], Group::Cp, lane);
    }
    if (isForward || exchanges) send(isForward);
    computeShares(Op(kind, number * (m_ring + 2) + 1, microbatch), sharesOf(layer, 0, m_ring - 1, isForward), {});
    if (!isForward || exchanges) send(!isForward);
}

void LayerChain::ring(int layer, int number, int microbatch, bool isForward) {
    if (m_setup.model && m_setup.model->model.context != Context::Ring)
        return attendAtOnce(layer, number, microbatch, isForward);
    const int parts = m_ring + 2, first = number * parts + 1;
    const Kind kind = isForward ? Kind::PartForward : Kind::PartBackward;
    Each keys, gradients;
    for (int step = 0; step < m_ring && m_out.goesOn(); ++step) {
        const After after[] = {keys};
        const Each attended =
            computeShares(Op(kind, first + step, microbatch), sharesOf(layer, step, step, isForward), after);
        if (step + 1 < m_ring)
            keys = send(Op(Kind::HopKeys, step, microbatch), m_hop[layer], Group::Cp, Role::Ring, {startOf(attended)});
        if (!isForward)
            gradients = send(Op(Kind::HopGradients, step, microbatch), m_hop[layer], Group::Cp, Role::RingBack,
                             {attended, gradients});
    }
    if (!isForward) hold(gradients);
}

Element LayerChain::forward(int layer, int number, int microbatch, std::span<const After> after) {
    begin(after);
    forwardOps(layer, number, microbatch);
    return end();
}

Element LayerChain::nothing(Kind kind, int microbatch, std::span<const After> after) {
    begin(after);
    compute(Op(kind, 0, microbatch), 0);
    return end();
}

void LayerChain::lead(std::string_view time, int layer, int number, int microbatch) {
    const Time taken = m_setup.timesOf(time)[layer];
    if (taken > 0) pass(Op(Kind::BlockGather, 2 * number, microbatch), taken, Group::Tp, Role::Tensor);
}

void LayerChain::repeat(int layer, int number, int microbatch) {
    if (isRepeated(layer) && !isWholeLayer() && !isPlain(layer)) forwardOps(layer, number, microbatch, true);
}

void LayerChain::forwardOps(int layer, int number, int microbatch, bool isAgain) {
    if (isPlain(layer)) {
        compute(Op(Kind::Forward, number, microbatch), m_setup.timesOf("forward")[layer]);
        return;
    }
    const int parts = m_ring + 2;
    beforeBlock(number, kAttention, microbatch);
    if (m_shape.hasRing) {
        compute(Op(Kind::PartForward, number * parts, microbatch), m_forward[kAttention][layer]);
        ring(layer, number, microbatch, true);
    } else if (isOfExperts(layer)) {
        compute(Op(Kind::ExpertForward, 3 * number + kGate, microbatch), attentionOf(layer));
    } else if (!isWholeLayer()) {
        compute(Op(Kind::BlockForward, 2 * number + kAttention, microbatch), m_forward[kAttention][layer]);
    } else {
        lead(kLeadForward, layer, number, microbatch);
        compute(Op(Kind::Forward, number, microbatch), m_forward[kAttention][layer]);
        noteCells(m_setup, Kind::Forward, layer, layer + 1, m_out);
        return;
    }
    afterBlock(number, kAttention, microbatch, true);
    if (isOfExperts(layer)) {
        const double crowd = 1 + m_setup.number("imbalance");
        const Time exchange = stretched(m_exchange[layer], crowd);
        block(Op(Kind::Exchange, 2 * number + kDispatch, microbatch), exchange, Group::Ep, Role::Experts);
        const std::vector<After> dispatched = takePending(false);
        if (m_shared[layer] > 0) compute(Op(Kind::ExpertForward, 3 * number + kShared, microbatch), m_shared[layer]);
        m_at->pending = dispatched;
        if (m_shape.cutsExperts) beforeBlock(number, kMlp, microbatch);
        compute(Op(Kind::ExpertForward, 3 * number + kExperts, microbatch), stretched(m_experts[layer], crowd));
        if (m_shape.cutsExperts) afterBlock(number, kMlp, microbatch, true);
        block(Op(Kind::Exchange, 2 * number + kCombine, microbatch), exchange, Group::Ep, Role::Experts);
        return;
    }
    beforeBlock(number, kMlp, microbatch);
    const Time left = isAgain ? m_setup.timesOf(kNotRepeated)[layer] : 0;
    const Time mlp = std::max<Time>(0, m_forward[kMlp][layer] - left);
    if (m_shape.hasRing)
        compute(Op(Kind::PartForward, number * parts + parts - 1, microbatch), mlp);
    else
        compute(Op(Kind::BlockForward, 2 * number + kMlp, microbatch), mlp);
    afterBlock(number, kMlp, microbatch, true);
}

void LayerChain::repeatExchanges(int layer, int number, int microbatch) {
    if (!m_setup.model || !m_setup.model->units[static_cast<std::size_t>(layer)].layers.repeatsExchanges) return;
    const Time exchange = stretched(m_exchange[layer], 1 + m_setup.number("imbalance"));
    for (const int way : {kDispatch, kCombine})
        block(Op(Kind::Exchange, 2 * number + way, microbatch), exchange, Group::Ep, Role::Experts);
}

Element LayerChain::backward(int layer, int number, int microbatch, std::span<const After> after) {
    begin(after);
    if (isPlain(layer)) {
        compute(Op(Kind::Backward, number, microbatch), m_setup.timesOf("backward")[layer]);
        return end();
    }
    repeat(layer, number, microbatch);
    const int parts = m_ring + 2;
    if (isOfExperts(layer)) {
        const Time exchange = stretched(m_exchange[layer], 1 + m_setup.number("imbalance"));
        repeatExchanges(layer, number, microbatch);
        block(Op(Kind::ExchangeBackward, 2 * number + kCombine, microbatch), exchange, Group::Ep, Role::Experts);
        if (m_shape.cutsExperts) beforeBlockBackward(number, kMlp, microbatch);
        Each done =
            compute(Op(Kind::ExpertBackward, 3 * number + kExperts, microbatch), expertsBackOf(layer, Half::Both));
        if (m_shape.cutsExperts) {
            afterBlock(number, kMlp, microbatch, false);
            done = m_at->sent;
        }
        const Each sent = send(Op(Kind::ExchangeBackward, 2 * number + kDispatch, microbatch), exchange, Group::Ep,
                               Role::Experts, {done});
        if (m_shared[layer] > 0)
            compute(Op(Kind::ExpertBackward, 3 * number + kShared, microbatch), sharedBackOf(layer, Half::Both));
        hold(sent);
    } else if (m_shape.hasRing) {
        beforeBlockBackward(number, kMlp, microbatch);
        compute(Op(Kind::PartBackward, number * parts + parts - 1, microbatch),
                m_input[kMlp][layer] + m_weight[kMlp][layer]);
        afterBlock(number, kMlp, microbatch, false);
    } else if (!isWholeLayer()) {
        halves(number, kMlp, microbatch, m_input[kMlp][layer], m_weight[kMlp][layer]);
    } else {
        lead(kLeadBackward, layer, number, microbatch);
        compute(Op(Kind::Backward, number, microbatch), m_input[kAttention][layer]);
        noteCells(m_setup, Kind::Backward, layer, layer + 1, m_out);
        return end();
    }
    if (m_shape.hasRing) {
        beforeBlockBackward(number, kAttention, microbatch);
        ring(layer, number, microbatch, false);
        compute(Op(Kind::PartBackward, number * parts, microbatch),
                m_input[kAttention][layer] + m_weight[kAttention][layer]);
        afterBlock(number, kAttention, microbatch, false);
    } else if (isOfExperts(layer)) {
        beforeBlockBackward(number, kAttention, microbatch);
        compute(Op(Kind::ExpertBackward, 3 * number + kGate, microbatch), attentionBackOf(layer, Half::Both));
        afterBlock(number, kAttention, microbatch, false);
    } else {
        halves(number, kAttention, microbatch, m_input[kAttention][layer], m_weight[kAttention][layer]);
    }
    return end();
}

Element LayerChain::input(int layer, int number, int microbatch, std::span<const After> after) {
    begin(after);
    if (isPlain(layer)) {
        compute(Op(Kind::BackwardInput, number, microbatch), m_setup.timesOf("backward")[layer] - weightOf(layer));
        return end();
    }
    repeat(layer, number, microbatch);
    const auto blockInput = [&](int block, Time time) {
        if (m_shape.gathersBlocks)
            this->block(Op(Kind::BlockGatherBackward, 2 * number + block, microbatch), m_gather[0], Group::Tp,
                        Role::Tensor);
        compute(Op(Kind::BlockInput, 2 * number + block, microbatch), time);
        afterBlock(number, block, microbatch, false);
    };
    if (isOfExperts(layer)) {
        const Time exchange = stretched(m_exchange[layer], 1 + m_setup.number("imbalance"));
        repeatExchanges(layer, number, microbatch);
        block(Op(Kind::ExchangeBackward, 2 * number + kCombine, microbatch), exchange, Group::Ep, Role::Experts);
        if (m_shape.cutsExperts && m_shape.gathersBlocks)
            block(Op(Kind::BlockGatherBackward, 2 * number + kMlp, microbatch), m_gather[0], Group::Tp, Role::Tensor);
        compute(Op(Kind::ExpertBackward, 3 * number + kExperts, microbatch), expertsBackOf(layer, Half::Input));
        if (m_shape.cutsExperts) afterBlock(number, kMlp, microbatch, false);
        block(Op(Kind::ExchangeBackward, 2 * number + kDispatch, microbatch), exchange, Group::Ep, Role::Experts);
    } else if (isWholeLayer()) {
        compute(Op(Kind::BackwardInput, number, microbatch), m_input[kAttention][layer] - weightOf(layer));
        return end();
    } else {
        blockInput(kMlp, m_input[kMlp][layer]);
    }
    if (m_shape.hasRing) {
        ring(layer, number, microbatch, false);
        blockInput(kAttention, m_input[kAttention][layer]);
    } else if (isOfExperts(layer)) {
        compute(Op(Kind::ExpertBackward, 3 * number + kGate, microbatch), attentionBackOf(layer, Half::Input));
        afterBlock(number, kAttention, microbatch, false);
    } else {
        blockInput(kAttention, m_input[kAttention][layer]);
    }
    return end();
}

Element LayerChain::weight(int layer, int number, int microbatch, std::span<const After> after) {
    begin(after);
    if (isPlain(layer) || (!isOfExperts(layer) && isWholeLayer())) {
        compute(Op(Kind::BackwardWeight, number, microbatch), weightOf(layer));
        return end();
    }
    for (const int block : {kMlp, kAttention}) {
        Time time = m_weight[block][layer];
        if (isOfExperts(layer) && block == kMlp)
            time = expertsBackOf(layer, Half::Weight) + sharedBackOf(layer, Half::Weight);
        else if (isOfExperts(layer) && !m_shape.hasRing)
            time = attentionBackOf(layer, Half::Weight);
        gatherInput(number, block, microbatch);
        compute(Op(Kind::BlockWeight, 2 * number + block, microbatch), time);
    }
    return end();
}

void runLayers(const StepSetup& setup, const LayerShape& shape, StepBuilder& out) {
    LayerChain chain(setup, shape, out);
    UnitMemory memory(setup, setup.layers, setup.workload.microbatches, out);
    for (int microbatch = 0; microbatch < setup.workload.microbatches; ++microbatch) {
        for (int layer = 0; layer < setup.layers && out.goesOn(); ++layer)
            memory.forward(layer, microbatch, chain.forward(layer, layer, microbatch));
        for (int layer = setup.layers; layer-- > 0 && out.goesOn();)
            memory.backward(layer, microbatch, chain.backward(layer, layer, microbatch));
    }
}

}  // namespace bubblescope
