#pragma once

#include "engine/scenario/durations.h"
#include "engine/steps/sharded_chain.h"

#include <functional>

namespace bubblescope {

/// How the replicas of a pipeline's ranks share work: collectives of gradients and of sharded parameters.
struct PipelineSharing {
    enum class Unshard { Never, Once, Always, Actions };
    Unshard unshard = Unshard::Never;
    int activeLimit = 3;      // stages unsharded at the same time, by actions
    bool syncsAtEnd = false;  // on the compute lane, or alongside it
    int pieces = 1;           // pieces of a chunk's last op; each releases its share of the gradients
    bool syncs = true;
    bool syncsEach = false;  // after each backward of a chunk
    Group group = Group::Grad;
    enum class Updated { Whole, Ahead, After };
    Updated updated = Updated::Whole;  // when sharded updates are gathered: a chunk before its first op, or at the end
};
PipelineSharing sharingOf(const StepSetup& setup, bool isSharded);

/// Keys of every kind that runs a pipeline.
inline constexpr std::string_view kSyncs[] = {"overlap", "end"}, kSyncsOfMesh[] = {"end", "overlap"},
                                  kUnshards[] = {"once", "always", "actions"};
inline constexpr std::string_view kUpdates[] = {"after", "overlap"};
inline constexpr std::string_view kSyncsWords[] = {"overlap compute", "at the end"},
                                  kSyncsOfMeshWords[] = {"at the end", "overlap compute"},
                                  kUnshardWords[] = {"once", "before every op", "PyTorch actions"};
inline constexpr Parameter kZeroParameter = {
    .key = "zero",
    .meaning = "with a model, what replicas shard, as the stages of ZeRO: 1 optimizer state, 2 gradients, 3 parameters",
    .least = 0,
    .most = 3,
    .usual = 1};
inline constexpr Parameter kUpdateParameter = {
    .key = "gather",
    .type = ParameterType::Choice,
    .word = "gathers",
    .meaning = "with zero, when updated parameters are gathered: after the optimizer, or before the next forwards",
    .choices = kUpdates,
    .choiceWords = kGatherWords,
    .without = "after the optimizer"};
inline constexpr std::string_view kEnds[] = {"embedding", "loss"};
inline constexpr Parameter kEndParts[] = {{.key = "", .type = ParameterType::Text, .choices = kEnds}};
inline constexpr Parameter kAccountParameter = {
    .key = "account_for",
    .type = ParameterType::List,
    .meaning = "with a model, what counts as a layer where layers are divided among stages: embedding, loss",
    .most = 2,
    .parts = kEndParts};
/// What replicas shard in a mesh or a pipeline; 0 without a model.
int zeroOf(const StepSetup& setup);

#define BUBBLESCOPE_PIPELINE_PARAMETERS(syncs)                                                                        \
    {.key = "schedule",                                                                                               \
     .type = ParameterType::Order,                                                                                    \
     .meaning = "schedule of the pipeline: its id, or an object with its kind and keys",                              \
     .usualText = "1f1b",                                                                                             \
     .use = withStages},                                                                                              \
        {.key = "sync",                                                                                               \
         .type = ParameterType::Choice,                                                                               \
         .word = "gradients",                                                                                         \
         .meaning =                                                                                                   \
             "when gradients are summed: overlapping with compute, or after the last op (the default of a mesh)",     \
         .choices = syncs,                                                                                            \
         .choiceWords = syncs##Words,                                                                                 \
         .without = (syncs)[0],                                                                                       \
         .use = withStages},                                                                                          \
    {                                                                                                                 \
        .key = "sync_pieces", .word = "pieces of last backward",                                                      \
        .meaning = "pieces of a chunk's last op; each releases its share of the gradients", .least = 1, .most = 1000, \
        .usual = 1, .use = whenSummedEarly                                                                            \
    }
#define BUBBLESCOPE_UNSHARD_PARAMETERS                                                                          \
    {.key = "unshard",                                                                                          \
     .type = ParameterType::Choice,                                                                             \
     .word = "gathers",                                                                                         \
     .meaning = "when a chunk's parameters are gathered: once, before every op, or by PyTorch's actions",       \
     .choices = kUnshards,                                                                                      \
     .choiceWords = kUnshardWords,                                                                              \
     .without = "once",                                                                                         \
     .use = withShardedStages},                                                                                 \
    {                                                                                                           \
        .key = "active_limit", .word = "most gathered stages",                                                  \
        .meaning = "most stages gathered at the same time, with actions", .least = 1, .most = 1000, .usual = 3, \
        .use = whenActing                                                                                       \
    }

/// A part of an op that has been emitted: `done` of `all` equal parts.
using PartOfOp = std::function<void(int done, int all, const Element& element)>;
/// Emits one op of a stage, possibly of a fused pair, on the ranks of its device. The op waits for `after`; its
/// computation also waits for the gathered parameters. Calls part(), if it is set, after each of the op's parts.
using StageOp = std::function<Element(Op op, WorkerId device, std::span<const After> after,
                                      std::span<const After> gathered, const PartOfOp& part)>;

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

/// The first layer of a stage: layers go to stages in order, and the first stages get one more.
constexpr int firstLayerOf(int stage, int layers, int stages) {
    return stage * (layers / stages) + std::min(stage, layers % stages);
}

/// Op durations of whole stages, from the workload or a model. If a fused pair takes longer than the sum of its two
/// ops, the excess is split in proportion to their durations.
class StageDurations {
public:
    explicit StageDurations(const StepSetup& setup);
    Time of(Op op, WorkerId device) const;

private:
    Time moreOf(Op op, WorkerId device) const;

