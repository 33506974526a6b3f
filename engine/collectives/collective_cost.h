#pragma once

#include "engine/collectives/collective.h"
#include "engine/collectives/pipelined.h"
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
    bool usesAllPorts = true;   // whether a group leaves a node by the ports of all its ranks there (link rules 2)

    friend bool operator==(const Cluster&, const Cluster&) = default;
};

/// The ranks of a team on a cluster; `pieces` 0: not chosen.
Team teamOn(const Cluster& cluster, int ranks, int root = 0, int pieces = 0);

/// Bytes of a slot: floor((slot + 1) bytes / slots) - floor(slot bytes / slots).
long long slotBytes(long long bytes, int slotCount, std::uint32_t slot);

/// Whether a team's ranks share a node.
inline bool isWithinNode(const Team& team) { return team.ranks <= team.nodeSize; }

/// How an algorithm's time depends on the size of the buffer, by its closed form, without launches.
class CostForm {
public:
    /// The algorithm as the team runs it. Where the team's pieces are not chosen but the algorithm's time depends on
    /// them, every size has those that take least.
    CostForm(const Algorithm& algorithm, const Team& team, const Cluster& cluster);

    /// Result in microseconds.
    double of(double bytes) const;
    /// The pieces at a size; 0 if the algorithm does not choose them.
    int piecesFor(double bytes) const;

private:
    /// Steps that take as long as the slower of two links, of which one may be idle.
    struct Steps {
        double times = 0;
        double at = 0, perByte = 0, otherAt = 0, otherPerByte = 0;

        double of(double bytes) const { return times * std::max(at + perByte * bytes, otherAt + otherPerByte * bytes); }
    };
    struct Way {
        int pieces = 0;
        std::vector<Steps> steps;

        double of(double bytes) const;
    };
    const Way& fastest(double bytes) const;

    std::vector<Way> m_ways;
};

/// The time by closed form for a whole buffer of `bytes`, in microseconds without launches.
double timeByForm(const Algorithm& algorithm, const Team& team, const Cluster& cluster, double bytes);

/// The time step by step; equal to timeByForm() if the slots have equal sizes.
double timeByPlan(const Algorithm& algorithm, const Team& team, const Plan& plan, const Cluster& cluster,
                  long long bytes);

/// How long each step takes with StepPace::Rings or StepPace::Ports, in microseconds.
std::vector<double> stepTimes(const Algorithm& algorithm, const Team& team, const Plan& plan, const Cluster& cluster,
                              long long bytes);

/// The time that the launches of a collective take: of the call, or of each of a rank's messages if all are separate.
double launchTime(const Algorithm& algorithm, const Team& team, const Cluster& cluster);

/// The data through the ports of each rank, in slots of the plan; those of switches do not count.
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
/// to other nodes at the same time; of an all-to-all whose ranks have ports of their own, by which they differ from the
/// time of what goes through the busier of both ports of a rank.
double portStretch(const Algorithm& algorithm, const Team& team, const Cluster& cluster);

/// Bytes of the transfers of a plan. The plan must outlive it.
class TransferSizes {
public:
    TransferSizes(const Plan& plan, long long bytes);
    double of(std::size_t transfer) const {
        const auto own = m_plan.slotsOf(transfer);
        return own.size() == 1 && !m_plan.isOfPairs ? static_cast<double>(m_ofSlot[own.front()]) : sumOf(own);
    }
    double ofSlot(std::uint32_t slot) const { return static_cast<double>(m_ofSlot[slot]); }
    double ofLargestSlot() const { return static_cast<double>(*std::max_element(m_ofSlot.begin(), m_ofSlot.end())); }

private:
    double sumOf(std::span<const std::uint32_t> numbers) const;

    const Plan& m_plan;
    std::vector<long long> m_ofSlot;
};

}  // namespace bubblescope
