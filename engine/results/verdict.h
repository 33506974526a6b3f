#pragma once

#include "engine/results/run.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What a run's work is counted in: microbatches of a pipeline; of a model the sequences of its global batch; what is
/// one step of typed times in nothing.
enum class WorkOf { Microbatches, Sequences, Step };

/// How much a run computes: what has to be the same where times are compared.
///
/// Units  micro-units of all workers, without what is computed again; rounding the times of ops may have moved it by
///        as much as `rounding`; of a model MFLOPs of its step, whatever it runs on
struct Work {
    Time all = 0, rounding = 0;
    int count = 1;
    WorkOf of = WorkOf::Microbatches;

    double ofEach() const { return static_cast<double>(all) / count; }
    friend bool operator==(const Work&, const Work&) = default;
};
Work workOf(const Run& run);

/// What sets the work of several runs apart.
struct WorkDifference {
    bool inCount = false;  // they run different numbers of microbatches or sequences: times compare for each alone
    bool inEach = false;   // what each takes differs, or what is counted: no comparison is fair

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
    bool isOverLimit = false;  // it holds more than the memory limit; of a model, than its device has
};
Timed timedOf(const Run& run);

/// Which schedule is the fastest per microbatch, of models per sequence, of those that keep within the memory limit.
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
    std::optional<WorkOf> per;           // they run different numbers of these, and times of one are compared
    bool isOtherWork = false;            // what each takes differs: no comparison is fair

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Compares runs; nothing where a schedule was refused.
Verdict judge(const std::vector<std::optional<Timed>>& runs);
Verdict judge(const std::vector<std::shared_ptr<const Run>>& runs);

}  // namespace bubblescope
