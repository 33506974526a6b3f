#include "engine/collectives/collective_cost.h"

#include "engine/collectives/side_by_side.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

/// The cost of a collective on each link: messages one after the other, and bytes through the busiest port.
struct Payment {
    double intraLatencies = 0, intraBytes = 0, interLatencies = 0, interBytes = 0;

    /// Result in microseconds.
    double time(const Cluster& cluster) const {
        return cluster.intra.latency * intraLatencies + cluster.intra.perByte() * intraBytes +
               cluster.inter.latency * interLatencies + cluster.inter.perByte() * interBytes;
    }
};

/// How many rings side by side a rank may have inside its node; all but one where each rank is the last of its node in
/// one of them.
int ringsInside(const Team& team) { return team.ranks % team.nodeSize == 0 ? team.rings - 1 : team.rings; }

/// The number of the team's ranks on the node that has most of them.
int membersOfBusiest(const Team& team) { return std::min(team.nodeSize, team.ranks); }

/// If all ranks of a node send to other nodes at the same time: the slots' worth of data that take as long between
/// nodes as all that a rank, or the shared port of its node, sends. Otherwise 0, and a rank's own slots count.
double slotsAcross(const Algorithm& algorithm, const Team& team, const Cluster& cluster) {
    if (!algorithm.crossesAtOnce || isWithinNode(team)) return 0;
    const double n = team.ranks, m = membersOfBusiest(team);
    const double leaving = (n - m) * (cluster.isPortShared ? m : 1);
    if (cluster.usesAllPorts && algorithm.collective == Collective::AllToAll)
        return std::max((m - 1) * cluster.intra.perByte() / cluster.inter.perByte(), leaving);
    return cluster.isPortShared ? leaving : 0;
}

Payment paidByForm(const Algorithm& algorithm, const Team& team, const Cluster& cluster, double bytes) {
    const ClosedForm form = closedFormOf(algorithm, team);
    const auto bytesOf = [&](const Terms& terms) {
        return bytes * static_cast<double>(terms.betaOver) / static_cast<double>(terms.betaUnder);
    };
    const auto latenciesOf = [](const Terms& terms) { return static_cast<double>(terms.alpha); };
    if (algorithm.usesTwoLinks())
        return {latenciesOf(form.intra), bytesOf(form.intra), latenciesOf(form.inter),
                bytesOf(form.inter) * portStretch(algorithm, team, cluster)};
    const Terms& terms = form.group;
    if (isWithinNode(team)) return {latenciesOf(terms), bytesOf(terms), 0, 0};
    double sent = bytesOf(terms);
    if (const double slots = slotsAcross(algorithm, team, cluster); slots > 0) {
        const long long passes = terms.betaOver / (team.ranks - 1);  // 2 for an all-reduce
        sent = bytes * slots * static_cast<double>(passes) / team.ranks;
    }
    return {0, 0, latenciesOf(terms), sent};
}

}  // namespace

Team teamOn(const Cluster& cluster, int ranks, int root, int pieces) {
    Team team{ranks, root, pieces, cluster.nodeSize, 1};
    if (cluster.usesAllPorts && !cluster.isPortShared) team.rings = ringsOf(ranks, cluster.nodeSize);
    return team;
}

bool crossesNodes(const Team& team, const Plan& plan, std::size_t step) {
    const Transfer& any = plan.transfersOf(step).front();
    return any.from / team.nodeSize != any.to / team.nodeSize;
}

