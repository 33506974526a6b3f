#include "engine/collectives/pipelined.h"

#include <array>
#include <bit>
#include <map>
#include <set>
#include <tuple>

namespace bubblescope {

namespace {

constexpr int kTrees = 2;

/// A binary tree over nodes.
struct Tree {
    std::vector<int> parent, depth, children;  // by node; the parent of the root is -1
    int deepest = 0;
};

/// The tree in which, of the nodes counted from 1, odd ones are leaves; the second tree is shifted by a node, so that
/// the others are.
Tree treeOver(int nodes, int shift) {
    const auto count = static_cast<std::size_t>(nodes);
    Tree tree{std::vector<int>(count, -1), std::vector<int>(count, 0), std::vector<int>(count, 0), 0};
    struct Part {
        int first, count, parent, depth;
    };
    std::vector<Part> open{{0, nodes, -1, 0}};
    while (!open.empty()) {
        const Part part = open.back();
        open.pop_back();
        if (part.count == 0) continue;
        const int half = static_cast<int>(std::bit_floor(static_cast<unsigned>(part.count)));
        const int node = (part.first + half - 1 + nodes - shift) % nodes;
        tree.parent[static_cast<std::size_t>(node)] = part.parent;
        tree.depth[static_cast<std::size_t>(node)] = part.depth;
        tree.deepest = std::max(tree.deepest, part.depth);
        if (part.parent >= 0) ++tree.children[static_cast<std::size_t>(part.parent)];
        open.push_back({part.first, half - 1, node, part.depth + 1});
        open.push_back({part.first + half, part.count - half, node, part.depth + 1});
    }
    return tree;
}

/// A way of pieces, one after the other: piece q takes it in step `start` + q.
struct Hop {
    int from = 0, to = 0, start = 0;
    Mode mode = Mode::Copy;
    int ring = 0, tree = 0;
};

/// The ways of a team.
class Hops {
public:
    Hops(const Team& team, Inside inside) : m_team(team), m_inside(inside) {
        for (int tree = 0; tree < kTrees; ++tree) m_trees[tree] = treeOver(team.nodes(), tree);
        // Until the ranks of every node are summed at the rank that speaks for it.
        m_lead = inside == Inside::Chain ? team.membersOf(0) - 1 : team.membersOf(0) > 1 ? 2 : 0;
    }

    const Tree& tree(int which) const { return m_trees[which]; }

    template <class Visit>
    void each(int ring, const Visit& visit) const {
        for (int tree = 0; tree < kTrees; ++tree)
            for (int node = 0; node < m_team.nodes(); ++node) {
                const auto add = [&](int from, int to, int start, Mode mode) {
                    visit(Hop{from, to, start, mode, ring, tree});
                };
                const Tree& over = m_trees[tree];
                const int depth = over.depth[static_cast<std::size_t>(node)];
                const int parent = over.parent[static_cast<std::size_t>(node)];
                const int top = m_lead + over.deepest;  // when the first piece is summed at the root
                if (m_inside == Inside::Chain)
                    addChain(node, ring, top + depth, add);
                else
                    addSwitch(node, ring, top + depth, add);
                if (parent < 0) continue;
                add(speaker(node, ring), speaker(parent, ring), m_lead + over.deepest - depth, Mode::Add);
                add(speaker(parent, ring), speaker(node, ring), top + depth - 1, Mode::Copy);
            }
    }

private:
    int rankOf(int node, int ring, int place) const {
        return node * m_team.nodeSize + (ring + place) % m_team.membersOf(node);
    }
    int speaker(int node, int ring) const { return rankOf(node, ring, 0); }

    template <class Add>
    void addChain(int node, int ring, int back, const Add& add) const {
        for (int place = 1, members = m_team.membersOf(node); place < members; ++place) {
            add(rankOf(node, ring, place), rankOf(node, ring, place - 1), members - 1 - place, Mode::Add);
            add(rankOf(node, ring, place - 1), rankOf(node, ring, place), back + place - 1, Mode::Copy);
        }
    }

    template <class Add>
    void addSwitch(int node, int ring, int back, const Add& add) const {
        const int members = m_team.membersOf(node), hub = m_team.ranks + node;
        if (members == 1) return;
        for (int place = 0; place < members; ++place) add(rankOf(node, ring, place), hub, 0, Mode::Add);
        const bool isAlone = m_team.nodes() == 1;
        if (!isAlone) {
            add(hub, speaker(node, ring), 1, Mode::Move);
            add(speaker(node, ring), hub, back, Mode::Copy);
        }
        for (int place = isAlone ? 0 : 1; place < members; ++place)
            add(hub, rankOf(node, ring, place), isAlone ? 1 : back + 1, Mode::Move);
    }

