#pragma once

#include "engine/run/memory.h"
#include "engine/run/run.h"
#include "engine/run/trial.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One change to a schedule's workload, or to a scheme, that makes it faster, or brings it within the memory limit that
/// it passes, from a real run.
///
/// Units       totalTime in the user's unit, of one microbatch where isEach; relative as a share of the present time;
///             peaks are the largest of a worker, in activations of one microbatch on one device
/// Invariants  relative < 0, or the present run passes its limit; applied(scenario, index, change.trial) runs in that
/// time
struct Advice {
    Change change;
    double totalTime = 0;
    double relative = 0;
    bool isEach = false;
    double peakBefore = 0, peakAfter = 0;
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

/// What one run brings into a comparison.
///
/// Units  micro-units; work is that of all workers, without what is computed again
struct Timed {
    Time total = 0, work = 0;
    int microbatches = 1;
    Time rounding = 0;  // how far rounding the times of ops may have moved the work
    double overBound = 0;
    bool isOverLimit = false;  // it holds more than the memory limit
};
Timed timedOf(const Run& run);

/// Which schedule is the fastest per microbatch, of those that keep within the memory limit.
///
/// Shapes      indexes into the runs that were compared
/// Invariants  fastest is empty only if nothing ran within the limit; ties are exact
struct Verdict {
    std::vector<std::size_t> fastest;
    std::optional<std::size_t> next;     // the fastest of the others
    std::vector<std::size_t> overLimit;  // not compared
    double lessThanNext = 0;             // 0.05: takes 5 % less time
    double overBound = 0;                // the winner's distance from its own bound, the least of tied winners
    double mostOverBound = 0;            // and the largest of them
    bool perMicrobatch = false;          // the schedules run different numbers of microbatches
    bool isOtherWork = false;            // what a microbatch takes differs: no comparison is fair

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Compares runs; nothing where a schedule was refused.
Verdict judge(const std::vector<std::optional<Timed>>& runs);
Verdict judge(const std::vector<std::shared_ptr<const Run>>& runs);

}  // namespace bubblescope
