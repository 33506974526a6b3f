#include "engine/run/difference.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// How much longer `run` takes, as a share of what `other` takes; equal work compares in whole micro-units.
double relativeTime(const Run& run, const Run& other, bool perMicrobatch) {
    const Time now = run.metrics.totalTime, then = other.metrics.totalTime;
    if (then == 0) return 0;
    if (!perMicrobatch) return static_cast<double>(now - then) / static_cast<double>(then);
    const double each = static_cast<double>(now) / run.schedule.workload.microbatches;
    return each / (static_cast<double>(then) / other.schedule.workload.microbatches) - 1;
}

/// Whole numbers, as times are, differ exactly.
double difference(const QuantityInfo& info, const Run& run, const Run& other) {
    const QuantityValue now = info.ofRun(run), then = info.ofRun(other);
    const auto* a = std::get_if<std::int64_t>(&now);
    const auto* b = std::get_if<std::int64_t>(&then);
    return a && b ? numberOf(*a - *b, info.unit) : numberOf(now, info.unit) - numberOf(then, info.unit);
}

}  // namespace

Difference differenceOf(const Run& run, const Run& other) {
    const Metrics &now = run.metrics, &then = other.metrics;
    Difference out;
    for (const QuantityInfo& info : quantities())
        if (info.ofRun) out.values[static_cast<std::size_t>(info.quantity)] = difference(info, run, other);
    out.perMicrobatch = run.schedule.workload.microbatches != other.schedule.workload.microbatches;
    out.relativeTime = relativeTime(run, other, out.perMicrobatch);
    for (std::size_t i = 0; i < std::min(now.workers.size(), then.workers.size()); ++i) {
        const WorkerMetrics &a = now.workers[i], &b = then.workers[i];
        const Time end = now.totalTime - then.totalTime - (a.idleCooldown - b.idleCooldown);
        out.workers.push_back({end, a.busy - b.busy, a.idle() - b.idle(), a.idleWarmup - b.idleWarmup,
                               a.idleWaiting - b.idleWaiting, a.idleCooldown - b.idleCooldown,
                               a.peakActivations - b.peakActivations});
    }
    return out;
}

}  // namespace bubblescope
