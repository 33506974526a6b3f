#pragma once

#include "engine/analysis/metrics.h"
#include "engine/analysis/spending.h"
#include "engine/sim/costs.h"
#include "engine/sim/timeline.h"
#include "engine/steps/step.h"
#include "engine/steps/step_memory.h"

#include <functional>

namespace bubblescope {

/// How a rank spent the step (steps.md §5).
///
/// Invariants  compute + exposedComm + exposedOffload + idle = the step; comm includes what overlaps with compute
struct StepWorker {
    Time compute = 0, comm = 0, exposedComm = 0, exposedOffload = 0, idle = 0;

    friend bool operator==(const StepWorker&, const StepWorker&) = default;
};

/// Figures of a step with a model: utilization as a share of the peak of all ranks, for the model's FLOPs (mfu) and
/// including recompute (hfu); tokens per second over all ranks; and sequences per step.
struct StepFigures {
    double mfu = 0, hfu = 0, tokensPerSecond = 0, sequences = 0;
};

/// A training step that has run.
///
/// Shapes      workers[worker] of the timeline's program; worker w stands for ranks.count[w] ranks
/// Units       meanCompute and exposedComm in micro-units, averaged over all ranks
/// Invariants  immutable once made
struct StepRun {
    StepSetup setup;
    StepNames names;
    RankClasses ranks;
    std::array<Group, kOpKinds> groupOfKind{};
    std::vector<std::vector<int>> buckets;  // layers of each; only of ddp and zero
    std::shared_ptr<const Timeline> timeline;
    Column<Time> durations;  // by op of the program's needs
    std::shared_ptr<const ProgramLoad> load;
    std::vector<StepWorker> workers;
    std::shared_ptr<const Spendings> spending;
    double meanCompute = 0, exposedComm = 0, overlap = 1, bubbleRatio = 0;
    std::optional<Time> slowCost;        // due to slow ranks; nothing if none is slow or it was not computed
    std::optional<SentAmounts> sent;     // mean per rank; nothing if no message is known
    std::vector<KeptBytes> kept;         // only with a model
    std::vector<WorkerMemory> memory;    // by worker; only with a model
    std::optional<StepFigures> figures;  // only with a model
    StepFormula form;
    Time lowerBound = 0;  // with a pipeline
    double generateSeconds = 0, simulateSeconds = 0;

    /// The peak of the worker that keeps most; 0 without a model.
    std::int64_t memoryPeak() const;
    /// The worker that keeps most, the first of several; nothing without a model.
    std::optional<std::size_t> fullestWorker() const;
    /// Whether the peak exceeds the device's memory.
    bool isOverMemory() const;
    /// Whether it fits, but the memory is so full that it will be slower than predicted.
    bool isToTheBrim() const;
    bool runsPipeline() const { return setup.runsPipeline(); }
    std::uint64_t bytesOfColumns() const;
};

/// Builds the program of a step and runs it. With Folding::Equal, ranks that do the same are one worker; the result
/// equals that of the full program.
///
/// Errors  placed at a key of the entry; cancelled()
/// Cost    about 60 ns per op and worker
/// Thread  any; pure
Result<StepRun> runStep(const ResolvedSchedule& schedule, Folding folding = Folding::Equal, std::stop_token stop = {},
                        const Progress& progress = {});

/// The same for a step that is already set up.
Result<StepRun> runStep(StepSetup setup, Folding folding = Folding::Equal, std::stop_token stop = {},
                        const Progress& progress = {});

/// By how much slow or fast ranks prolong a step that has run, compared with a run in which all are alike. Nothing if
/// they are alike.
///
/// Cost  a run of the folded step
std::optional<Time> costOfSlowRanks(const ResolvedSchedule& schedule, const StepRun& step, std::stop_token stop = {});

/// The step in the metrics that all runs share.
Metrics metricsOf(const StepRun& step);
/// Steps that a run shows, of which its time is the sum.
int stepsShown(const StepSetup& setup);

/// The ops of all ranks, each once with all its lanes, at its first member: ranks ascending, lanes in the order of
/// roles, ops as issued. Stops when `visit` returns false.
struct StepOp {
    std::string name;
    std::vector<int> ranks;
    Role role;
    Op op;
    Time start, end;
};
bool forEachStepOp(const StepRun& step, const std::function<bool(const StepOp&)>& visit);

/// A lower bound for the number of its ops, computed without building them.
long long opsOfStep(const ResolvedSchedule& schedule);

}  // namespace bubblescope
