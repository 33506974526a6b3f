#include "engine/collectives/collective_cost.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The number of the team's ranks on the node that has most of them.
int membersOfBusiest(const Team& team) { return std::min(team.nodeSize, team.ranks); }

/// Slots' worth of data through the shared port of a node if all its ranks send to other nodes at the same time;
/// otherwise 0.
long long sharedPortSlots(const Algorithm& algorithm, const Team& team, const Cluster& cluster) {
    if (!algorithm.crossesAtOnce || !cluster.isPortShared || isWithinNode(team)) return 0;
    const long long m = membersOfBusiest(team);
    return m * (team.ranks - m);
}

}  // namespace

bool crossesNodes(const Team& team, const Plan& plan, std::size_t step) {
    const Transfer& any = plan.transfersOf(step).front();
    return any.from / team.nodeSize != any.to / team.nodeSize;
}

double portStretch(const Algorithm& algorithm, const Team& team, const Cluster& cluster) {
    // Each rank of a node is in its own ring across nodes.
    if (algorithm.usesTwoLinks) return cluster.isPortShared && !isWithinNode(team) ? membersOfBusiest(team) : 1;
    const long long shared = sharedPortSlots(algorithm, team, cluster);
    return shared == 0 ? 1 : static_cast<double>(shared) / static_cast<double>(team.ranks - 1);
}

TransferSizes::TransferSizes(const Plan& plan, long long bytes)
    : m_plan(plan), m_ofSlot(static_cast<std::size_t>(plan.slotCount)) {
    for (std::size_t slot = 0; slot < m_ofSlot.size(); ++slot)
        m_ofSlot[slot] = slotBytes(bytes, plan.slotCount, static_cast<std::uint32_t>(slot));
}

double TransferSizes::sumOf(std::span<const std::uint32_t> slots) const {
    const auto count = static_cast<std::uint32_t>(m_ofSlot.size());
    long long sum = 0;
    for (const std::uint32_t slot : slots) sum += m_ofSlot[m_plan.isOfPairs ? slot % count : slot];
    return static_cast<double>(sum);
}

long long slotBytes(long long bytes, int slotCount, std::uint32_t slot) {
    // Split in two so that nothing overflows.
    const long long whole = bytes / slotCount, rest = bytes % slotCount;
    return whole + (slot + 1LL) * rest / slotCount - slot * rest / slotCount;
}

Payment paidByForm(const Algorithm& algorithm, const Team& team, const Cluster& cluster, double bytes) {
    const ClosedForm form = closedFormOf(algorithm, team);
    const auto bytesOf = [&](const Terms& terms) {
        return bytes * static_cast<double>(terms.betaOver) / static_cast<double>(terms.betaUnder);
    };
    const auto latenciesOf = [](const Terms& terms) { return static_cast<double>(terms.alpha); };
    if (algorithm.usesTwoLinks)
        return {latenciesOf(form.intra), bytesOf(form.intra), latenciesOf(form.inter),
                bytesOf(form.inter) * portStretch(algorithm, team, cluster)};
    if (isWithinNode(team)) return {latenciesOf(form.group), bytesOf(form.group), 0, 0};
    Terms terms = form.group;
    if (const long long slots = sharedPortSlots(algorithm, team, cluster)) {
        const long long passes = terms.betaOver / (team.ranks - 1);  // 2 for an all-reduce
        terms.betaOver = slots * passes, terms.betaUnder = team.ranks;
    }
    return {0, 0, latenciesOf(terms), bytesOf(terms)};
}

Payment paidByPlan(const Algorithm& algorithm, const Team& team, const Plan& plan, const Cluster& cluster,
                   long long bytes) {
    if (algorithm.collective == Collective::Barrier) bytes = 0;  // a token has no bytes
    Payment paid;
    if (sharedPortSlots(algorithm, team, cluster) > 0)
        return paidByForm(algorithm, team, cluster, static_cast<double>(bytes));
    const TransferSizes sizes(plan, bytes);
    const double stretch = portStretch(algorithm, team, cluster);
    const bool areSingle = plan.slotNumbers.size() == plan.transfers.size();  // one slot per transfer
    const double largest = sizes.ofLargestSlot();
    std::vector<double> out(static_cast<std::size_t>(plan.ranks)), in(out);
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        double busiest = 0;
        const std::size_t begin = plan.beginOf(step), end = plan.steps[step].end;
        if (!algorithm.sendsManyAtOnce) {
            for (std::size_t i = begin; i < end && !(areSingle && busiest >= largest); ++i)
                busiest = std::max(busiest, sizes.of(i));
        } else {
            std::fill(out.begin(), out.end(), 0.0);
            std::fill(in.begin(), in.end(), 0.0);
            for (std::size_t i = begin; i < end; ++i) {
                const double size = sizes.of(i);
                out[plan.transfers[i].from] += size;
                in[plan.transfers[i].to] += size;
            }
            busiest = std::max(*std::max_element(out.begin(), out.end()), *std::max_element(in.begin(), in.end()));
        }
        const bool isInter = algorithm.usesTwoLinks ? crossesNodes(team, plan, step) : !isWithinNode(team);
        (isInter ? paid.interLatencies : paid.intraLatencies) += 1;
        (isInter ? paid.interBytes : paid.intraBytes) += isInter ? busiest * stretch : busiest;
    }
    return paid;
}

Time timeOf(const Payment& payment, const Cluster& cluster) { return toTime(cluster.launch + payment.time(cluster)); }

const Algorithm& cheapest(Collective collective, const Team& team, const Cluster& cluster, double bytes) {
    const auto all = algorithmsOf(collective);
    const Algorithm* best = nullptr;
    double least = 0;
    for (const Algorithm& algorithm : all) {
        if (!checkTeam(algorithm, team)) continue;
        const double time = paidByForm(algorithm, team, cluster, bytes).time(cluster);
        if (best && time >= least) continue;
        best = &algorithm;
        least = time;
    }
    return best ? *best : all.front();
}

long long Traffic::most() const {
    long long most = 0;
    for (const auto* way : {&sent, &received})
        for (const long long slots : *way) most = std::max(most, slots);
    return most;
}

Traffic trafficOf(const Plan& plan) {
    Traffic traffic{std::vector<long long>(static_cast<std::size_t>(plan.ranks)),
                    std::vector<long long>(static_cast<std::size_t>(plan.ranks)),
                    static_cast<long long>(plan.transfers.size())};
    std::uint32_t begin = 0;
    for (const Transfer& transfer : plan.transfers) {
        const long long slots = transfer.slotsEnd - begin;
        begin = transfer.slotsEnd;
        traffic.sent[transfer.from] += slots;
        traffic.received[transfer.to] += slots;
    }
    return traffic;
}

std::optional<double> busBandwidth(Collective collective, int ranks, double bytes, Time time) {
    if (time <= 0) return std::nullopt;
    const double n = ranks;
    double least = 0;
    switch (collective) {
        case Collective::AllReduce: least = 2 * (n - 1) / n; break;
        case Collective::AllGather:
        case Collective::ReduceScatter:
        case Collective::AllToAll: least = (n - 1) / n; break;
        case Collective::Broadcast:
        case Collective::Reduce: least = 1; break;
        default: return std::nullopt;
    }
    return bytes / (toUnits(time) * 1e3) * least;
}

}  // namespace bubblescope
