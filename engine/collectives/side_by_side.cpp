#include "engine/collectives/side_by_side.h"

namespace bubblescope {

namespace {

/// The place of a rank in a ring.
struct Stop {
    int ring = 0, position = 0;
};

/// The rings of a team, with all hops from one rank to another together, sorted by both.
class Rings {
public:
    explicit Rings(const Team& team) : m_ranks(team.ranks), m_count(team.rings) {
        for (int ring = 0; ring < m_count; ++ring) {
            std::vector<int>& order = m_orders.emplace_back();
            for (int node = 0; node < team.nodes(); ++node)
                for (int i = 0, members = team.membersOf(node); i < members; ++i)
                    order.push_back(node * team.nodeSize + (ring + i) % members);
            std::ranges::rotate(order, std::ranges::find(order, team.root));  // where a chain begins
        }
        std::vector<std::vector<Hops>> from(static_cast<std::size_t>(m_ranks));
        for (int ring = 0; ring < m_count; ++ring)
            for (int position = 0; position < m_ranks; ++position) {
                auto& all = from[static_cast<std::size_t>(rankAt(ring, position))];
                const int to = rankAt(ring, position + 1);
                auto known = std::ranges::find(all, to, &Hops::to);
                if (known == all.end()) known = all.insert(known, {rankAt(ring, position), to, {}});
                known->stops.push_back({ring, position});
            }
        for (auto& all : from) {
            std::ranges::sort(all, {}, &Hops::to);
            m_hops.insert(m_hops.end(), all.begin(), all.end());
        }
    }

    int count() const { return m_count; }
    int rankAt(int ring, int position) const {
        return m_orders[static_cast<std::size_t>(ring)][static_cast<std::size_t>((position + m_ranks) % m_ranks)];
    }
    /// A ring's piece of the slot of the rank at a position.
    int pieceOf(int ring, int position) const { return rankAt(ring, position) * m_count + ring; }

    /// Adds a step in which `slotAt(stop)` goes from a stop to the next; nothing goes if it is negative.
    template <class SlotAt>
    void addStep(PlanWriter& out, Mode mode, const SlotAt& slotAt) const {
        out.step(mode);
        for (const Hops& hops : m_hops) {
            bool isBegun = false;
            for (const Stop& stop : hops.stops) {
                const int slot = slotAt(stop);
                if (slot < 0) continue;
                if (!std::exchange(isBegun, true)) out.transfer(hops.from, hops.to, mode);
                out.slot(slot);
            }
        }
    }

private:
    struct Hops {
        int from = 0, to = 0;
        std::vector<Stop> stops;
    };

    int m_ranks, m_count;
    std::vector<std::vector<int>> m_orders;
    std::vector<Hops> m_hops;
};

}  // namespace

void allGatherRings(PlanWriter& out) {
    const Rings rings(out.team());
    for (int k = 0; k < out.team().ranks - 1; ++k)
        rings.addStep(out, Mode::Copy, [&](const Stop& at) { return rings.pieceOf(at.ring, at.position - k); });
}

void reduceScatterRings(PlanWriter& out) {
    const Rings rings(out.team());
    for (int k = 0; k < out.team().ranks - 1; ++k)
        rings.addStep(out, Mode::Add, [&](const Stop& at) { return rings.pieceOf(at.ring, at.position - k - 1); });
}

void broadcastRings(PlanWriter& out) {
    const Rings rings(out.team());
    const int n = out.team().ranks, pieces = out.slotCount() / rings.count();
    for (int t = 0; t < n - 2 + pieces; ++t)
        rings.addStep(out, Mode::Copy, [&](const Stop& at) {
            const int piece = t - at.position;
            return at.position < n - 1 && 0 <= piece && piece < pieces ? piece * rings.count() + at.ring : -1;
        });
}

void scatterRings(PlanWriter& out) {
    const Rings rings(out.team());
    const int n = out.team().ranks;
    for (int t = 0; t < n - 1; ++t)
        rings.addStep(out, Mode::Copy, [&](const Stop& at) {
            const int target = n - 1 - (t - at.position);
            return at.position <= t && target > at.position ? rings.pieceOf(at.ring, target) : -1;
        });
}

int ringsOf(int ranks, int nodeSize) {
    if (ranks <= nodeSize) return 1;
    const int beyond = ranks % nodeSize;
    return beyond == 0 ? nodeSize : beyond;
}

}  // namespace bubblescope
