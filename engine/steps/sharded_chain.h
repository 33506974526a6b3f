#pragma once

#include "engine/steps/step.h"

#include <functional>

namespace bubblescope {

/// The ops of one element of a chain: a forward or backward of one unit.
///
/// Shapes  started: its first computed op; ended: what all of it has ended with, its last computed op and, where one
///         comes after that, its last collective
struct Element {
    Each started;
    Each computed, sent;
};

/// Parameters that every prefetched gather, reduction and freed unit of fsdp goes by.
struct Sharding {
    int prefetchForward = 2, prefetchBackward = 1, scatterLimit = 1;
    bool reshards = true, keepsLast = true, hasOneLane = true;
    bool reducesReplicas = false;  // an all-reduce over the replicas after each reduce-scatter
    bool keepsFirst = false;       // whose matrix feeds the last
};
Sharding shardingOf(const StepSetup& setup);

inline constexpr std::string_view kCommLanes[] = {"one", "split"};
/// The keys of `Sharding`.
inline constexpr Parameter kShardingParameters[] = {
    {.key = "prefetch_forward",
     .meaning = "how many units ahead a forward's all-gather may start",
     .least = 0,
     .most = kMaxLayers,
     .usual = 2},
    {.key = "prefetch_backward",
     .meaning = "how many units ahead a backward's all-gather may start",
     .least = 0,
     .most = kMaxLayers,
     .usual = 1},
    {.key = "rs_limit",
     .meaning = "reduce-scatters that may run while backwards go on",
     .least = 0,
     .most = kMaxLayers,
     .usual = 1},
    {.key = "reshard_after_forward",
     .type = ParameterType::Flag,
     .meaning = "whether units are freed after their forward and gathered again for their backward",
     .usual = 1},
    {.key = "keep_last",
     .type = ParameterType::Flag,
     .meaning = "whether the last unit is kept from its forward to its backward",
     .usual = 1},
    {.key = "comm_lanes",
     .type = ParameterType::Choice,
     .meaning = "whether all-gathers and reduce-scatters share one communicator, or run on lanes of their own",
     .choices = kCommLanes,
     .without = "one"},
};

/// Lists of parameters, one after another.
template <std::size_t... Sizes>
constexpr auto joined(const Parameter (&... lists)[Sizes]) {
    std::array<Parameter, (Sizes + ...)> all{};
    std::size_t at = 0;
    const auto add = [&](std::span<const Parameter> list) {
        for (const Parameter& parameter : list) all[at++] = parameter;
    };
    (add(lists), ...);
    return all;
}

/// The step time of such a chain whose forwards take f and whose backwards b (steps.md §6).
StepFormula formOfChain(const StepSetup& setup, FormInput in, double f, double b);

/// Where a chain's ops get what they are told by.
struct ChainOps {
    /// Emits the forward or backward of a layer; its first computed op waits for `after`.
    std::function<Element(bool isForward, int layer, int microbatch, std::span<const After> after)> element;
    const StepTimes &gather, &scatter, &reduce;
};

/// F_0..F_(L-1), B_(L-1)..B_0 for each microbatch, with the all-gathers that go before and, in the last, the
/// reduce-scatters after. Returns what the optimizer waits for; notes what units keep.
///
/// Source  steps.md §1.1, fsdp and hsdp: what FSDP2's streams and events allow
std::vector<After> runShardedChain(const StepSetup& setup, const Sharding& sharding, int layers, int microbatches,
                                   const ChainOps& ops, StepBuilder& out);

}  // namespace bubblescope
