#pragma once

#include "engine/core/parallel.h"
#include "engine/results/ram_budget.h"
#include "engine/results/run.h"
#include "engine/results/run_progress.h"

#include <functional>
#include <vector>

namespace bubblescope {

/// How to run several schedules of one scenario.
struct RunPlan {
    std::vector<std::size_t> schedules;  // indexes into the scenario's schedules, in the order in which they are taken
    bool keepsAll = true;                // whether all results exist at once, or each is dropped after it was taken
    std::size_t threads = coreCount();
    std::uint64_t memory = availableMemory();
    std::vector<std::shared_ptr<const Run>> before;  // their orders may be replayed, or their results shared
    bool forDrawing = false;                         // whether large runs get the sums that pictures need
    long long mostHeldOps = 0;                       // most ops in total for which runs record their memory over time
    RunProgress* progress = nullptr;
    /// Receives the best order so far of a schedule that searches, on the thread that runs it; may be null.
    std::function<void(std::size_t index, std::shared_ptr<const Run> best)> onSoFar = {};
};

/// Pictures walk fewer ops in about a millisecond.
inline constexpr std::size_t kLeastSummedOps = 1 << 18;

/// Memory over time takes up to 18 bytes per op. With this many in total, room remains for curves and advice.
inline constexpr long long kMostHeldOps = 5'000'000;

/// Bytes per op of `schedules[index]` while it runs, everything included.
std::uint64_t bytesPerOp(const Scenario& scenario, std::size_t index);

/// All schedules of a scenario, in its order.
RunPlan planAll(const Scenario& scenario);

/// Whether the window keeps the memory over time of a scenario's runs.
bool keepsHeld(const Scenario& scenario);

/// The run with the memory of its workers over time: the same run if it has that. Schemes always have it.
///
/// Errors  a request to stop
RunResult withHeld(const std::shared_ptr<const Run>& run, const std::stop_token& stop = {});

/// Runs schedules of a checked scenario in parallel. take(index, result) receives each on the caller's thread, in the
/// plan's order, as soon as it and all before it are done, and stops everything by returning false.
///
/// Errors  those of run(); a schedule for which memory does not suffice is refused before any is taken
/// Cost    as many runs at once as threads and memory allow
void runEach(const Scenario& scenario, const RunPlan& plan,
             const std::function<bool(std::size_t index, RunResult result)>& take, std::stop_token stop = {});

}  // namespace bubblescope
