#include "engine/collectives/relations.h"

#include <algorithm>

namespace bubblescope {

namespace {

using enum Collective;

struct Pair {
    Collective collective;
    std::string_view id;
    Collective dual;
    std::string_view dualId;
};

// A self-dual algorithm is listed as both members; every other pair is listed once.
constexpr Pair kDuals[] = {
    {Broadcast, "direct", Reduce, "direct"},
    {Broadcast, "binomial", Reduce, "binomial"},
    {Broadcast, "ring", Reduce, "ring"},
    {Broadcast, "scatter-allgather", Reduce, "reducescatter-gather"},
    {Scatter, "direct", Gather, "direct"},
    {Scatter, "binomial", Gather, "binomial"},
    {Scatter, "ring", Gather, "ring"},
    {AllGather, "direct", ReduceScatter, "direct"},
    {AllGather, "ring", ReduceScatter, "ring"},
    {AllGather, "recursive-doubling", ReduceScatter, "recursive-halving"},
    {AllGather, "bruck", ReduceScatter, "bruck"},
    {AllReduce, "direct", AllReduce, "direct"},
    {AllReduce, "ring", AllReduce, "ring"},
    {AllReduce, "binomial", AllReduce, "binomial"},
    {AllReduce, "halving-doubling", AllReduce, "halving-doubling"},
    {AllReduce, "hierarchical", AllReduce, "hierarchical"},
};

struct Made {
    Collective collective;
    std::string_view id;
    Collective first, second;
};

constexpr Made kHalves[] = {
    {Broadcast, "scatter-allgather", Scatter, AllGather},
    {Reduce, "reducescatter-gather", ReduceScatter, Gather},
    {AllReduce, "direct", ReduceScatter, AllGather},
    {AllReduce, "ring", ReduceScatter, AllGather},
    {AllReduce, "binomial", Reduce, Broadcast},
    {AllReduce, "halving-doubling", ReduceScatter, AllGather},
    {AllReduce, "hierarchical", ReduceScatter, AllGather},
};

}  // namespace

const Algorithm* dualOf(const Algorithm& algorithm) {
    for (const Pair& pair : kDuals) {
        if (algorithm.collective == pair.collective && algorithm.id == pair.id)
            return findAlgorithm(pair.dual, pair.dualId);
        if (algorithm.collective == pair.dual && algorithm.id == pair.dualId)
            return findAlgorithm(pair.collective, pair.id);
    }
    return nullptr;
}

std::optional<Halves> halvesOf(const Algorithm& algorithm, const Plan& plan) {
    for (const Made& made : kHalves) {
        if (algorithm.collective != made.collective || algorithm.id != made.id || plan.steps.empty()) continue;
        // All sums come first; without sums, the ring that gathers takes one step fewer than there are ranks.
        std::size_t sums = 0;
        while (sums < plan.steps.size() && plan.adds(sums)) ++sums;
        return Halves{made.first, made.second,
                      sums > 0 ? sums : plan.steps.size() + 1 - static_cast<std::size_t>(plan.ranks)};
    }
    return std::nullopt;
}

}  // namespace bubblescope
