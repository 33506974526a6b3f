#pragma once

#include "engine/collectives/collective.h"
#include "engine/core/time.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace bubblescope {

/// A connection: the latency of a message, the bandwidth, and the share of it that messages reach.
///
/// Units  microseconds, GB/s (1e9 bytes per second)
struct LinkSpeed {
    double latency = 0, bandwidth = 1, share = 1;

    double perByte() const { return 1 / (bandwidth * share * 1e3); }

    friend bool operator==(const LinkSpeed&, const LinkSpeed&) = default;
};

/// Ranks on nodes: rank r is on node r / nodeSize.
///
/// Units  microseconds
struct Cluster {
    int nodeSize = 8;
    LinkSpeed intra{3, 450}, inter{8, 50};
    bool isPortShared = false;  // whether a node has one port to other nodes, or each rank has its own
    double launch = 0;          // launch overhead per call
    bool usesAllPorts = false;  // whether a group leaves a node by the ports of all its ranks there (link rules 2)

    friend bool operator==(const Cluster&, const Cluster&) = default;
};

/// The cost of a collective on each link: messages one after the other, and bytes through the busiest port.
struct Payment {
    double intraLatencies = 0, intraBytes = 0, interLatencies = 0, interBytes = 0;

    /// Result in microseconds.
    double time(const Cluster& cluster) const {
        return cluster.intra.latency * intraLatencies + cluster.intra.perByte() * intraBytes +
               cluster.inter.latency * interLatencies + cluster.inter.perByte() * interBytes;
    }
};

/// Bytes of a slot: floor((slot + 1) bytes / slots) - floor(slot bytes / slots).
long long slotBytes(long long bytes, int slotCount, std::uint32_t slot);

/// Whether a team's ranks share a node.
inline bool isWithinNode(const Team& team) { return team.ranks <= team.nodeSize; }

/// The cost by the closed form of an algorithm, for a whole buffer of `bytes`.
Payment paidByForm(const Algorithm& algorithm, const Team& team, const Cluster& cluster, double bytes);

/// The cost step by step; equal to paidByForm() if the slots have equal sizes.
Payment paidByPlan(const Algorithm& algorithm, const Team& team, const Plan& plan, const Cluster& cluster,
                   long long bytes);

/// The time of a collective, including its launch.
Time timeOf(const Payment& payment, const Cluster& cluster);

/// The cheapest algorithm by closed form; the first if several are equal.
const Algorithm& cheapest(Collective collective, const Team& team, const Cluster& cluster, double bytes);

/// The data through the ports of each rank, in slots of the plan.
struct Traffic {
    std::vector<long long> sent, received;  // by rank
    long long transfers = 0;

    /// The amount through the busiest port, in or out.
    long long most() const;
};
Traffic trafficOf(const Plan& plan);

/// The least bytes that a rank must send divided by `time`, in GB/s; nothing if the collective has no such measure or
/// `time` is 0.
std::optional<double> busBandwidth(Collective collective, int ranks, double bytes, Time time);

/// Whether a step of a two-link plan crosses nodes: either all its messages do, or none.
bool crossesNodes(const Team& team, const Plan& plan, std::size_t step);

/// The factor by which transfers between nodes slow down because a node has one port for everything that its ranks send
/// to other nodes at the same time.
double portStretch(const Algorithm& algorithm, const Team& team, const Cluster& cluster);

/// Bytes of the transfers of a plan. The plan must outlive it.
class TransferSizes {
public:
    TransferSizes(const Plan& plan, long long bytes);
    double of(std::size_t transfer) const {
        const auto own = m_plan.slotsOf(transfer);
        return own.size() == 1 && !m_plan.isOfPairs ? static_cast<double>(m_ofSlot[own.front()]) : sumOf(own);
    }
    double ofLargestSlot() const { return static_cast<double>(*std::max_element(m_ofSlot.begin(), m_ofSlot.end())); }

private:
    double sumOf(std::span<const std::uint32_t> numbers) const;

    const Plan& m_plan;
    std::vector<long long> m_ofSlot;
};

}  // namespace bubblescope