    const StepSetup& m_setup;
    Durations m_durations;
    int m_stages;
};

/// Emits the ops of a stage whole.
class WholeStages {
public:
    WholeStages(const StepSetup& setup, StepBuilder& out);
    Element operator()(Op op, WorkerId device, std::span<const After> after, std::span<const After> gathered,
                       const PartOfOp& part);

private:
    /// The part of a stage that is a chain before its first computed op.
    Time leadOf(Op op) const;

    const StepSetup& m_setup;
    StageDurations m_durations;
    StepBuilder& m_out;
    int m_pieces;                // of an op that calls back after each
    std::vector<Each> m_before;  // by device: its last op
};

/// PyTorch's order of gathers: the next stages that a device computes, of which at most `limit` are unsharded.
class Unsharding {
public:
    /// `ops` of one device in order, each with its stage; both ops of a fused pair count together.
    Unsharding(std::span<const Op> ops, int limit) : m_ops(ops), m_limit(limit) {}

    /// Calls reshard(stage), ascending, and then unshard(stage), in order of use, for what precedes an op.
    template <class Reshard, class Unshard>
    void before(std::size_t op, Reshard reshard, Unshard unshard) {
        std::vector<int> next;
        const auto take = [&](Op one) {
            if (std::find(next.begin(), next.end(), one.stage().value) == next.end()) next.push_back(one.stage().value);
        };
        for (std::size_t at = op; at < m_ops.size() && static_cast<int>(next.size()) < m_limit; ++at) {
            take(m_ops[at]);
            if (m_ops[at].opensPair() && at + 1 < m_ops.size()) take(m_ops[++at]);
        }
        std::sort(m_active.begin(), m_active.end());
        std::erase_if(m_active, [&](int stage) {
            const bool isOver = std::find(next.begin(), next.end(), stage) == next.end();
            if (isOver) reshard(stage);
            return isOver;
        });
        for (const int stage : next) {
            if (std::find(m_active.begin(), m_active.end(), stage) != m_active.end()) continue;
            m_active.push_back(stage);
            unshard(stage);
        }
    }
    std::vector<int> active() const { return m_active; }

private:
    std::span<const Op> m_ops;
    int m_limit;
    std::vector<int> m_active;
};

/// The program of the pipeline's schedule.
Result<Program> orderOf(const StepSetup& setup);

/// The step time of a pipeline with the given forward and backward times on every device.
StepFormula formOfPipeline(const StepSetup& setup, FormInput in, Time forward, Time backward, bool isSharded);

}  // namespace bubblescope
