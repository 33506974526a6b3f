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
/// Invariants  compute + exposedComm + exposedOffload + idle = the step; comm counts what runs beside compute too
struct StepWorker {
    Time compute = 0, comm = 0, exposedComm = 0, exposedOffload = 0, idle = 0;

    friend bool operator==(const StepWorker&, const StepWorker&) = default;
};

/// What a step of a model comes to: shares of the peak of all ranks - of the model's FLOPs, and with what is computed
/// again - tokens of all ranks a second, and sequences in all of the time that it takes.
struct StepFigures {
    double mfu = 0, hfu = 0, tokensPerSecond = 0, sequences = 0;
};

/// A training step that has run.
///
/// Shapes      workers[worker]: of the timeline's program, whose workers stand for ranks.count[worker] ranks each
/// Units       meanCompute and exposedComm in micro-units, the means of all ranks
/// Invariants  immutable once made
struct StepRun {
    StepSetup setup;
    StepNames names;
    RankClasses ranks;
    std::array<Group, kOpKinds> groupOfKind{};
    std::vector<std::vector<int>> buckets;  // layers of each; of ddp and zero alone
    std::shared_ptr<const Timeline> timeline;
    Column<Time> durations;  // by op of the program's needs
    std::shared_ptr<const ProgramLoad> load;
    std::vector<StepWorker> workers;
    std::shared_ptr<const Spendings> spending;
    double meanCompute = 0, exposedComm = 0, overlap = 1, bubbleRatio = 0;
    std::optional<Time> slowCost;     // by which ranks that are slow prolong it; nothing where none is, or nobody asked
    std::optional<SentAmounts> sent;  // by a rank, the mean; nothing where no message is known
    std::vector<KeptBytes> kept;      // of a model alone
    std::vector<WorkerMemory> memory;    // by worker; likewise
    std::optional<StepFigures> figures;  // likewise
    StepFormula form;
    Time lowerBound = 0;  // with a pipeline
    double generateSeconds = 0, simulateSeconds = 0;

    /// Of the worker that keeps most; 0 without a model.
    std::int64_t memoryPeak() const;
    /// The worker that keeps most, the first of several; nothing without a model.
    std::optional<std::size_t> fullestWorker() const;
    /// Whether that is more than its device has.
    bool isOverMemory() const;
    bool runsPipeline() const { return setup.runsPipeline(); }
    std::uint64_t bytesOfColumns() const;
};

/// Makes the program of a step and runs it. With Folding::Equal ranks that do the same are one worker; the result is
/// that of the whole program.
///
/// Errors  placed at a key of the entry; cancelled()
/// Cost    some 60 ns an op of a worker
/// Thread  any; pure
Result<StepRun> runStep(const ResolvedSchedule& schedule, Folding folding = Folding::Equal, std::stop_token stop = {},
                        const Progress& progress = {});

/// The same of a step that is set up.
Result<StepRun> runStep(StepSetup setup, Folding folding = Folding::Equal, std::stop_token stop = {},
                        const Progress& progress = {});

/// By how much ranks that are slow, or fast, prolong a step that has run: a run with all alike says it. Nothing where
/// they are alike.
///
/// Cost  a run of the folded step
std::optional<Time> costOfSlowRanks(const ResolvedSchedule& schedule, const StepRun& step, std::stop_token stop = {});

/// How the step is told in the metrics of all runs.
Metrics metricsOf(const StepRun& step);

/// The ops of all ranks, each once with all its lanes, at its first member: ranks ascending, lanes in the order of
/// roles, ops as issued. Until `visit` returns false.
struct StepOp {
    std::string name;
    std::vector<int> ranks;
    Role role;
    Op op;
    Time start, end;
};
bool forEachStepOp(const StepRun& step, const std::function<bool(const StepOp&)>& visit);

/// What its ops are at least, told without making them.
long long opsOfStep(const ResolvedSchedule& schedule);

}  // namespace bubblescope
