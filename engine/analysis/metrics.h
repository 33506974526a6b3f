#pragma once

#include "engine/scenario/durations.h"
#include "engine/sim/timeline.h"

#include <stop_token>

namespace bubblescope {

/// How one worker spent its time.
///
/// Units       times in micro-units; peakActivations in activations of one microbatch on one device
/// Invariants  busy + sending + idle = total time; idle = idleWarmup + idleWaiting + idleCooldown
struct WorkerMetrics {
    Time busy = 0;
    Time recompute = 0;     // the part of busy that recomputes activations
    Time idleWarmup = 0;    // before its first op
    Time idleWaiting = 0;   // between ops
    Time idleCooldown = 0;  // after its last op
    Time sending = 0;       // waiting for what it sends, where sends block: neither work nor idle
    double peakActivations = 0;

    Time idle() const { return idleWarmup + idleWaiting + idleCooldown; }
    friend bool operator==(const WorkerMetrics&, const WorkerMetrics&) = default;
};

/// Everything that is measured on a timeline (model.md §5).
///
/// Units  times in micro-units; ratios dimensionless, 0 where the total time is 0
struct Metrics {
    Time totalTime = 0;
    Time lowerBound = 0;  // no order of this work in this placement is faster
    double bubbleRatio = 0;
    double bubbleOverIdeal = 0;
    double longestSpanBubble = 0;
    double recomputeAsWaste = 0;
    std::vector<WorkerMetrics> workers;

    /// The largest over the workers.
    double peakActivations() const;
    /// How far the total is above its lower bound: 0.012 is 1.2 %.
    double overBound() const;

    friend bool operator==(const Metrics&, const Metrics&) = default;
};

/// How much of a microbatch's activations is held, and when.
struct Holding {
    double forWeights = 1;  // the share that waits for the weight half of a split backward
    double recomputed = 0;  // the share that is there only from the start of the backward

    friend bool operator==(const Holding&, const Holding&) = default;
};
Holding holdingOf(const Workload& workload);

/// Whether a peak is more than a limit, and not by what rounding leaves of a sum.
inline bool exceeds(double peak, double limit) { return peak > limit + 1e-6; }

/// What the lanes of a program run, whatever it takes.
///
/// Shapes  peakActivations[L], in activations of one microbatch on one device; ops[Op::costIndex()] counts those of a
///         kind and stage, where stages stand on one lane each; pairs[L], or empty where there are none
struct ProgramLoad {
    Holding holding;
    std::vector<double> peakActivations;
    std::vector<long long> ops;
    std::vector<long long> pairs;
};

/// Counts what a program runs. Null after a request on `stop`.
///
/// Cost  about 1 ns an op: once for a program, and none for its next timelines
std::shared_ptr<const ProgramLoad> loadOf(const Program& program, const Holding& holding, std::stop_token stop = {});

/// Measures a timeline that was simulated with `durations`; `load` is its program's. Says nothing after a request on
/// `stop`.
///
/// Cost  follows lanes and stages, not ops, but where needs are not by stage
Metrics measure(const Timeline& timeline, const Durations& durations, const ProgramLoad& load,
                std::stop_token stop = {});

/// A total time that no order of a regular program's work in this placement can beat (model.md §5), though none may
/// reach it: the larger of the busiest device with its way in and out, and the longest chain of one microbatch. Pairs
/// are work that is given: a device that runs some is busy for what they take.
///
/// Shapes  pairs[L], as ProgramLoad has them
Time lowerBound(const Program& program, const Durations& durations, const std::vector<long long>& pairs = {});

}  // namespace bubblescope
