#include "engine/collectives/collective_cost.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Of a node with most of the team's ranks: how many of them there are.
int membersOfBusiest(const Team& team) { return std::min(team.nodeSize, team.ranks); }

/// Slots' worth through the one port of a node, where all its ranks send to all of other nodes at the same time; 0
/// where that is not so.
long long sharedPortSlots(const Algorithm& algorithm, const Team& team, const Cluster& cluster) {
    if (!algorithm.crossesAtOnce || !cluster.isPortShared || isWithinNode(team)) return 0;
    const long long m = membersOfBusiest(team);
    return m * (team.ranks - m);
}

/// Whether a step of a plan of two links crosses nodes: its steps cross all, or none.
bool crossesNodes(const Team& team, const Plan& plan, std::size_t step) {
    const Transfer& any = plan.transfersOf(step).front();
    return any.from / team.nodeSize != any.to / team.nodeSize;
}

/// Bytes of each transfer.
std::vector<double> transferBytes(const Plan& plan, long long bytes) {
    std::vector<long long> ofSlot(static_cast<std::size_t>(plan.slotCount));
    for (int slot = 0; slot < plan.slotCount; ++slot)
        ofSlot[static_cast<std::size_t>(slot)] = slotBytes(bytes, plan.slotCount, static_cast<std::uint32_t>(slot));
    const auto slots = static_cast<std::uint32_t>(plan.slotCount);
    std::vector<double> out(plan.transfers.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        long long sum = 0;
        for (const std::uint32_t slot : plan.slotsOf(i)) sum += ofSlot[plan.isOfPairs ? slot % slots : slot];
        out[i] = static_cast<double>(sum);
    }
    return out;
}

}  // namespace

long long slotBytes(long long bytes, int slotCount, std::uint32_t slot) {
    // In two parts, so that nothing overflows.
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
        return {latenciesOf(form.intra), bytesOf(form.intra), latenciesOf(form.inter), bytesOf(form.inter)};
    if (isWithinNode(team)) return {latenciesOf(form.group), bytesOf(form.group), 0, 0};
    Terms terms = form.group;
    if (const long long slots = sharedPortSlots(algorithm, team, cluster)) {
        const long long passes = terms.betaOver / (team.ranks - 1);  // 2 of an all-reduce
        terms.betaOver = slots * passes, terms.betaUnder = team.ranks;
    }
    return {0, 0, latenciesOf(terms), bytesOf(terms)};
}

Payment paidByPlan(const Algorithm& algorithm, const Team& team, const Plan& plan, const Cluster& cluster,
                   long long bytes) {
    if (algorithm.collective == Collective::Barrier) bytes = 0;  // a token has none
    Payment paid;
    if (sharedPortSlots(algorithm, team, cluster) > 0)
        return paidByForm(algorithm, team, cluster, static_cast<double>(bytes));
    const std::vector<double> ofTransfer = transferBytes(plan, bytes);
    std::vector<double> out(static_cast<std::size_t>(plan.ranks)), in(out);
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        std::fill(out.begin(), out.end(), 0.0);
        std::fill(in.begin(), in.end(), 0.0);
        for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i) {
            out[plan.transfers[i].from] += ofTransfer[i];
            in[plan.transfers[i].to] += ofTransfer[i];
        }
        const double busiest =
            std::max(*std::max_element(out.begin(), out.end()), *std::max_element(in.begin(), in.end()));
        const bool isInter = algorithm.usesTwoLinks ? crossesNodes(team, plan, step) : !isWithinNode(team);
        (isInter ? paid.interLatencies : paid.intraLatencies) += 1;
        (isInter ? paid.interBytes : paid.intraBytes) += busiest;
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

Traffic trafficOf(const Plan& plan) {
    Traffic traffic{std::vector<long long>(static_cast<std::size_t>(plan.ranks)),
                    std::vector<long long>(static_cast<std::size_t>(plan.ranks)),
                    static_cast<long long>(plan.transfers.size())};
    for (std::size_t i = 0; i < plan.transfers.size(); ++i) {
        const auto slots = static_cast<long long>(plan.slotsOf(i).size());
        traffic.sent[plan.transfers[i].from] += slots;
        traffic.received[plan.transfers[i].to] += slots;
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

std::vector<std::vector<double>> endsWith(const Algorithm& algorithm, const Team& team, const Plan& plan,
                                          const Cluster& cluster, long long bytes, std::span<const double> arrival) {
    if (algorithm.collective == Collective::Barrier) bytes = 0;
    const auto n = static_cast<std::size_t>(plan.ranks);
    /// A time by what it is made of, so that sums come out as those of timeOf().
    struct Moment {
        double arrival = 0;
        Payment paid = {};
        double value = 0;
    };
    std::vector<Moment> now(n);
    for (std::size_t rank = 0; rank < n; ++rank) now[rank] = {arrival[rank], {}, arrival[rank]};
    const auto later = [](const Moment& a, const Moment& b) { return a.value >= b.value ? a : b; };

    std::vector<std::vector<double>> ends;
    const auto note = [&] {
        ends.emplace_back(n);
        for (std::size_t rank = 0; rank < n; ++rank) ends.back()[rank] = now[rank].value;
    };
    note();
    const std::vector<double> ofTransfer = transferBytes(plan, bytes);
    const long long shared = sharedPortSlots(algorithm, team, cluster);
    const double stretch = shared == 0 ? 1 : static_cast<double>(shared) / static_cast<double>(team.ranks - 1);
    std::vector<double> out(n), in(n);
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        const bool isInter = algorithm.usesTwoLinks ? crossesNodes(team, plan, step) : !isWithinNode(team);
        const auto after = [&](Moment moment, double size) {
            (isInter ? moment.paid.interLatencies : moment.paid.intraLatencies) += 1;
            (isInter ? moment.paid.interBytes : moment.paid.intraBytes) += size * stretch;
            moment.value = moment.arrival + moment.paid.time(cluster);
            return moment;
        };
        const auto each = [&](const auto& visit) {
            for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i)
                visit(std::size_t{plan.transfers[i].from}, std::size_t{plan.transfers[i].to}, ofTransfer[i]);
        };
        const std::vector<Moment> before = now;
        if (!algorithm.sendsManyAtOnce) {
            each([&](std::size_t from, std::size_t to, double size) {
                const Moment end = after(later(before[from], before[to]), size);
                now[from] = later(end, now[from]), now[to] = later(end, now[to]);
            });
            note();
            continue;
        }
        std::fill(out.begin(), out.end(), 0.0);
        std::fill(in.begin(), in.end(), 0.0);
        each([&](std::size_t from, std::size_t to, double size) { out[from] += size, in[to] += size; });
        const auto busiest = [&](std::size_t rank) { return std::max(out[rank], in[rank]); };
        std::vector<Moment> start = before;
        std::vector<double> taken(n, -1.0);
        each([&](std::size_t from, std::size_t to, double) {
            start[from] = later(start[from], before[to]), start[to] = later(start[to], before[from]);
            const double size = std::max(busiest(from), busiest(to));
            taken[from] = std::max(taken[from], size), taken[to] = std::max(taken[to], size);
        });
        for (std::size_t rank = 0; rank < n; ++rank)
            if (taken[rank] >= 0) now[rank] = after(start[rank], taken[rank]);
        note();
    }
    return ends;
}

}  // namespace bubblescope
