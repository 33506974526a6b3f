#pragma once

#include "engine/analysis/metrics.h"
#include "engine/entries/resolve.h"

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>

namespace bubblescope {

class Spendings;
struct EvaluationOrder;
struct HeldActivations;
struct LaneSums;
struct SchemeRun;
struct StepRun;

/// One schedule of a scenario after its run: everything that a picture, a table or a chart shows of it.
///
/// Invariants  immutable once made; shared by pointer between threads
/// Units       generateSeconds and simulateSeconds are wall-clock seconds
struct Run {
    ResolvedSchedule schedule;
    std::string title;  // displayTitle()
    Durations durations;
    std::shared_ptr<const Timeline> timeline;
    Metrics metrics;
    std::shared_ptr<const LaneSums> sums;  // for fast drawing of large runs; null: pictures walk the ops
    std::shared_ptr<const ProgramLoad> load;
    std::shared_ptr<const std::vector<HeldActivations>> held;  // by worker; null: scheme, or not requested
    std::shared_ptr<const SchemeRun> scheme;                   // what a placement scheme counts besides the metrics
    std::shared_ptr<const StepRun> step;                       // likewise for a training step
    std::shared_ptr<const Spendings> spending;                 // with blocking sends; null: pictures do not show sends
    std::shared_ptr<const EvaluationOrder> order;              // null until a second run of the same program needs it,
    bool hasNoOrder = false;                                   // and for good if no useful order was found
    std::optional<Time> spanBound;                             // of a searched order: no longest span is shorter
    bool isSoFar = false;                                      // the best order so far, while the search continues
    double generateSeconds = 0;
    double simulateSeconds = 0;

    /// Bytes of its columns.
    std::uint64_t bytes() const;
    /// The worker that keeps most, if its peak of activations exceeds the memory limit of its workload; nothing if it
    /// does not, or if there is no limit.
    std::optional<std::size_t> workerOverLimit() const;
};

using RunResult = Result<std::shared_ptr<const Run>>;

/// Receives a run of the best order so far.
using TakeSoFar = std::function<void(std::shared_ptr<const Run>)>;

/// Runs `schedules[index]` of a checked scenario: order, simulation, metrics. If `before` has the same kind and
/// everything that shapes the order is the same, what depends only on that is reused, and only the order is replayed.
/// The result is the same to the last bit. A placement scheme with the same op times reuses the whole result.
///
/// Shapes  `ran`, if given, counts up to the number of ops as work proceeds, from before the first op runs. During a
///         search, `onSoFar` receives the best order several times per second
/// Errors  what this schedule refuses (`schedules[2].chunks`: needs an even number...), a deadlock, cancelled()
/// Thread  any; pure except for the timing
RunResult run(const Scenario& scenario, std::size_t index, std::stop_token stop = {}, const Run* before = nullptr,
              std::atomic<std::size_t>* ran = nullptr, const TakeSoFar& onSoFar = {});

/// The run of a training step with every rank shown separately, if equal ranks are folded; the run itself if all of
/// them would have more than `mostOps` ops, or if it is not a step.
std::shared_ptr<const Run> unfolded(const std::shared_ptr<const Run>& run, long long mostOps);

/// The most memory that the run takes in addition to `before`.
std::uint64_t bytesOfRun(const Scenario& scenario, std::size_t index, const Run* before = nullptr);

/// A run that must not spend memory on an order: if it has none, its program is simulated instead.
Run withoutNewOrder(Run run);

/// Whether `before` has the program that a schedule needs; for a placement scheme, the whole result.
bool sharesProgram(const Run& before, const ResolvedSchedule& schedule);

}  // namespace bubblescope
