#include "engine/steps/message_times.h"

namespace bubblescope {

namespace {

Terms termsOf(Collective collective, int ranks) {
    const std::string_view id = collective == Collective::AllToAll ? "pairwise"
                                : collective == Collective::Send   ? "direct"
                                                                   : "ring";
    return closedFormOf(*findAlgorithm(collective, id), {.ranks = ranks}).group;
}

}  // namespace

double sentShare(Collective collective, int ranks) { return ranks < 2 ? 0 : termsOf(collective, ranks).beta(); }

double timeOf(Collective collective, const GroupLink& link, const Cluster& cluster, double bytes) {
    if (link.ranks < 2) return 0;
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
