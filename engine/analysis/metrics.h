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
    Time recompute = 0;     // the part of busy that is recompute
    Time idleWarmup = 0;    // before its first op
    Time idleWaiting = 0;   // between ops
    Time idleCooldown = 0;  // after its last op
    Time sending = 0;       // waiting for its sends, if sends block: neither work nor idle
    double peakActivations = 0;

    Time idle() const { return idleWarmup + idleWaiting + idleCooldown; }
    friend bool operator==(const WorkerMetrics&, const WorkerMetrics&) = default;
};

/// All quantities measured on a timeline (model.md §5).
///
/// Units  times in micro-units; ratios dimensionless, 0 if the total time is 0
struct Metrics {
    Time totalTime = 0;
    Time lowerBound = 0;  // no order of this work with this placement is faster
    double bubbleRatio = 0;
    double bubbleOverIdeal = 0;
    double longestSpanBubble = 0;
    double recomputeAsWaste = 0;
    std::vector<WorkerMetrics> workers;

    /// The largest value over the workers.
    double peakActivations() const;
    /// How far the total is above its lower bound: 0.012 means 1.2%.
    double overBound() const;

    friend bool operator==(const Metrics&, const Metrics&) = default;
};

/// Which share of a microbatch's activations is stored, and when.
struct Holding {
    double forWeights = 1;  // the share that a split backward frees only after W
    double recomputed = 0;  // the share that is in memory only from the start of the backward

    friend bool operator==(const Holding&, const Holding&) = default;
};
Holding holdingOf(const Workload& workload);

/// Whether a peak exceeds a limit by more than rounding errors.
inline bool exceeds(double peak, double limit) { return peak > limit + 1e-6; }

/// What the lanes of a program run, whatever the times.
///
/// Shapes  peakActivations[L], in activations of one microbatch on one device; ops[Op::costIndex()] counts the ops of a
///         kind and stage, if stages are on one lane each; pairs[L], or empty if there are none
struct ProgramLoad {
    Holding holding;
    std::vector<double> peakActivations;
    std::vector<long long> ops;
    std::vector<long long> pairs;
};

/// Counts what a program runs. Null after a request on `stop`.
///
/// Cost  about 1 ns per op, once per program; nothing for its later timelines
std::shared_ptr<const ProgramLoad> loadOf(const Program& program, const Holding& holding, std::stop_token stop = {});

/// Measures a timeline that was simulated with `durations`; `load` is that of its program. The result is empty after a
/// request on `stop`.
///
/// Cost  proportional to lanes and stages, not to ops, except if needs are not by stage
Metrics measure(const Timeline& timeline, const Durations& durations, const ProgramLoad& load,
                std::stop_token stop = {});

/// A lower bound on the total time of any order of a regular program's work with this placement (model.md §5), which
/// no order may reach. It is the larger of the busiest device plus its way in and out, and of the longest chain of one
/// microbatch. Fused pairs are part of the work: a device that runs some is busy for their time.
///
/// Shapes  pairs[L], as in ProgramLoad
Time lowerBound(const Program& program, const Durations& durations, const std::vector<long long>& pairs = {});

}  // namespace bubblescope
