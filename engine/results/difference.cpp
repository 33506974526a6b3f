#include "engine/results/difference.h"

#include "engine/steps/run_step.h"

namespace bubblescope {

namespace {

/// How much longer `run` takes, as a share of `other`; equal work compares in whole micro-units.
double relativeTime(const Run& run, const Run& other, bool isEach) {
    const Time now = run.metrics.totalTime, then = other.metrics.totalTime;
    if (then == 0) return 0;
    if (!isEach) return static_cast<double>(now - then) / static_cast<double>(then);
    const double each = static_cast<double>(now) / workOf(run).count;
    return each / (static_cast<double>(then) / workOf(other).count) - 1;
}

QuantityValue difference(const QuantityValue& now, const QuantityValue& then, QuantityUnit unit) {
    const auto* a = std::get_if<std::int64_t>(&now);
    const auto* b = std::get_if<std::int64_t>(&then);
    return a && b ? QuantityValue(*a - *b) : QuantityValue(numberOf(now, unit) - numberOf(then, unit));
}

}  // namespace

Difference differenceOf(const Run& run, const Run& other) {
    Difference out;
    for (const QuantityInfo& info : quantities())
        if (info.ofRun)
            out.values[static_cast<std::size_t>(info.quantity)] =
                numberOf(difference(info.ofRun(run), info.ofRun(other), info.unit), info.unit);
    const Work work = workOf(run), otherWork = workOf(other);
    if (work.of == otherWork.of && work.count != otherWork.count) out.per = work.of;
    out.relativeTime = relativeTime(run, other, out.per.has_value());
    return out;
}

QuantityValue workerDifference(Quantity quantity, const Run& run, const Run& other, std::size_t worker) {
    const QuantityInfo& info = infoOf(quantity);
    return difference(info.ofWorker(run, worker), info.ofWorker(other, worker), info.unit);
}

}  // namespace bubblescope
