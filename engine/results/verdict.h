#pragma once

#include "engine/results/run.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What a run's work is counted in: microbatches of a pipeline, or sequences of a model's global batch; a step with
/// given times has no such count.
enum class WorkOf { Microbatches, Sequences, Step };

/// How much a run computes; times are comparable only if this is equal.
///
/// Units  micro-units over all workers, without recompute; rounding of op times may have changed it by up to
///        `rounding`; for a model, MFLOPs per step, whatever it runs on
struct Work {
    Time all = 0, rounding = 0;
    int count = 1;
    WorkOf of = WorkOf::Microbatches;

    double ofEach() const { return static_cast<double>(all) / count; }
    friend bool operator==(const Work&, const Work&) = default;
};
Work workOf(const Run& run);

/// How the work of several runs differs.
struct WorkDifference {
    bool inCount = false;  // different numbers of microbatches or sequences: times compare per each
    bool inEach = false;   // the work per each, or what is counted, differs: no fair comparison

    void add(const WorkDifference& other) { inCount |= other.inCount, inEach |= other.inEach; }
};
WorkDifference differenceOf(const Work& a, const Work& b);

/// What one run contributes to a comparison.
///
/// Units  micro-units
struct Timed {
    Time total = 0;
    Work work;
    double overBound = 0;
    bool isOverLimit = false;  // exceeds the memory limit or, for a model, its device's memory
};
Timed timedOf(const Run& run);

/// The fastest schedule per microbatch, or per sequence for models, among those within the memory limit.
///
/// Shapes      indexes into the compared runs
/// Invariants  fastest is empty only if nothing ran within the limit; ties are exact
struct Verdict {
    std::vector<std::size_t> fastest;
    std::optional<std::size_t> next;     // the fastest of the others
    std::vector<std::size_t> overLimit;  // not compared
    double lessThanNext = 0;             // 0.05: takes 5% less time
    double overBound = 0;                // the winner's distance from its lower bound, the least of tied winners
    double mostOverBound = 0;            // and the largest
    std::optional<WorkOf> per;           // runs have different numbers of these, so times per each are compared
    bool isOtherWork = false;            // the work per each differs: no fair comparison

    /// The compared time of a run: in total, or per each.
    double timeOf(const Timed& run) const { return static_cast<double>(run.total) / (per ? run.work.count : 1); }
    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Compares runs; nothing for a schedule that was refused.
Verdict judge(const std::vector<std::optional<Timed>>& runs);
Verdict judge(const std::vector<std::shared_ptr<const Run>>& runs);

}  // namespace bubblescope
