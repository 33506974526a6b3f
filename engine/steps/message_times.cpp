#include "engine/steps/message_times.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

Terms termsOf(Collective collective, int ranks) {
    const std::string_view id = collective == Collective::AllToAll ? "pairwise"
                                : collective == Collective::Send   ? "direct"
                                                                   : "ring";
    return closedFormOf(*findAlgorithm(collective, id), {.ranks = ranks}).group;
}

/// Latency inside nodes and between them.
double waitOf(const GroupLink& link, const Cluster& cluster) {
    return (link.membersOfNode - 1) * cluster.intra.latency + (link.nodes() - 1) * cluster.inter.latency;
}

/// Groups use the ports of all their ranks of a node: rings side by side inside nodes and between them.
double timeOnPorts(Collective collective, const GroupLink& link, const Cluster& cluster, double bytes) {
    if (collective == Collective::Send) {
        const LinkSpeed& speed = link.isInter ? cluster.inter : cluster.intra;
        const double crossing = link.isInter && cluster.isPortShared ? link.crossing : 1;
        return speed.latency + bytes * crossing * speed.perByte();
    }
    const double n = link.ranks, m = link.membersOfNode, nodes = link.nodes();
    const double inside = cluster.intra.perByte(), between = cluster.inter.perByte();
    const double wait = waitOf(link, cluster);
    const double ports = cluster.isPortShared ? 1 : m;
    if (collective == Collective::AllToAll) {
        const double leaving = bytes * (n - m) / n * between * (cluster.isPortShared ? m : 1);
        return wait + std::max(bytes * (m - 1) / n * inside, leaving);
    }
    const double crossing = cluster.isPortShared ? link.crossing : 1;
    const double perByte = nodes == 1 ? inside : std::max(inside, between * crossing / ports);
    const double time = wait + bytes * (n - 1) / n * perByte;
    return collective == Collective::AllReduce ? 2 * time : time;
}

}  // namespace

double timeOfOnce(const GroupLink& link, const Cluster& cluster, double bytes, int each, int nodeLimit) {
    if (link.ranks < 2) return 0;
    const double m = link.membersOfNode, nodes = link.nodes();
    double reached = (nodes - 1) * (1 - std::pow(1 - 1 / nodes, each));
    reached = std::min(reached, nodeLimit * (nodes - 1) / nodes);
    const double leaving = bytes * reached * cluster.inter.perByte() * (cluster.isPortShared ? m : 1);
    return cluster.launch + waitOf(link, cluster) +
           std::max(leaving, bytes * each * (m - 1) / m * cluster.intra.perByte());
}

double sentShare(Collective collective, int ranks) { return ranks < 2 ? 0 : termsOf(collective, ranks).beta(); }

double timeOf(Collective collective, const GroupLink& link, const Cluster& cluster, double bytes) {
    if (link.ranks < 2) return 0;
    if (cluster.usesAllPorts) return cluster.launch + timeOnPorts(collective, link, cluster, bytes);
    const bool isAllToAll = collective == Collective::AllToAll;
    const Terms terms = termsOf(collective, link.ranks);
    double passed = terms.beta();
    if (link.isInter && cluster.isPortShared) {
        const double n = link.ranks, m = link.membersOfBusiest;
        passed = (isAllToAll ? m * (n - m) / n : passed) * link.crossing;
    }
    const LinkSpeed& speed = link.isInter ? cluster.inter : cluster.intra;
    return cluster.launch + speed.latency * static_cast<double>(terms.alpha) + bytes * passed * speed.perByte();
}

}  // namespace bubblescope