double portStretch(const Algorithm& algorithm, const Team& team, const Cluster& cluster) {
    // Each rank of a node is in its own ring across nodes.
    if (algorithm.usesTwoLinks()) return cluster.isPortShared && !isWithinNode(team) ? membersOfBusiest(team) : 1;
    const double slots = slotsAcross(algorithm, team, cluster);
    return slots == 0 ? 1 : slots / static_cast<double>(team.ranks - 1);
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

CostForm::CostForm(const Algorithm& listed, const Team& team, const Cluster& cluster) {
    const Algorithm& algorithm = runBy(team, listed);
    const LinkSpeed &intra = cluster.intra, &inter = cluster.inter;
    if (algorithm.pace == StepPace::Ports && team.ranks > 1) {
        const PortLoads loads(team, algorithm.inside);
        const auto add = [&](int pieces) {
            Team cut = team;
            cut.pieces = pieces;
            const double slots = pipelinedSlots(cut);
            Way& way = m_ways.emplace_back(Way{pieces, {}});
            for (const PortSteps& step : loads.steps(pieces))
                way.steps.push_back({static_cast<double>(step.times), step.intra > 0 ? intra.latency : 0,
                                     intra.perByte() * step.intra / slots, step.inter > 0 ? inter.latency : 0,
                                     inter.perByte() * step.inter / slots});
        };
        if (team.pieces > 0)
            add(team.pieces);
        else
            for (const int pieces : offeredPieces()) add(pieces);
        return;
    }
    Steps all{1};
    if (algorithm.pace == StepPace::Rings) {
        const Terms terms = closedFormOf(algorithm, team).group;
        all.times = static_cast<double>(terms.alpha);
        const double share = terms.beta() / all.times / team.rings;  // of a ring's hop
        all.at = intra.latency, all.perByte = intra.perByte() * ringsInside(team) * share;
        all.otherAt = inter.latency, all.otherPerByte = inter.perByte() * share;
    } else {
        all.at = paidByForm(algorithm, team, cluster, 0).time(cluster);
        Payment ofByte = paidByForm(algorithm, team, cluster, 1);
        ofByte.intraLatencies = ofByte.interLatencies = 0;
        all.perByte = ofByte.time(cluster);
    }
    m_ways.push_back({0, {all}});
}

double CostForm::Way::of(double bytes) const {
    double time = 0;
    for (const Steps& each : steps) time += each.of(bytes);
    return time;
}

const CostForm::Way& CostForm::fastest(double bytes) const {
    const Way* best = &m_ways.front();
    double least = best->of(bytes);
    for (const Way& way : std::span(m_ways).subspan(1))
        if (const double time = way.of(bytes); time < least) best = &way, least = time;
    return *best;
}

double CostForm::of(double bytes) const { return fastest(bytes).of(bytes); }

int CostForm::piecesFor(double bytes) const { return fastest(bytes).pieces; }

double timeByForm(const Algorithm& algorithm, const Team& team, const Cluster& cluster, double bytes) {
    return CostForm(algorithm, team, cluster).of(bytes);
}

std::vector<double> stepTimes(const Algorithm& algorithm, const Team& team, const Plan& plan, const Cluster& cluster,
                              long long bytes) {
    const TransferSizes sizes(plan, bytes);
    const auto ranks = static_cast<std::size_t>(plan.ranks);
    std::vector<double> times;
    std::array<std::array<std::vector<double>, 2>, 2> carried;  // out and in, inside nodes and between
    for (auto& way : carried)
        for (auto& link : way) link.resize(ranks);
    const auto after = [](const LinkSpeed& link, double size) { return link.latency + link.perByte() * size; };
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        if (algorithm.pace == StepPace::Rings) {
            double largest = 0;
            for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i)
                for (const std::uint32_t slot : plan.slotsOf(i)) largest = std::max(largest, sizes.ofSlot(slot));
            times.push_back(std::max(after(cluster.intra, largest * ringsInside(team)), after(cluster.inter, largest)));
            continue;
        }
        std::array<std::optional<double>, 2> most;  // bytes through the busiest port of each link that is in use
        for (auto& way : carried)
            for (auto& link : way) std::ranges::fill(link, 0.0);
        for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i) {
            const Transfer& moved = plan.transfers[i];
            const bool isInter =
                moved.from < ranks && moved.to < ranks && moved.from / team.nodeSize != moved.to / team.nodeSize;
            const double size = sizes.of(i);
            for (const auto& [way, place] :
                 {std::pair{0, std::size_t{moved.from}}, std::pair{1, std::size_t{moved.to}}})
                if (place < ranks)
                    most[isInter] = std::max(most[isInter].value_or(0),
                                             carried[static_cast<std::size_t>(way)][isInter][place] += size);
        }
        times.push_back(
            std::max(most[0] ? after(cluster.intra, *most[0]) : 0, most[1] ? after(cluster.inter, *most[1]) : 0));
    }
    return times;
}

double launchTime(const Algorithm& algorithm, const Team& team, const Cluster& cluster) {
    if (!cluster.usesAllPorts || algorithm.id != "direct" || team.ranks == 1) return cluster.launch;
    const bool isOne = algorithm.collective == Collective::Send,
               isTwice = algorithm.collective == Collective::AllReduce;
    return cluster.launch * (isOne ? 1 : (isTwice ? 2 : 1) * (team.ranks - 1));
}

double timeByPlan(const Algorithm& listed, const Team& team, const Plan& plan, const Cluster& cluster,
                  long long bytes) {
    const Algorithm& algorithm = runBy(team, listed);
    if (algorithm.collective == Collective::Barrier) bytes = 0;  // a token has no bytes
    if (algorithm.pace == StepPace::Rings || algorithm.pace == StepPace::Ports) {
        double time = 0;
        for (const double step : stepTimes(algorithm, team, plan, cluster, bytes)) time += step;
        return time;
    }
    Payment paid;
    if (slotsAcross(algorithm, team, cluster) > 0)
        return paidByForm(algorithm, team, cluster, static_cast<double>(bytes)).time(cluster);
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
        const bool isInter = algorithm.usesTwoLinks() ? crossesNodes(team, plan, step) : !isWithinNode(team);
        (isInter ? paid.interLatencies : paid.intraLatencies) += 1;
        (isInter ? paid.interBytes : paid.intraBytes) += isInter ? busiest * stretch : busiest;
    }
    return paid.time(cluster);
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
        if (transfer.from < plan.ranks) traffic.sent[transfer.from] += slots;
        if (transfer.to < plan.ranks) traffic.received[transfer.to] += slots;
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
