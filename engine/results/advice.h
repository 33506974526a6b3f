#pragma once

#include "engine/results/ram_budget.h"
#include "engine/results/run.h"
#include "engine/results/trial.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One change to a schedule's workload, or to a scheme, that makes it faster, or brings it within the memory limit that
/// it passes, of a model's step within its device, from a real run.
///
/// Units       totalTime in the user's unit, of one microbatch or sequence where isEach; relative as a share of the
///             present time; peaks are the largest of a worker, in activations of one microbatch on one device
/// Invariants  relative < 0, or the present run passes its limit; applied(scenario, index, change.trial) runs in that
///             time
struct Advice {
    Change change;
    double totalTime = 0;
    double relative = 0;
    bool isEach = false;
    double peakBefore = 0, peakAfter = 0;
    /// Of a step, now and then: what a rank waits for its communication, in the user's unit; of a model in its place
    /// the bytes that the fullest rank keeps at most.
    std::optional<std::pair<double, double>> exposed = {}, bytes = {};
};

/// A change whose run would have more ops is usually left out: advice is no reason to fill the memory.
inline constexpr long long kMaxAdviceOps = 20'000'000;

/// A change's run, and what it holds of the memory meanwhile. Null where it was refused, of too many ops, or stopped.
struct TriedRun {
    SharedMemory::Part part;
    std::shared_ptr<const Run> run;
    bool isTooLarge = false;  // for the memory
};
/// `before` is the present run, withoutNewOrder().
TriedRun tryChange(const Change& change, const Run& before, const std::stop_token& stop, long long maxOps,
                   SharedMemory* memory);

/// What would help `schedules[index]`, of changesOf() it, the largest gain first. Only what is not refused, keeps
/// within the memory limit, is of no more than `maxOps` ops and within `memory`, if given, and helps. `now` is its
/// present run.
///
/// Errors  a cancelled call returns nothing
/// Cost    one run for each change
std::vector<Advice> advise(const Scenario& scenario, std::size_t index, const Run& now, std::stop_token stop = {},
                           long long maxOps = kMaxAdviceOps, SharedMemory* memory = nullptr);

}  // namespace bubblescope
