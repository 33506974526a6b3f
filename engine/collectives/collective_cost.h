#pragma once

#include "engine/collectives/collective.h"
#include "engine/core/time.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace bubblescope {

/// A connection: what one message waits, and how fast it passes.
///
/// Units  microseconds, GB (1e9 bytes) a second
struct LinkSpeed {
    double latency = 0, bandwidth = 1;

    double perByte() const { return 1 / (bandwidth * 1e3); }

    friend bool operator==(const LinkSpeed&, const LinkSpeed&) = default;
};

/// Ranks on nodes: rank r is on node r / nodeSize.
///
/// Units  microseconds
struct Cluster {
    int nodeSize = 8;
    LinkSpeed intra{3, 450}, inter{8, 50};
    bool isPortShared = false;  // whether a node has one port to other nodes, or each rank its own
    double launch = 0;          // what a call takes beside

    friend bool operator==(const Cluster&, const Cluster&) = default;
};

/// What a collective pays: messages one after the other, and bytes through the busiest port, on each link.
struct Payment {
    double intraLatencies = 0, intraBytes = 0, interLatencies = 0, interBytes = 0;

    /// Microseconds.
    double time(const Cluster& cluster) const {
        return cluster.intra.latency * intraLatencies + cluster.intra.perByte() * intraBytes +
               cluster.inter.latency * interLatencies + cluster.inter.perByte() * interBytes;
    }
};

/// Bytes of a slot: floor((slot + 1) bytes / slots) - floor(slot bytes / slots).
long long slotBytes(long long bytes, int slotCount, std::uint32_t slot);

/// Whether a team's ranks share a node.
inline bool isWithinNode(const Team& team) { return team.ranks <= team.nodeSize; }

/// What is paid by the closed form of an algorithm, for `bytes` of the whole buffer.
Payment paidByForm(const Algorithm& algorithm, const Team& team, const Cluster& cluster, double bytes);

/// What is paid step by step; equal to paidByForm() where the slots are of equal size.
Payment paidByPlan(const Algorithm& algorithm, const Team& team, const Plan& plan, const Cluster& cluster,
                   long long bytes);

/// Time of a collective, its launch included.
Time timeOf(const Payment& payment, const Cluster& cluster);

/// The algorithm that is the cheapest by its closed form; of equal ones the first.
const Algorithm& cheapest(Collective collective, const Team& team, const Cluster& cluster, double bytes);

/// What passes the ports of each rank, in slots of the plan.
struct Traffic {
    std::vector<long long> sent, received;  // by rank
    long long transfers = 0;

    /// Through the busiest port, in or out.
    long long most() const;
};
Traffic trafficOf(const Plan& plan);

/// S / t times what a rank must send at least, in GB/s; nothing for collectives that have no such measure, or t = 0.
std::optional<double> busBandwidth(Collective collective, int ranks, double bytes, Time time);

/// Whether a step of a plan of two links crosses nodes: its steps cross all, or none.
bool crossesNodes(const Team& team, const Plan& plan, std::size_t step);

/// How many times as long bytes take between nodes, because a node has one port for all that its ranks send to others
/// at once.
double portStretch(const Algorithm& algorithm, const Team& team, const Cluster& cluster);

/// Bytes of the transfers of a plan, which outlives it.
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
