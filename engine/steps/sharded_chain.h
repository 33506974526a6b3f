#pragma once

#include "engine/steps/step.h"

#include <functional>

namespace bubblescope {

/// The ops of one element of a chain: a forward or backward of one unit.
///
/// Shapes  started: its first computed op; ended: its last computed op and, if one comes after that, its last
///         collective
struct Element {
    Each started;
    Each computed, sent;
};

/// When gradients of several microbatches are reduced: after the last one; after each; or shards after each, and their
/// sums over replicas after the last one.
enum class Accumulate { Last, Each, Scatter };
inline constexpr std::string_view kAccumulates[] = {"last", "each", "scatter"};  // in files
inline constexpr Parameter kAccumulateParameter = {
    .key = "accumulate",
    .type = ParameterType::Choice,
    .meaning = "when the gradients of several microbatches are reduced: after the last one, or after each",
    .choices = std::span(kAccumulates).first(2),
    .without = "what frameworks do with this kind of step"};

/// Parameters that control prefetching, reduction and freeing in FSDP.
struct Sharding {
    int prefetchForward = 2, prefetchBackward = 1, scatterLimit = 1;
    bool reshards = true, keepsLast = true, hasOneLane = true;
    bool reducesReplicas = false;  // an all-reduce over the replicas after each reduce-scatter
    bool keepsFirst = false;       // the last unit uses the first one's matrix
    Accumulate accumulate = Accumulate::Last;
};
Sharding shardingOf(const StepSetup& setup);
/// What the entry says; else what frameworks do if nobody asks.
Accumulate accumulateOf(const StepSetup& setup);

inline constexpr std::string_view kCommLanes[] = {"one", "split"};
/// The keys of `Sharding`.
inline constexpr Parameter kShardingParameters[] = {
    {.key = "prefetch_forward",
     .word = "prefetch, forward",
     .meaning = "how many units ahead a forward's all-gather may start",
     .least = 0,
     .most = kMaxLayers,
     .usual = 2,
     .use = withShards},
    {.key = "prefetch_backward",
     .word = "prefetch, backward",
     .meaning = "how many units ahead a backward's all-gather may start",
     .least = 0,
     .most = kMaxLayers,
     .usual = 1,
     .use = whenResharding},
    {.key = "rs_limit",
     .word = "reductions in flight",
     .meaning = "reduce-scatters in flight while backwards continue",
     .least = 0,
     .most = kMaxLayers,
     .usual = 1,
     .use = withShards},
    {.key = "reshard_after_forward",
     .type = ParameterType::Flag,
     .word = "reshard after forward",
     .meaning = "whether units are freed after their forward and gathered again for their backward",
     .usual = 1,
     .use = withShards},
    {.key = "keep_last",
     .type = ParameterType::Flag,
     .word = "keep last layer gathered",
     .meaning = "whether the last unit stays gathered from its forward to its backward",
     .usual = 1,
     .use = whenResharding},
    {.key = "comm_lanes",
     .type = ParameterType::Choice,
     .word = "communicators",
     .meaning = "whether all-gathers and reduce-scatters share one communicator or use two",
     .choices = kCommLanes,
     .without = "one",
     .use = withShards},
};

/// Concatenates lists of parameters.
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

/// The step time of such a chain with forward time f and backward time b (steps.md §6).
StepFormula formOfChain(const StepSetup& setup, FormInput in, double f, double b);

/// How the ops of a chain are emitted, and their times.
struct ChainOps {
    /// Emits the forward or backward of a layer; its first computed op waits for `after`.
    std::function<Element(bool isForward, int layer, int microbatch, std::span<const After> after)> element;
    const StepTimes &gather, &scatter, &reduce;
};

/// F_0..F_(L-1), B_(L-1)..B_0 for each microbatch, with the all-gathers before them and, in microbatches that reduce,
/// the reduce-scatters after them; the next microbatch then waits for these, and gathers when its turn has come.
/// Returns what the optimizer waits for; records what units keep.
///
/// Source  steps.md §1.1, fsdp and hsdp: what FSDP2's streams and events allow
std::vector<After> runShardedChain(const StepSetup& setup, const Sharding& sharding, int layers, int microbatches,
                                   const ChainOps& ops, StepBuilder& out);

}  // namespace bubblescope
