#include "engine/results/verdict.h"

#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

Work workOf(const Run& run) {
    // F, B, W and recompute of an op are each rounded by at most half a micro-unit.
    const auto rounding = run.timeline ? static_cast<Time>(2 * run.timeline->program->opCount()) : Time{0};
    Work work{0, rounding, run.schedule.workload.microbatches};
    if (run.step && run.step->figures) {
        constexpr double kUnit = 1e6;
        const ModelStep& model = *run.step->setup.model;
        const double sequences = run.step->figures->sequences;
        const double flops = model.modelFlops() / model.sequences() * sequences;
        return {std::llround(flops / kUnit), 1, static_cast<int>(std::lround(sequences)), WorkOf::Sequences};
    }
    if (run.step) {  // per rank, as steps may stand for different numbers of ranks
        if (!run.step->runsPipeline()) work.count = 1, work.of = WorkOf::Step;
        work.all = std::llround(run.step->meanCompute);
        work.rounding = run.step->setup.layers + 1;
        return work;
    }
    for (const WorkerMetrics& worker : run.metrics.workers) work.all += worker.busy - worker.recompute;
    return work;
}

WorkDifference differenceOf(const Work& a, const Work& b) {
    const auto roundingOf = [](const Work& work) { return static_cast<double>(work.rounding) / work.count; };
    if (a.of != b.of) return {.inEach = true};
    return {a.count != b.count, std::abs(a.ofEach() - b.ofEach()) > roundingOf(a) + roundingOf(b) + 1e-9 * b.ofEach()};
}

Timed timedOf(const Run& run) {
    const bool isOver = run.workerOverLimit() || (run.step && run.step->isOverMemory());
    return {run.metrics.totalTime, workOf(run), run.metrics.overBound(), isOver};
}

Verdict judge(const std::vector<std::shared_ptr<const Run>>& runs) {
    std::vector<std::optional<Timed>> timed;
    for (const auto& run : runs) timed.push_back(run ? std::optional(timedOf(*run)) : std::nullopt);
    return judge(timed);
}

Verdict judge(const std::vector<std::optional<Timed>>& runs) {
    Verdict verdict;
    std::vector<std::size_t> ran;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]) (runs[i]->isOverLimit ? verdict.overLimit : ran).push_back(i);
    if (ran.empty()) return verdict;
    WorkDifference difference;
    for (std::size_t i : ran) difference.add(differenceOf(runs[i]->work, runs[ran[0]]->work));
    const WorkOf counted = runs[ran[0]]->work.of;
    const bool isOneKind = std::all_of(ran.begin(), ran.end(), [&](auto i) { return runs[i]->work.of == counted; });
    if (isOneKind && difference.inCount) verdict.per = counted;
    verdict.isOtherWork = difference.inEach;
    // The exact total if all do the same number, so that ties are exact.
    const auto time = [&](std::size_t i) { return verdict.timeOf(*runs[i]); };
    const auto isEqual = [&](std::size_t a, std::size_t b) {
        return verdict.per ? time(a) == time(b) : runs[a]->total == runs[b]->total;
    };
    std::stable_sort(ran.begin(), ran.end(), [&](std::size_t a, std::size_t b) {
        return verdict.per ? time(a) < time(b) : runs[a]->total < runs[b]->total;
    });
    verdict.overBound = verdict.mostOverBound = runs[ran[0]]->overBound;
    for (std::size_t i : ran) {
        if (isEqual(i, ran[0])) {
            verdict.fastest.push_back(i);
            verdict.overBound = std::min(verdict.overBound, runs[i]->overBound);
            verdict.mostOverBound = std::max(verdict.mostOverBound, runs[i]->overBound);
        } else if (!verdict.next) {
            verdict.next = i;
            verdict.lessThanNext = 1 - time(ran[0]) / time(i);
        }
    }
    return verdict;
}

}  // namespace bubblescope
