#pragma once

#include "engine/model/durations.h"
#include "engine/steps/sharded_chain.h"

#include <functional>

namespace bubblescope {

/// How a pipeline's ranks share what their replicas do: collectives of gradients, and of parameters that are sharded.
struct PipelineSharing {
    enum class Unshard { Never, Once, Always, Actions };
    Unshard unshard = Unshard::Never;
    int activeLimit = 3;      // stages unsharded at once, by actions
    bool syncsAtEnd = false;  // on the compute lane, or beside it
    int pieces = 1;           // of the last op of a chunk before its collective
    bool syncs = true;
    Group group = Group::Grad;
};
PipelineSharing sharingOf(const StepSetup& setup, bool isSharded);

/// Keys of every kind that runs a pipeline.
inline constexpr std::string_view kSyncs[] = {"overlap", "end"}, kUnshards[] = {"once", "always", "actions"};
#define BUBBLESCOPE_PIPELINE_PARAMETERS                                                                               \
    {.key = "schedule",                                                                                               \
     .type = ParameterType::Order,                                                                                    \
     .meaning = "the order of a pipeline's ops: the id of a schedule, or an object of its kind and parameters",       \
     .usualText = "1f1b"},                                                                                            \
        {.key = "sync",                                                                                               \
         .type = ParameterType::Choice,                                                                               \
         .meaning = "when gradients are summed: beside compute, or after the last op",                                \
         .choices = kSyncs,                                                                                           \
         .without = "overlap"},                                                                                       \
    {                                                                                                                 \
        .key = "sync_pieces", .meaning = "pieces of a chunk's last op, each of which lets its share of gradients go", \
        .least = 1, .most = 1000, .usual = 1                                                                          \
    }
#define BUBBLESCOPE_UNSHARD_PARAMETERS                                                                              \
    {.key = "unshard",                                                                                              \
     .type = ParameterType::Choice,                                                                                 \
     .meaning = "when a chunk's parameters are gathered: once, before every op, or as PyTorch's actions do",        \
     .choices = kUnshards,                                                                                          \
     .without = "once"},                                                                                            \
    {                                                                                                               \
        .key = "active_limit", .meaning = "stages that are gathered at once, by actions", .least = 1, .most = 1000, \
        .usual = 3                                                                                                  \
    }

/// Emits one op of a stage on the ranks of its device, after what it waits for and, before it computes, its parameters.
using StageOp =
    std::function<Element(Op op, WorkerId device, std::span<const After> after, std::span<const After> gathered)>;

/// All ops of a pipeline in the order of its schedule, with the collectives of its replicas and the optimizer.
///
/// Errors  what the schedule refuses; a deadlock of its order
Result<void> runPipeline(const StepSetup& setup, const PipelineSharing& sharing, const StageOp& stageOp,
                         StepBuilder& out);

/// Piece `index` of `pieces` of a time, as whole micro-units.
constexpr Time pieceOf(Time time, int pieces, int index) {
    const Time rest = time % pieces;
    return time / pieces + rest * (index + 1) / pieces - rest * index / pieces;
}

/// A stage's ops whole, with the workload's times.
class WholeStages {
public:
    WholeStages(const StepSetup& setup, StepBuilder& out);
    Element operator()(Op op, WorkerId device, std::span<const After> after, std::span<const After> gathered) const;

private:
    Durations m_durations;
    int m_stages;
    StepBuilder& m_out;
};

/// The order that a pipeline's schedule makes.
Result<Program> orderOf(const StepSetup& setup);

/// The step time of a pipeline whose forwards take `forward` and whose backwards `backward` on every device.
StepFormula formOfPipeline(const StepSetup& setup, FormInput in, Time forward, Time backward, bool isSharded);

}  // namespace bubblescope
