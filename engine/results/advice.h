#pragma once

#include "engine/results/ram_budget.h"
#include "engine/results/run.h"
#include "engine/results/trial.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One change to a schedule's workload, or to a scheme, that makes it faster or brings it within the memory limit that
/// it exceeds (for a model's step, its device's memory). Confirmed by a real run.
///
/// Units       totalTime in the user's unit, per microbatch or sequence if isEach; relative as a share of the present
///             time; peaks are the largest of a worker, in activations of one microbatch on one device
/// Invariants  relative < 0, or the present run exceeds its limit; applied(scenario, index, change.trial) takes that
///             time
struct Advice {
    Change change;
    double totalTime = 0;
    double relative = 0;
    bool isEach = false;
    double peakBefore = 0, peakAfter = 0;
    /// For a step, before and after: exposed communication per rank, in the user's unit; for a model's step instead the
    /// peak bytes of the fullest rank.
    std::optional<std::pair<double, double>> exposed = {}, bytes = {};
};

/// Changes whose run would have more ops are usually left out, so that advice does not fill the memory.
inline constexpr long long kMaxAdviceOps = 20'000'000;

/// The run of a change, and the memory that it takes. Null if it was refused, has too many ops or was stopped.
struct TriedRun {
    SharedMemory::Part part;
    std::shared_ptr<const Run> run;
    bool isTooLarge = false;  // for the memory
};
/// `before` is the present run, withoutNewOrder().
TriedRun tryChange(const Change& change, const Run& before, const std::stop_token& stop, long long maxOps,
                   SharedMemory* memory);

/// The changes of changesOf() that would help `schedules[index]`, the largest gain first. Includes only changes that
/// are not refused, fit the memory limit, have at most `maxOps` ops, fit in `memory`, if given, and help. `now` is the
/// present run.
///
/// Errors  a cancelled call returns nothing
/// Cost    one run per change
std::vector<Advice> advise(const Scenario& scenario, std::size_t index, const Run& now, std::stop_token stop = {},
                           long long maxOps = kMaxAdviceOps, SharedMemory* memory = nullptr);

}  // namespace bubblescope
