#pragma once

#include "engine/analysis/lane_sums.h"
#include "engine/analysis/metrics.h"
#include "engine/analysis/spending.h"
#include "engine/entries/resolve.h"
#include "engine/schemes/run_scheme.h"
#include "engine/sim/evaluation_order.h"

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>

namespace bubblescope {

struct StepRun;

/// One schedule of a scenario, run: all that a picture, a table or a chart shows of it.
///
/// Invariants  immutable once made; shared by pointer between threads
/// Units       generateSeconds and simulateSeconds are wall-clock seconds
struct Run {
    ResolvedSchedule schedule;
    std::string title;  // displayTitle()
    Durations durations;
    std::shared_ptr<const Timeline> timeline;
    Metrics metrics;
    std::shared_ptr<const LaneSums> sums;  // for drawing at size; null: pictures walk the ops
    std::shared_ptr<const ProgramLoad> load;
    std::shared_ptr<const std::vector<HeldActivations>> held;  // by worker; null: a scheme has its own, or nobody asked
    std::shared_ptr<const SchemeRun> scheme;                   // what a placement scheme counts beside the metrics
    std::shared_ptr<const StepRun> step;                       // and what a training step does
    std::shared_ptr<const Spendings> spending;     // of a schedule whose sends block; null: nothing shows when they do
    std::shared_ptr<const EvaluationOrder> order;  // null until a second run of the same program asks for it,
    bool hasNoOrder = false;                       // and for ever if that finds none worth having
    std::optional<Time> spanBound;                 // of an order that was sought: no longest span is shorter
    bool isSoFar = false;                          // the best order so far, while it is still sought
    double generateSeconds = 0;
    double simulateSeconds = 0;

    /// What it holds of columns.
    std::uint64_t bytes() const;
    /// Where its peak of activations passes the memory limit of its workload, and the worker that holds most; nothing
    /// where it keeps within, or there is no limit.
    std::optional<std::size_t> workerOverLimit() const;
};

using RunResult = Result<std::shared_ptr<const Run>>;

/// Takes a run of the best order so far.
using TakeSoFar = std::function<void(std::shared_ptr<const Run>)>;

/// Runs `schedules[index]` of a checked scenario: order, simulation, metrics. What depends on the shape of the work
/// alone is taken over from `before` if that has the same kind, and all that shapes its order is the same: then only
/// its order is replayed. The result is the same to the last bit. The same placement scheme whose ops take the same
/// shares all of its result.
///
/// Shapes  `ran`, if given, grows to the number of ops as the work goes on, from before the first op runs. Where an
///         order is sought `onSoFar` gets the best one some times a second
/// Errors  what this schedule refuses (`schedules[2].chunks`: needs an even number...), a deadlock, cancelled()
/// Thread  any; pure but for the timing
RunResult run(const Scenario& scenario, std::size_t index, std::stop_token stop = {}, const Run* before = nullptr,
              std::atomic<std::size_t>* ran = nullptr, const TakeSoFar& onSoFar = {});

/// The run of a training step with each rank for itself, where equal ones are one; the run itself where all of them
/// would have more ops, or where it is no step's.
std::shared_ptr<const Run> unfolded(const std::shared_ptr<const Run>& run, long long mostOps);

/// What that run takes at most, beside what `before` holds.
std::uint64_t bytesOfRun(const Scenario& scenario, std::size_t index, const Run* before = nullptr);

/// The run for one that must not take the memory for an order: without one of its own it has its program simulated.
Run withoutNewOrder(Run run);

/// Whether `before` has the program that a schedule needs; of a placement scheme the whole result.
bool sharesProgram(const Run& before, const ResolvedSchedule& schedule);

}  // namespace bubblescope
