#include "engine/results/advice.h"

#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/results/verdict.h"
#include "engine/schedules/efforts.h"
#include "engine/steps/run_step.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The smallest recompute share that fits the memory limit, in hundredths, unless that is no recompute or the present
/// share. Peaks follow from the program and never rise with more recompute, so bisection finds it.
std::optional<Change> leastRecompute(const Trial& trial, const Run& now, const std::stop_token& stop) {
    constexpr double kStep = 0.01;
    const Workload& workload = trial.workload;
    if (!workload.memoryLimit || trial.kind->family == Family::Scheme) return std::nullopt;
    const auto fits = [&](int steps) {
        Workload tried = workload;
        tried.recompute = steps * kStep;
        const auto load = loadOf(*now.timeline->program, holdingOf(tried), stop);
        return load && std::none_of(load->peakActivations.begin(), load->peakActivations.end(),
                                    [&](double peak) { return exceeds(peak, *workload.memoryLimit); });
    };
    const bool isOver = now.workerOverLimit().has_value();
    const double steps = workload.recompute / kStep;
    int least = isOver ? static_cast<int>(std::round(1 / kStep)) : static_cast<int>(std::ceil(steps)) - 1;
    int tooFew = isOver ? static_cast<int>(std::floor(steps)) : 0;
    if (least <= tooFew || fits(tooFew) || !fits(least)) return std::nullopt;
    while (least - tooFew > 1) {
        const int middle = (least + tooFew) / 2;
        (fits(middle) ? least : tooFew) = middle;
    }
    Change change{isOver ? ChangeKind::MoreRecompute : ChangeKind::LessRecompute, "r = " + numberText(least * kStep),
                  "smallest within the limit", trial};
    change.trial.workload.recompute = least * kStep;
    return change;
}

/// Nothing if the change does not help. Bringing a run within its memory limit always counts as help.
std::optional<Advice> adviceOf(const Change& change, const Run& changed, const Run& now) {
    // Equal work compares in whole micro-units; only different numbers of microbatches or sequences need a quotient.
    const Timed timedNow = timedOf(now), timed = timedOf(changed);
    if (timed.isOverLimit) return std::nullopt;
    const int before = timedNow.work.count, after = timed.work.count;
    const double share = static_cast<double>(before) / after;
    const double time = toUnits(timed.total);
    const double relative = time * share / toUnits(timedNow.total) - 1;
    constexpr double kLeastGain = 1e-6;  // less is an op's rounding
    if (relative >= -kLeastGain && !timedNow.isOverLimit) return std::nullopt;
    Advice advice{change,          before == after ? time : time / after, relative,
                  before != after, now.metrics.peakActivations(),         changed.metrics.peakActivations()};
    if (!now.step || !changed.step) return advice;
    if (const auto bytesNow = now.step->memoryPeak(), bytes = changed.step->memoryPeak(); bytesNow > 0 && bytes > 0)
        advice.bytes = {static_cast<double>(bytesNow), static_cast<double>(bytes)};
    else
        advice.exposed = {now.step->exposedComm / kMicroUnits, changed.step->exposedComm / kMicroUnits};
    return advice;
}

}  // namespace

TriedRun tryChange(const Change& change, const Run& before, const std::stop_token& stop, long long maxOps,
                   SharedMemory* memory) {
    Scenario changed = change.trial.scenario();
    limitEffort(changed.schedules[0], kTrialEffort);
    TriedRun tried;
    if (opsOf(resolve(changed, 0)) > maxOps || !checkScenario(changed)) return tried;
    if (memory) tried.part = memory->take(bytesOfRun(changed, 0, &before), stop);
    tried.isTooLarge = memory && !tried.part;
    if (tried.isTooLarge || stop.stop_requested()) return tried;
    if (const RunResult result = run(changed, 0, stop, &before)) tried.run = *result;
    return tried;
}

std::vector<Advice> advise(const Scenario& scenario, std::size_t index, const Run& now, std::stop_token stop,
                           long long maxOps, SharedMemory* memory) {
    std::vector<Advice> advices;
    if (now.metrics.totalTime == 0) return advices;
    const Run before = withoutNewOrder(now);
    const Trial trial = trialOf(scenario, index);
    std::vector<Change> changes = changesOf(trial);
    if (auto least = opsOf(now.schedule) <= maxOps ? leastRecompute(trial, now, stop) : std::nullopt) {
        std::erase_if(changes, [&](const Change& change) { return change.name == least->name; });
        changes.push_back(std::move(*least));
    }
    for (const Change& change : changes) {
        const TriedRun tried = tryChange(change, before, stop, maxOps, memory);
        if (stop.stop_requested()) return {};
        if (!tried.run) continue;
        if (const auto advice = adviceOf(change, *tried.run, now)) advices.push_back(*advice);
    }
    std::stable_sort(advices.begin(), advices.end(),
                     [](const Advice& a, const Advice& b) { return a.relative < b.relative; });
    return advices;
}

}  // namespace bubblescope