    const Team& m_team;
    Inside m_inside;
    std::array<Tree, kTrees> m_trees;
    int m_lead;
};

}  // namespace

int pipelinedSlots(const Team& team) { return team.rings * kTrees * team.pieces; }

template <Inside inside>
void allReducePipelined(PlanWriter& out) {
    const Team& team = out.team();
    if (inside == Inside::Switch) out.setSwitches(team.nodes());
    const Hops hops(team, inside);
    std::map<std::tuple<int, int, Mode>, std::vector<std::pair<int, int>>> ways;  // start and first slot
    int last = 0;
    for (int ring = 0; ring < team.rings; ++ring)
        hops.each(ring, [&](const Hop& hop) {
            ways[{hop.from, hop.to, hop.mode}].emplace_back(hop.start, (hop.ring * kTrees + hop.tree) * team.pieces);
            last = std::max(last, hop.start);
        });
    for (int t = 0; t < last + team.pieces; ++t) {
        out.step(Mode::Copy);
        for (const auto& [way, starts] : ways) {
            const auto& [from, to, mode] = way;
            bool isBegun = false;
            for (const auto& [start, first] : starts) {
                if (t < start || t >= start + team.pieces) continue;
                if (!std::exchange(isBegun, true)) out.transfer(from, to, mode);
                out.slot(first + t - start);
            }
        }
    }
}

template void allReducePipelined<Inside::Chain>(PlanWriter& out);
template void allReducePipelined<Inside::Switch>(PlanWriter& out);

PortLoads::PortLoads(const Team& team, Inside inside) {
    const Hops hops(team, inside);
    // Where every rank of a node is in turn at each place of a ring, its rings together carry what all ranks of its
    // node carry in one. Nodes with as many ranks, at the same depths with as many children, do the same.
    const bool isTurning = team.rings == team.nodeSize && team.ranks % team.nodeSize == 0;
    std::vector<char> isCounted;  // by node
    std::set<std::array<int, 5>> known;
    for (int node = 0; node < team.nodes(); ++node) {
        const auto at = static_cast<std::size_t>(node);
        const Tree &a = hops.tree(0), &b = hops.tree(1);
        isCounted.push_back(
            known.insert({a.depth[at], a.children[at], b.depth[at], b.children[at], team.membersOf(node)}).second);
    }

    enum Port { IntraOut, IntraIn, InterOut, InterIn, kPorts };
    std::vector<std::vector<int>> begins(static_cast<std::size_t>(isTurning ? team.nodes() : team.ranks) * kPorts);
    for (int ring = 0; ring < (isTurning ? 1 : team.rings); ++ring)
        hops.each(ring, [&](const Hop& hop) {
            m_last = std::max(m_last, hop.start);
            const bool isInter =
                hop.from < team.ranks && hop.to < team.ranks && hop.from / team.nodeSize != hop.to / team.nodeSize;
            const auto note = [&](int rank, int port) {
                if (rank >= team.ranks || isCounted[static_cast<std::size_t>(rank / team.nodeSize)] == 0) return;
                const int place = isTurning ? rank / team.nodeSize : rank;
                begins[static_cast<std::size_t>(place * kPorts + port)].push_back(hop.start);
            };
            note(hop.from, isInter ? InterOut : IntraOut);
            note(hop.to, isInter ? InterIn : IntraIn);
        });
    std::set<std::pair<bool, std::vector<int>>> unlike;
    for (std::size_t port = 0; port < begins.size(); ++port) {
        std::ranges::sort(begins[port]);
        unlike.emplace(port % kPorts >= InterOut, std::move(begins[port]));
    }
    for (const auto& [isInter, steps] : unlike) {
        for (const int step : steps) m_begun.push_back({step, static_cast<std::uint32_t>(m_isInter.size())});
        m_isInter.push_back(isInter);
    }
    std::ranges::stable_sort(m_begun, {}, &Begun::step);
}

std::vector<PortSteps> PortLoads::steps(int pieces) const {
    // How many ports of a link carry how much.
    std::vector<int> load(m_isInter.size(), 0);
    struct Carried {
        std::vector<int> ports = {0};
        int most = 0;
        void move(int before, int after) {
            if (before > 0) --ports[static_cast<std::size_t>(before)];
            if (static_cast<std::size_t>(after) >= ports.size()) ports.resize(static_cast<std::size_t>(after) + 1, 0);
            if (after > 0) ++ports[static_cast<std::size_t>(after)];
            most = std::max(most, after);
            while (most > 0 && ports[static_cast<std::size_t>(most)] == 0) --most;
        }
    } intra, inter;
    const auto add = [&](std::uint32_t port, int by) {
        int& own = load[port];
        (m_isInter[port] ? inter : intra).move(own, own + by);
        own += by;
    };
    std::vector<PortSteps> steps;
    const int end = m_last + pieces;
    for (std::size_t begun = 0, ended = 0; ended < m_begun.size();) {
        const int next = m_begun[ended].step + pieces;
        const int step = begun < m_begun.size() ? std::min(m_begun[begun].step, next) : next;
        for (; begun < m_begun.size() && m_begun[begun].step == step; ++begun) add(m_begun[begun].port, 1);
        for (; ended < m_begun.size() && m_begun[ended].step + pieces == step; ++ended) add(m_begun[ended].port, -1);
        int after = end;
        if (begun < m_begun.size()) after = m_begun[begun].step;
        if (ended < m_begun.size()) after = std::min(after, m_begun[ended].step + pieces);
        if (after <= step) continue;
        if (!steps.empty() && steps.back().intra == intra.most && steps.back().inter == inter.most)
            steps.back().times += after - step;
        else
            steps.push_back({after - step, intra.most, inter.most});
    }
    return steps;
}

const std::vector<int>& offeredPieces() {
    static const std::vector<int> kOffered = [] {
        std::vector<int> pieces{1};
        constexpr int kMost = 16384;
        for (int power = 2; power <= kMost; power *= 2) {
            pieces.push_back(power);
            if (power < kMost) pieces.push_back(power + power / 2);
        }
        return pieces;
    }();
    return kOffered;
}

}  // namespace bubblescope
