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
    std::vector<std::size_t> schedules;  // indexes into the scenario's, in the order in which they are taken
    bool keepsAll = true;                // whether all results live at once, or each goes when it was taken
    std::size_t threads = coreCount();
    std::uint64_t memory = availableMemory();
    std::vector<std::shared_ptr<const Run>> before;  // whose orders may be replayed, or results shared
    bool forDrawing = false;                         // whether runs at size get the sums that pictures ask for
    long long mostHeldOps = 0;  // of how many ops all may be for runs to get what their workers hold as time passes
    RunProgress* progress = nullptr;
    /// Gets the best order so far of a schedule that seeks one, on whatever thread runs it; null: nobody asks.
    std::function<void(std::size_t index, std::shared_ptr<const Run> best)> onSoFar = {};
};

/// Pictures of fewer ops walk them in a millisecond or so.
inline constexpr std::size_t kLeastSummedOps = 1 << 18;

/// What they hold takes up to 18 bytes an op. With so many in all it leaves room beside it for curves and advice.
inline constexpr long long kMostHeldOps = 5'000'000;

/// What an op of `schedules[index]` takes while it is run, everything included.
std::uint64_t bytesPerOp(const Scenario& scenario, std::size_t index);

/// All schedules of a scenario, in its order.
RunPlan planAll(const Scenario& scenario);

/// Whether the window keeps what the workers of a scenario's runs hold as time passes.
bool keepsHeld(const Scenario& scenario);

/// The run with what its workers hold as time passes: itself where it has that. Schemes have it of themselves.
///
/// Errors  a request to stop
RunResult withHeld(const std::shared_ptr<const Run>& run, const std::stop_token& stop = {});

/// Runs schedules of a checked scenario side by side; take(index, result) gets each on the caller's thread, in the
/// plan's order, as soon as it and those before it are there, and ends all by returning false.
///
/// Errors  of run(); a schedule for which the memory would not suffice is refused before any is taken
/// Cost    as many runs at once as there are threads and the memory holds
void runEach(const Scenario& scenario, const RunPlan& plan,
             const std::function<bool(std::size_t index, RunResult result)>& take, std::stop_token stop = {});

}  // namespace bubblescope
