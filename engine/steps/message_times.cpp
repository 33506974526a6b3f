#include "engine/steps/message_times.h"

namespace bubblescope {

double timeOf(Collective collective, const GroupLink& link, const Cluster& cluster, double bytes) {
    if (link.ranks < 2) return 0;
    const bool isAllToAll = collective == Collective::AllToAll;
    const std::string_view id = isAllToAll ? "pairwise" : collective == Collective::Send ? "direct" : "ring";
    const Terms terms = closedFormOf(*findAlgorithm(collective, id), {.ranks = link.ranks}).group;
    double passed = terms.beta();
    if (link.isInter && cluster.isPortShared) {
        const double n = link.ranks, m = link.membersOfBusiest;
        passed = (isAllToAll ? m * (n - m) / n : passed) * link.crossing;
    }
    const LinkSpeed& speed = link.isInter ? cluster.inter : cluster.intra;
    return cluster.launch + speed.latency * static_cast<double>(terms.alpha) + bytes * passed * speed.perByte();
}

}  // namespace bubblescope
