#pragma once

#include "engine/run/run.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// How much a run computes: what has to be the same where times are compared.
///
/// Units  micro-units of all workers, without what is computed again; rounding the times of ops may have moved it by
///        as much as `rounding`
struct Work {
    Time all = 0, rounding = 0;
    int microbatches = 1;

    double ofEach() const { return static_cast<double>(all) / microbatches; }
    friend bool operator==(const Work&, const Work&) = default;
};
Work workOf(const Run& run);

/// What sets the work of several runs apart.
struct WorkDifference {
    bool inCount = false;  // they run different numbers of microbatches: times compare for each alone
    bool inEach = false;   // what a microbatch takes differs: no comparison is fair

    void add(const WorkDifference& other) { inCount |= other.inCount, inEach |= other.inEach; }
};
WorkDifference differenceOf(const Work& a, const Work& b);

/// What one run brings into a comparison.
///
/// Units  micro-units
struct Timed {
    Time total = 0;
    Work work;
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
