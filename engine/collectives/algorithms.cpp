// Collectives as plans. Ranks r, s, v are counted from the root and wrap around; n ranks, K = ceil(log2 n),
// L = floor(log2 n), p = 2^L.
//
// Source  Thakur, Rabenseifner, Gropp 2005, Optimization of Collective Communication Operations in MPICH;
//         Bruck et al. 1997, Efficient Algorithms for All-to-All Communications; Patarasu, Yuan 2009, Bandwidth Optimal
//         All-reduce Algorithms; tests/engine/tst_collectives.cpp compares with the plans of other programs
// Proof   tests/engine/tst_collectives.cpp runs each plan symbolically

#include "engine/collectives/collective.h"

#include "engine/collectives/pipelined.h"
#include "engine/collectives/side_by_side.h"
#include "engine/core/text.h"

#include <algorithm>
#include <bit>
#include <string>

namespace bubblescope {

namespace {

using Names = PlanWriter::Names;
using enum Mode;

int log2Up(int n) { return std::bit_width(static_cast<unsigned>(n - 1)); }
int log2Down(int n) { return std::bit_width(static_cast<unsigned>(n)) - 1; }
int powerBelow(int n) { return 1 << log2Down(n); }

Team unrooted(Team team) {
    team.root = 0;
    return team;
}

/// Writes the reverse of what `write` writes; Give becomes Copy if nothing is summed.
void writeDual(PlanWriter& out, void (*write)(PlanWriter&), Names names, bool reduces) {
    if (out.isCounting()) return write(out);
    PlanWriter forth(out.team(), out.slotCount(), names, PlanWriter::Writes::Plan);
    write(forth);
    Plan back = dualOf(forth.take());
    for (Transfer& transfer : back.transfers)
        if (!reduces) transfer.mode = Copy;
    out.append(back);
}

void broadcastDirect(PlanWriter& out) {
    out.step(Copy);
    for (int r = 1; r < out.team().ranks; ++r) out.sendAll(0, r);
}

void broadcastBinomial(PlanWriter& out) {
    const int n = out.team().ranks;
    for (int half = 1; half < n; half *= 2) {
        out.step(Copy);
        for (int v = 0; v < half && v + half < n; ++v) out.sendAll(v, v + half);
    }
}

void broadcastRing(PlanWriter& out) {
    const int n = out.team().ranks, pieces = out.slotCount();
    for (int t = 0; t < n - 2 + pieces; ++t) {
        out.step(Copy);
        for (int v = std::max(t - pieces + 1, 0); v <= std::min(t, n - 2); ++v) out.send(v, v + 1, t - v);
    }
}

void scatterDirect(PlanWriter& out) {
    out.step(Copy);
    for (int r = 1; r < out.team().ranks; ++r) out.send(0, r, r);
}

void scatterBinomial(PlanWriter& out) {
    const int n = out.team().ranks;
    for (int half = 1 << (log2Up(n) - 1); half > 0; half /= 2) {
        out.step(Copy);
        for (int v = 0; v + half < n; v += 2 * half)
            out.send(v, v + half, v + half, std::min(v + 2 * half, n) - v - half);
    }
}

void scatterRing(PlanWriter& out) {
    const int n = out.team().ranks;
    for (int t = 0; t < n - 1; ++t) {
        out.step(Copy);
        for (int v = 0; v <= t; ++v)
            if (const int slot = n - 1 - (t - v); slot > v) out.send(v, v + 1, slot);
    }
}

template <void (*write)(PlanWriter&)>
void gather(PlanWriter& out) {
    writeDual(out, write, Names::Ranks, false);
}

void allGatherDirect(PlanWriter& out) {
    out.step(Copy);
    for (int r = 0; r < out.team().ranks; ++r)
        for (int s = 0; s < out.team().ranks; ++s)
            if (s != r) out.send(r, s, r);
}

void allGatherRing(PlanWriter& out) {
    const int n = out.team().ranks;
    out.step(Copy);
    for (int r = 0; r < n; ++r) out.send(r, r + 1, r);
    for (int k = 1; k < n - 1; ++k) out.stepFurther(-1);
}

/// Only ranks below `p`, a power of two.
void allGatherDoubling(PlanWriter& out, int p) {
    for (int half = 1; half < p; half *= 2) {
        out.step(Copy);
        for (int r = 0; r < p; ++r) out.send(r, r ^ half, r & ~(half - 1), half);
    }
}

void allGatherBruck(PlanWriter& out) {
    const int n = out.team().ranks;
    for (int half = 1; half < n; half *= 2) {
        out.step(Copy);
        for (int r = 0; r < n; ++r) out.send(r, r - half, r, std::min(half, n - half));
    }
}

void reduceScatterDirect(PlanWriter& out) {
    out.step(Add);
    for (int r = 0; r < out.team().ranks; ++r)
        for (int s = 0; s < out.team().ranks; ++s)
            if (s != r) out.send(r, s, s);
}

void reduceScatterRing(PlanWriter& out) {
    const int n = out.team().ranks;
    out.step(Add);
    for (int r = 0; r < n; ++r) out.send(r, r + 1, r - 1);
    for (int k = 1; k < n - 1; ++k) out.stepFurther(-1);
}

void reduceScatterHalving(PlanWriter& out, int p) {
    for (int half = p / 2; half > 0; half /= 2) {
        out.step(Add);
        for (int r = 0; r < p; ++r) out.send(r, r ^ half, (r ^ half) & ~(half - 1), half);
    }
}

template <void (*write)(PlanWriter&), Names names>
void reduce(PlanWriter& out) {
    writeDual(out, write, names, true);
}

void allReduceOneShot(PlanWriter& out) {
    out.step(Add);
    for (int r = 0; r < out.team().ranks; ++r)
        for (int s = 0; s < out.team().ranks; ++s)
            if (s != r) out.sendAll(r, s);
}

/// Runs `write` among the first p ranks; the others first give them their data, and later receive the result.
template <class Write>
void folded(PlanWriter& out, const Write& write) {
    const int n = out.team().ranks, p = powerBelow(n);
    if (p < n) {
        out.step(Give);
        for (int i = 0; p + i < n; ++i) out.sendAll(p + i, i);
    }
    write(p);
    if (p == n) return;
    out.step(Copy);
    for (int i = 0; p + i < n; ++i) out.sendAll(i, p + i);
}

void allReduceDoubling(PlanWriter& out) {
    folded(out, [&](int p) {
        for (int half = 1; half < p; half *= 2) {
            out.step(Add);
            for (int r = 0; r < p; ++r) out.sendAll(r, r ^ half);
        }
    });
}

void allReduceHalvingDoubling(PlanWriter& out) {
    folded(out, [&](int p) {
        reduceScatterHalving(out, p);
        allGatherDoubling(out, p);
    });
}

/// Rank = node * m + local; block j is slots j*g .. j*g+g-1 of the g nodes.
void allReduceHierarchical(PlanWriter& out) {
    const int m = std::min(out.team().nodeSize, out.team().ranks), g = out.team().ranks / m;
    const auto insideNodes = [&](Mode mode, int behind) {
        for (int k = 0; k < m - 1; ++k) {
            out.step(mode);
            for (int node = 0; node < g; ++node)
                for (int local = 0; local < m; ++local)
                    out.send(node * m + local, node * m + (local + 1) % m, (local - k - behind + 2 * m) % m * g, g);
        }
    };
    const auto acrossNodes = [&](Mode mode, int behind) {
        for (int k = 0; k < g - 1; ++k) {
            out.step(mode);
            for (int node = 0; node < g; ++node)
                for (int local = 0; local < m; ++local)
                    out.send(node * m + local, (node + 1) % g * m + local, local * g + (node - k - behind + 2 * g) % g);
        }
    };
    insideNodes(Add, 1);
    acrossNodes(Add, 1);
    acrossNodes(Copy, 0);
    insideNodes(Copy, 0);
}

template <void (*first)(PlanWriter&), void (*second)(PlanWriter&)>
void both(PlanWriter& out) {
    first(out);
    second(out);
}

void allToAllDirect(PlanWriter& out) {
    out.step(Move);
    for (int r = 0; r < out.team().ranks; ++r)
        for (int s = 0; s < out.team().ranks; ++s)
            if (s != r) out.sendPairs(r, s, r, s);
}

void allToAllPairwise(PlanWriter& out) {
    const int n = out.team().ranks;
    for (int k = 1; k < n; ++k) {
        out.step(Move);
        for (int r = 0; r < n; ++r) out.sendPairs(r, r + k, r, r + k);
    }
}

void allToAllRing(PlanWriter& out) {
    const int n = out.team().ranks;
    for (int k = 0; k < n - 1; ++k) {
        out.step(Move);
        for (int r = 0; r < n; ++r) out.sendPairs(r, r + 1, r - k, r + 1, n - 1 - k);
    }
}

/// A slot that has to go d ranks moves 2^k ranks in the step of each bit k of d.
void allToAllBruck(PlanWriter& out) {
    const int n = out.team().ranks;
    for (int half = 1; half < n; half *= 2) {
        out.step(Move);
        for (int r = 0; r < n; ++r) {
            bool isFirst = true;
            for (int way = half; way < n; ++way) {
                if ((way & half) == 0) continue;
                const int origin = r - (way & (half - 1));
                if (isFirst)
                    out.sendPairs(r, r + half, origin, origin + way);
                else
                    out.alsoPairs(origin, origin + way);
                isFirst = false;
            }
        }
    }
}

void barrierDissemination(PlanWriter& out) {
    const int n = out.team().ranks;
    for (int half = 1; half < n; half *= 2) {
        out.step(Copy);
        for (int r = 0; r < n; ++r) out.send(r, r + half, 0);
    }
}

void sendDirect(PlanWriter& out) {
    out.step(Copy);
    out.sendAll(0, 1);
}

// Closed forms.

template <Terms (*terms)(int n)>
ClosedForm ofRanks(const Team& team) {
    return {terms(team.ranks)};
}

Terms once(int) { return {1, 1, 1}; }
Terms toAll(int n) { return {1, n - 1, 1}; }
Terms tree(int n) { return {log2Up(n), log2Up(n), 1}; }
Terms scatterThenRing(int n) { return {log2Up(n) + n - 1, 2 * (n - 1), n}; }
Terms slotsAtOnce(int n) { return {1, n - 1, n}; }
Terms slotsInTree(int n) { return {log2Up(n), n - 1, n}; }
Terms slotsInRing(int n) { return {n - 1, n - 1, n}; }
Terms slotsAtOnceTwice(int n) { return {2, 2 * (n - 1), n}; }
Terms ringTwice(int n) { return {2 * (n - 1), 2 * (n - 1), n}; }
Terms treeTwice(int n) { return {2 * log2Up(n), 2 * log2Up(n), 1}; }
int folds(int n) { return powerBelow(n) < n ? 2 : 0; }
Terms doubling(int n) { return {log2Down(n) + folds(n), log2Down(n) + folds(n), 1}; }
Terms halvingDoubling(int n) {
    const int p = powerBelow(n);
    return {2 * log2Down(n) + folds(n), 2 * (p - 1) + folds(n) * p, p};
}
Terms pairsInRing(int n) { return {n - 1, n - 1, 2}; }
Terms pairsInTree(int n) {
    long long bits = 0;
    for (int way = 0; way < n; ++way) bits += std::popcount(static_cast<unsigned>(way));
    return {log2Up(n), bits, n};
}
Terms tokens(int n) { return {log2Up(n), 0, 1}; }

int piecesOf(const Team& team) { return team.pieces > 0 ? team.pieces : team.ranks; }

ClosedForm chain(const Team& team) {
    const int pieces = piecesOf(team), steps = team.ranks - 2 + pieces;
    return {{steps, steps, pieces}};
}

template <Inside inside>
ClosedForm pipelined(const Team& team) {
    const int slots = pipelinedSlots(team);
    ClosedForm form;
    form.intra.betaUnder = form.inter.betaUnder = slots;
    for (const PortSteps& step : PortLoads(team, inside).steps(team.pieces)) {
        (step.inter > 0 ? form.inter : form.intra).alpha += step.times;
        form.intra.betaOver += step.times * step.intra;
        form.inter.betaOver += step.times * step.inter;
    }
    return form;
}

ClosedForm hierarchical(const Team& team) {
    const int m = std::min(team.nodeSize, team.ranks), g = team.ranks / m;
    return {{}, {2 * (m - 1), 2 * (m - 1), m}, {2 * (g - 1), 2 * (g - 1), g * m}};
}

using enum Collective;

constexpr auto reduceByDirect = reduce<broadcastDirect, Names::Parts>;
constexpr auto reduceByTree = reduce<broadcastBinomial, Names::Parts>;
constexpr auto reduceScatterByBruck = reduce<allGatherBruck, Names::Ranks>;

template <void (*write)(PlanWriter&, int p)>
void ofAll(PlanWriter& out) {
    write(out, out.team().ranks);
}

// Why the algorithms send as much as they do.
constexpr Reason kGathered{"(n − 1) / n", "A rank has one part of %1 and needs the other %2, each S/%1:"};
constexpr Reason kScattered{
    "(n − 1) / n",
    "Every slot's sum needs a part from each of the other %2 ranks, so every rank sends %2 parts "
    "of S/%1:"};
constexpr Reason kHandedOut{"(n − 1) / n", "The root keeps one part of %1 and sends the other %2, each S/%1:"};
constexpr Reason kCollected{"(n − 1) / n", "The root has one part of %1 and receives the other %2, each S/%1:"};
constexpr Reason kExchanged{
    "(n − 1) / n",
    "A rank keeps one slot of %1 and sends the other %2, each S/%1, directly to the ranks they are for:"};

constexpr Reason kBroadcastDirect{"n − 1", "The root sends all of S %2 times:"};
constexpr Reason kBroadcastBinomial{
    "log₂ n", "The number of ranks that have the data doubles with every step, but each step sends all of S:"};
constexpr Reason kBroadcastRing{
    "(n − 2 + m) / m",
    "Pieces travel down a chain, one behind the other; the last of m arrives after n − 2 + m steps of S/m:"};
constexpr Reason kBroadcastScatterAllgather{
    "2 (n − 1) / n", "The slots are scattered, (n − 1)/n of S, and then a ring gathers all of them on every rank:"};
constexpr Reason kReduceDirect{"n − 1", "The root receives all of S %2 times:"};
constexpr Reason kReduceBinomial{
    "log₂ n", "The number of ranks with partial sums halves with every step, but each step sends all of S:"};
constexpr Reason kReduceRing{
    "(n − 2 + m) / m",
    "Pieces travel up a chain, one behind the other, and every rank adds its own data; the last of m arrives after "
    "n − 2 + m steps of S/m:"};
constexpr Reason kReduceReducescatterGather{
    "2 (n − 1) / n", "A ring sums each slot on one rank, (n − 1)/n of S, and then the root gathers the slots:"};
constexpr Reason kAllReduceDirect{
    "2 (n − 1) / n",
    "Every rank sends each other rank its slot to sum, and then sends its own sum to all: %2 slots twice, in only two "
    "steps:"};
constexpr Reason kAllReduceOneShot{"n − 1",
                                   "Every rank sends its whole buffer to the %2 others in one step: one latency, but "
                                   "%2 whole buffers over every link:"};
constexpr Reason kAllReduceRing{
    "2 (n − 1) / n",
    "A slot visits all %1 ranks to be summed, in %2 hops, and %2 more hops pass the sum around. In every step a rank "
    "sends S/%1:"};
constexpr Reason kAllReduceBinomial{
    "2 log₂ n",
    "A tree sums the whole buffer in half of the %3 steps and distributes it in the other half. In each step the "
    "busiest rank sends or receives all of S:"};
constexpr Reason kAllReduceRecursiveDoubling{
    "log₂ n",
    "In every step, pairs of ranks exchange the whole buffer, and each sum covers twice as many ranks: few steps, but "
    "all of S in each:"};
constexpr Reason kAllReduceHalvingDoubling{
    "2 (n − 1) / n",
    "Half of the buffer in the first step, a quarter in the second, and so on: S/2 + S/4 + … is (n − 1)/n of S, "
    "and the same again in reverse:"};
constexpr Reason kAllReduceHierarchical{
    "2 (n − 1) / n",
    "First each node sums among its own ranks, over the fast link. Then only S divided by the ranks per node crosses "
    "between nodes, and the same again in reverse:"};
constexpr Reason kAllReduceDoubleTree{
    "≤ 2",
    "Pieces go up a tree of nodes to be summed and down again, one behind the other. A node inside a tree receives "
    "from two others and sends to one, and the same again in reverse; each of the two trees has half of S, and no node "
    "is inside both:"};
constexpr Reason kAllReduceInSwitch{
    "1 to 2",
    "The switch of a node sums what its ranks send and copies the sum to all of them, so each rank sends S once and "
    "receives S once, at the same time. Across nodes, ranks then combine these sums in "
    "trees:"};
constexpr Reason kAllToAllRing{"(n − 1) / 2",
                               "A slot for the rank k places ahead takes k hops, so slots are sent again and again:"};
constexpr Reason kAllToAllBruck{
    "Σ bits / n", "A slot takes one hop per bit set in its distance: few steps, but it is sent once per bit:"};
constexpr Reason kBarrierDissemination{
    "no bytes", "A token carries no data, it only says that a rank has arrived, so the time is all latency:"};
constexpr Reason kSendDirect{"1", "All of S is sent once:"};

constexpr Algorithm ofNccl(Algorithm algorithm) {
    algorithm.isOfNccl = true;
    return algorithm;
}

constexpr Algorithm sideBySide(Algorithm algorithm) {
    algorithm.sendsManyAtOnce = true;
    algorithm.pace = StepPace::Rings;
    return ofNccl(algorithm);
}

constexpr Algorithm kAlgorithms[] = {
    {Broadcast, "direct", broadcastDirect, ofRanks<toAll>, kBroadcastDirect, Names::Ranks, false, true},
    {Broadcast, "binomial", broadcastBinomial, ofRanks<tree>, kBroadcastBinomial},
    ofNccl({Broadcast, "ring", broadcastRing, chain, kBroadcastRing, Names::Parts}),
    {Broadcast, "scatter-allgather", both<scatterBinomial, allGatherRing>, ofRanks<scatterThenRing>,
     kBroadcastScatterAllgather},
    ofNccl({Scatter, "direct", scatterDirect, ofRanks<slotsAtOnce>, kHandedOut, Names::Ranks, false, true}),
    {Scatter, "binomial", scatterBinomial, ofRanks<slotsInTree>, kHandedOut},
    {Scatter, "ring", scatterRing, ofRanks<slotsInRing>, kHandedOut},
    ofNccl({Gather, "direct", gather<scatterDirect>, ofRanks<slotsAtOnce>, kCollected, Names::Ranks, false, true}),
    {Gather, "binomial", gather<scatterBinomial>, ofRanks<slotsInTree>, kCollected},
    {Gather, "ring", gather<scatterRing>, ofRanks<slotsInRing>, kCollected},
    {AllGather, "direct", allGatherDirect, ofRanks<slotsAtOnce>, kGathered, Names::Ranks, false, true, true},
    ofNccl({AllGather, "ring", allGatherRing, ofRanks<slotsInRing>, kGathered}),
    {AllGather, "recursive-doubling", ofAll<allGatherDoubling>, ofRanks<slotsInTree>, kGathered, Names::Ranks, true},
    {AllGather, "bruck", allGatherBruck, ofRanks<slotsInTree>, kGathered},
    {Reduce, "direct", reduceByDirect, ofRanks<toAll>, kReduceDirect, Names::Parts, false, true},
    {Reduce, "binomial", reduceByTree, ofRanks<tree>, kReduceBinomial, Names::Parts},
    ofNccl({Reduce, "ring", reduce<broadcastRing, Names::Parts>, chain, kReduceRing, Names::Parts}),
    {Reduce, "reducescatter-gather", both<reduceScatterRing, gather<scatterBinomial>>, ofRanks<scatterThenRing>,
     kReduceReducescatterGather},
    {AllReduce, "direct", both<reduceScatterDirect, allGatherDirect>, ofRanks<slotsAtOnceTwice>, kAllReduceDirect,
     Names::Ranks, false, true, true},
    {AllReduce, "one-shot", allReduceOneShot, ofRanks<toAll>, kAllReduceOneShot, Names::Ranks, false, true},
    ofNccl({AllReduce, "ring", both<reduceScatterRing, allGatherRing>, ofRanks<ringTwice>, kAllReduceRing}),
    {AllReduce, "binomial", both<reduceByTree, broadcastBinomial>, ofRanks<treeTwice>, kAllReduceBinomial},
    {AllReduce, "recursive-doubling", allReduceDoubling, ofRanks<doubling>, kAllReduceRecursiveDoubling},
    {AllReduce, "halving-doubling", allReduceHalvingDoubling, ofRanks<halvingDoubling>, kAllReduceHalvingDoubling},
    {AllReduce, "hierarchical", allReduceHierarchical, hierarchical, kAllReduceHierarchical, Names::Ranks, false, false,
     false, StepPace::Phase},
    ofNccl({AllReduce, "double-tree", allReducePipelined<Inside::Chain>, pipelined<Inside::Chain>, kAllReduceDoubleTree,
            Names::Parts, false, true, false, StepPace::Ports, Inside::Chain}),
    ofNccl({AllReduce, "in-switch", allReducePipelined<Inside::Switch>, pipelined<Inside::Switch>, kAllReduceInSwitch,
            Names::Parts, false, true, false, StepPace::Ports, Inside::Switch}),
    {ReduceScatter, "direct", reduceScatterDirect, ofRanks<slotsAtOnce>, kScattered, Names::Ranks, false, true, true},
    ofNccl({ReduceScatter, "ring", reduceScatterRing, ofRanks<slotsInRing>, kScattered}),
    {ReduceScatter, "recursive-halving", ofAll<reduceScatterHalving>, ofRanks<slotsInTree>, kScattered, Names::Ranks,
     true},
    {ReduceScatter, "bruck", reduceScatterByBruck, ofRanks<slotsInTree>, kScattered},
    ofNccl({AllToAll, "direct", allToAllDirect, ofRanks<slotsAtOnce>, kExchanged, Names::Pairs, false, true, true}),
    {AllToAll, "pairwise", allToAllPairwise, ofRanks<slotsInRing>, kExchanged, Names::Pairs, false, false, true},
    {AllToAll, "ring", allToAllRing, ofRanks<pairsInRing>, kAllToAllRing, Names::Pairs},
    {AllToAll, "bruck", allToAllBruck, ofRanks<pairsInTree>, kAllToAllBruck, Names::Pairs},
    ofNccl({Barrier, "dissemination", barrierDissemination, ofRanks<tokens>, kBarrierDissemination, Names::Parts}),
    ofNccl({Send, "direct", sendDirect, ofRanks<once>, kSendDirect}),
};

/// Rings side by side, in the order of their collectives; the list above has the same ids.
constexpr Algorithm kRings[] = {
    sideBySide({Broadcast, "ring", broadcastRings, chain, kBroadcastRing, Names::Parts}),
    sideBySide({Scatter, "ring", scatterRings, ofRanks<slotsInRing>, kHandedOut}),
    sideBySide({Gather, "ring", gather<scatterRings>, ofRanks<slotsInRing>, kCollected}),
    sideBySide({AllGather, "ring", allGatherRings, ofRanks<slotsInRing>, kGathered}),
    sideBySide({Reduce, "ring", reduce<broadcastRings, Names::Parts>, chain, kReduceRing, Names::Parts}),
    sideBySide({AllReduce, "ring", both<reduceScatterRings, allGatherRings>, ofRanks<ringTwice>, kAllReduceRing}),
    sideBySide({ReduceScatter, "ring", reduceScatterRings, ofRanks<slotsInRing>, kScattered}),
};

constexpr CollectiveInfo kCollectives[] = {
#define COLLECTIVE(name, id, title, rooted, reduces, meaning) {Collective::name, id, title, rooted, reduces, meaning},
#include "engine/collectives/collectives.def"
#undef COLLECTIVE
};

/// How many slots the buffer of a rank is cut into.
int slotsFor(const Algorithm& algorithm, const Team& team) {
    if (team.ranks == 1) return 1;
    if (algorithm.collective == Barrier) return 1;
    if (algorithm.pace == StepPace::Ports) return pipelinedSlots(team);
    if (algorithm.closedForm == chain) return team.rings * piecesOf(team);
    if (algorithm.pace == StepPace::Rings) return team.rings * team.ranks;
    if (algorithm.write == allReduceHalvingDoubling) return powerBelow(team.ranks);
    return team.ranks;
}

}  // namespace

std::span<const CollectiveInfo> collectives() { return kCollectives; }

const CollectiveInfo& infoOf(Collective collective) { return kCollectives[static_cast<std::size_t>(collective)]; }

const CollectiveInfo* findCollective(std::string_view id) {
    const auto found = std::ranges::find(kCollectives, id, &CollectiveInfo::id);
    return found == std::end(kCollectives) ? nullptr : found;
}

std::span<const Algorithm> algorithmsOf(Collective collective) {
    const auto found = std::ranges::equal_range(kAlgorithms, collective, {}, &Algorithm::collective);
    return {found.begin(), found.end()};
}

const Algorithm* findAlgorithm(Collective collective, std::string_view id) {
    const auto all = algorithmsOf(collective);
    const auto found = std::ranges::find(all, id, &Algorithm::id);
    return found == all.end() ? nullptr : &*found;
}

const Algorithm& runBy(const Team& team, const Algorithm& algorithm) {
    if (team.rings == 1 || algorithm.id != "ring") return algorithm;
    const auto found = std::ranges::find(kRings, algorithm.collective, &Algorithm::collective);
    return found == std::end(kRings) ? algorithm : *found;
}

std::vector<int> nearestRanks(const Algorithm& algorithm, const Team& team) {
    const int n = team.ranks;
    if (algorithm.needsPowerOfTwo && !std::has_single_bit(static_cast<unsigned>(n)))
        return {powerBelow(n), 2 * powerBelow(n)};
    const int beyond = n % team.nodeSize;
    if (algorithm.usesTwoLinks() && n > team.nodeSize && beyond != 0) return {n - beyond, n - beyond + team.nodeSize};
    return {};
}

Result<void> checkTeam(const Algorithm& algorithm, const Team& team) {
    if (algorithm.pace == StepPace::Ports && algorithm.inside == Inside::Switch && team.nodeSize == 1)
        return Error{"needs nodes of at least 2 ranks, which their switch sums", "cluster.node_size"};
    const std::vector<int> nearest = nearestRanks(algorithm, team);
    if (nearest.empty()) return {};
    const std::string has = ", has " + std::to_string(team.ranks) + "; nearest: " + std::to_string(nearest[0]) +
                            " and " + std::to_string(nearest[1]);
    if (algorithm.needsPowerOfTwo) return Error{"needs a power of two" + has, "ranks"};
    return Error{"needs a multiple of " + std::to_string(team.nodeSize) + " ranks, the size of a node" + has, "ranks"};
}

ClosedForm closedFormOf(const Algorithm& algorithm, const Team& team) {
    if (team.ranks == 1) return {};
    const Algorithm& run = runBy(team, algorithm);
    Team used = team;
    if (run.pace == StepPace::Ports) used.pieces = std::max(used.pieces, 1);
    return run.closedForm(used);
}

Result<Plan> planOf(const Algorithm& listed, const Team& wanted, int mostRanks) {
    const Algorithm& algorithm = runBy(wanted, listed);
    if (auto ok = checkTeam(algorithm, wanted); !ok) return ok.error();
    if (wanted.ranks > mostRanks)
        return Error{"a plan can have at most " + std::to_string(mostRanks) + " ranks, this one has " +
                         std::to_string(wanted.ranks),
                     "ranks"};
    Team team = infoOf(algorithm.collective).isRooted ? wanted : unrooted(wanted);
    if (algorithm.pace == StepPace::Ports) team.pieces = std::max(team.pieces, 1);
    const int slots = slotsFor(algorithm, team);
    PlanWriter counted(team, slots, algorithm.slotsName, PlanWriter::Writes::SizeAlone);
    PlanWriter written(team, slots, algorithm.slotsName, PlanWriter::Writes::Plan);
    if (team.ranks == 1) return written.take();
    const bool areCut = algorithm.pace == StepPace::Rings && algorithm.slotsName == Names::Ranks;
    written.setPieces(areCut ? team.rings : 1);
    algorithm.write(counted);
    if (!counted.size().isWithinLimits())
        return Error{"the plan has " + withThousands(static_cast<long long>(counted.size().transfers)) +
                         " transfers of " + withThousands(static_cast<long long>(counted.size().slotEntries)) +
                         " slots, too many to show; the limits are " +
                         withThousands(static_cast<long long>(kMaxTransfers)) + " and " +
                         withThousands(static_cast<long long>(kMaxSlotEntries)),
                     "ranks"};
    written.reserve(counted.size());
    algorithm.write(written);
    return written.take();
}

}  // namespace bubblescope
