#include "engine/results/run.h"

#include "engine/analysis/held_activations.h"
#include "engine/analysis/lane_sums.h"
#include "engine/analysis/spending.h"
#include "engine/results/ram_budget.h"
#include "engine/schedules/order_search.h"
#include "engine/schemes/run_scheme.h"
#include "engine/sim/evaluation_order.h"
#include "engine/sim/simulate.h"
#include "engine/steps/run_step.h"

#include <algorithm>
#include <chrono>

namespace bubblescope {

namespace {

/// Progress of a first run when its program, and then its timeline, is usually ready; and when an order is, in a run
/// that makes one.
constexpr double kGenerated = 0.15, kSimulated = 0.9, kOrdered = 0.75;

/// With more ops, pictures do not distinguish sends from idle time.
constexpr long long kMostSpendingOps = 5'000'000;

std::shared_ptr<const Spendings> spendingsOf(const Timeline& timeline) {
    auto all = std::make_shared<Spendings>();
    for (int worker = 0; worker < timeline.program->workers; ++worker)
        all->add(spendingOf(timeline, WorkerId(worker)).spans);
    return all;
}

/// With fewer ops, each better order is run and shown; with more, only as many as a user can see.
constexpr std::size_t kFewSoughtOps = 50'000;
constexpr double kSecondsBetweenBetter = 0.1;

double secondsSince(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Whether both have the same order of ops, by the keys and parameters that shape it; all of them if it was searched.
bool hasSameProgram(const Run& before, const ResolvedSchedule& b) {
    const ResolvedSchedule& a = before.schedule;
    if (a.kind != b.kind || a.kind->step || before.isSoFar) return false;
    if (a.kind->ordersByTimes) return a.workload == b.workload && a.values == b.values;
    return haveSameShape(a.workload, b.workload) && haveSameShape(*a.kind, a.values, b.values);
}

/// The result of a scheme also depends on its op times.
bool hasSameResult(const Run& before, const ResolvedSchedule& schedule) {
    return schedule.scheme && before.schedule.scheme == schedule.scheme &&
           before.durations == toDurations(schedule.workload);
}

template <class T>
std::uint64_t bytesOf(const Column<T>& column) {
    return column.size() * sizeof(T);
}

/// The best order so far, run; null if that was stopped.
std::shared_ptr<const Run> soFarOf(const Run& sought, const FoundOrder& order, const std::stop_token& stop) {
    auto out = std::make_shared<Run>(sought);
    out->isSoFar = true;
    const auto program = std::make_shared<const Program>(order.program);
    const auto timeline = simulate(program, costsOf(*program, out->durations), stop);
    out->load = loadOf(*program, holdingOf(out->schedule.workload), stop);
    if (!timeline || !out->load) return nullptr;
    out->timeline = *timeline;
    out->metrics = measure(**timeline, out->durations, *out->load, stop);
    return stop.stop_requested() ? nullptr : out;
}

Result<void> runAsStep(Run& out, const ScheduleEntry& entry, const std::stop_token& stop,
                       std::atomic<std::size_t>* ran) {
    auto setup = setUp(out.schedule, entry);
    if (!setup) return setup.error();
    const Progress progress(ran, static_cast<std::size_t>(opsOf(out.schedule)));
    Result<StepRun> step = runStep(std::move(*setup), Folding::Equal, stop, progress);
    if (!step) return step.error();
    step->slowCost = costOfSlowRanks(out.schedule, *step, stop);
    out.generateSeconds = step->generateSeconds;
    out.simulateSeconds = step->simulateSeconds;
    out.metrics = metricsOf(*step);
    out.timeline = step->timeline;
    out.load = step->load;
    out.step = std::make_shared<const StepRun>(std::move(*step));
    if (out.step->setup.model) out.schedule.workload = out.step->setup.workload;
    Workload none;  // edges have their lags, whatever ranks the workers stand for
    none.devices = out.timeline->program->workers;
    out.durations = toDurations(none);
    progress.note(1, 1);
    return {};
}

}  // namespace

std::uint64_t Run::bytes() const {
    std::uint64_t all = bytesOf(timeline->program->ops) + bytesOf(timeline->start) + bytesOf(timeline->end);
    if (order) all += bytesOf(order->steps);
    if (sums) all += sums->bytes();
    if (scheme) all += scheme->bytes();
    if (step) all += step->bytesOfColumns();
    if (spending) all += spending->bytes();
    if (held)
        for (const HeldActivations& worker : *held) all += worker.bytes();
    return all;
}

std::optional<std::size_t> Run::workerOverLimit() const {
    const auto& limit = schedule.workload.memoryLimit;
    if (!limit || !exceeds(metrics.peakActivations(), *limit)) return std::nullopt;
    const auto most = std::max_element(
        metrics.workers.begin(), metrics.workers.end(),
        [](const WorkerMetrics& a, const WorkerMetrics& b) { return a.peakActivations < b.peakActivations; });
    return static_cast<std::size_t>(most - metrics.workers.begin());
}

std::uint64_t bytesOfRun(const Scenario& scenario, std::size_t index, const Run* before) {
    const ResolvedSchedule schedule = resolve(scenario, index);
    constexpr std::uint64_t kWithScratch = sizeof(Time) + sizeof(std::uint32_t);  // the ends and the scratch
    const std::uint64_t starts = schedule.kind->runsPairs ? sizeof(Time) : 0;
    std::uint64_t each = sizeof(Op) + kWithScratch + starts;
    each = std::max(each, bytesPerSoughtOp(schedule));
    if (schedule.scheme) each = bytesPerOp(*schedule.scheme);
    if (schedule.kind->step) return static_cast<std::uint64_t>(opsOf(schedule)) * kBytesPerStepOp;
    if (before && hasSameProgram(*before, schedule)) {
        each = kBytesPerReplayedOp + starts;
        if (before->hasNoOrder) each = kWithScratch + starts;
        if (before->order) each = sizeof(Time) + starts;
    }
    if (before && hasSameResult(*before, schedule)) each = 0;
    return static_cast<std::uint64_t>(opsOf(schedule)) * each;
}

Run withoutNewOrder(Run run) {
    run.hasNoOrder = !run.order;
    return run;
}

RunResult run(const Scenario& scenario, std::size_t index, std::stop_token stop, const Run* before,
              std::atomic<std::size_t>* ran, const TakeSoFar& onSoFar) {
    const std::string path = "schedules[" + std::to_string(index) + "]";
    const auto at = [&](Error error) {
        if (isCancelled(error)) return error;
        error.field = error.field.empty() ? path : path + "." + error.field;
        return error;
    };
    auto out = std::make_shared<Run>();
    out->schedule = resolve(scenario, index);
    out->title = displayTitle(scenario, index);
    if (out->schedule.kind->step) {
        if (auto ok = runAsStep(*out, scenario.schedules[index], stop, ran); !ok) return at(ok.error());
        return std::shared_ptr<const Run>(std::move(out));
    }
    if (auto ok = checkOrder(out->schedule, scenario.schedules[index]); !ok) return at(ok.error());
    out->durations = toDurations(out->schedule.workload);

    const auto begin = std::chrono::steady_clock::now();
    if (before && hasSameResult(*before, out->schedule)) {
        out->scheme = before->scheme;
        out->timeline = before->timeline;
        out->load = before->load;
        out->metrics = before->metrics;
        if (ran) *ran = static_cast<std::size_t>(opsOf(out->schedule));
        return std::shared_ptr<const Run>(std::move(out));
    }
    if (out->schedule.scheme) {
        Result<SchemeRun> scheme = runScheme(*out->schedule.scheme, out->durations, stop, ran);
        if (!scheme) return at(scheme.error());
        out->simulateSeconds = secondsSince(begin);
        out->scheme = std::make_shared<const SchemeRun>(std::move(*scheme));
        out->timeline = out->scheme->timeline;
        out->load = out->scheme->load;
        out->metrics = measure(*out->timeline, out->durations, *out->load, stop);
        if (stop.stop_requested()) return cancelled();
        return std::shared_ptr<const Run>(std::move(out));
    }
    const Progress progress(ran, static_cast<std::size_t>(opsOf(out->schedule)));
    const bool isReplay = before && sharesProgram(*before, out->schedule);
    std::shared_ptr<const Program> program;
    Progress running = progress.part(kGenerated, kSimulated);
    if (isReplay) {
        const bool isSought = before->order || before->hasNoOrder;
        program = before->timeline->program;
        out->spanBound = before->spanBound;
        out->order = isSought ? before->order : findEvaluationOrder(program, stop, progress.part(0, kOrdered));
        running = isSought ? progress : progress.part(kOrdered, 1);
        if (stop.stop_requested()) return cancelled();
        out->hasNoOrder = !out->order;
    } else {
        ScheduleInput input = out->schedule.input();
        input.stop = stop;
        input.progress = progress.part(0, kGenerated);
        std::chrono::steady_clock::time_point told;
        const std::function<void(const FoundOrder&)> onBetter = [&](const FoundOrder& order) {
            out->spanBound = order.bound;
            const bool isLong = order.program.ops.size() > kFewSoughtOps;
            if (!onSoFar || (isLong && secondsSince(told) < kSecondsBetweenBetter)) return;
            told = std::chrono::steady_clock::now();
            if (auto soFar = soFarOf(*out, order, stop)) onSoFar(std::move(soFar));
        };
        input.onBetter = &onBetter;
        Result<Program> generated = orderOf(*out->schedule.kind, input);
        if (!generated) return at(generated.error());
        program = std::make_shared<const Program>(std::move(*generated));
    }
    out->generateSeconds = secondsSince(begin);

    const auto generated = std::chrono::steady_clock::now();
    const Costs costs = costsOf(*program, out->durations);
    // A replay does not track when lanes become free; with blocking sends, that is not when the last op ends.
    auto timeline = out->order && !costs.sendsBlock ? replay(*out->order, costs, stop, running)
                                                    : simulate(program, costs, stop, running);
    if (!timeline) return at(timeline.error());
    out->simulateSeconds = secondsSince(generated);

    const Holding holding = holdingOf(out->schedule.workload);
    out->timeline = *timeline;
    out->load = isReplay && before->load->holding == holding ? before->load : loadOf(*program, holding, stop);
    if (!out->load) return cancelled();
    progress.note(1, 1);
    out->metrics = measure(**timeline, out->durations, *out->load, stop);
    if (costs.sendsBlock && opsOf(out->schedule) <= kMostSpendingOps) out->spending = spendingsOf(**timeline);
    if (stop.stop_requested()) return cancelled();
    return std::shared_ptr<const Run>(std::move(out));
}

std::shared_ptr<const Run> unfolded(const std::shared_ptr<const Run>& run, long long mostOps) {
    if (!run->step || run->step->ranks.ranks() > kMaxUnfoldedRanks) return run;
    const auto folded = static_cast<long long>(run->timeline->program->ops.size());
    if (folded * run->step->ranks.ranks() / std::max(1, run->step->ranks.workers()) > mostOps) return run;
    Result<StepRun> step = runStep(run->schedule, Folding::None);
    if (!step) return run;
    step->slowCost = run->step->slowCost;
    auto out = std::make_shared<Run>(*run);
    out->metrics = metricsOf(*step);
    out->timeline = step->timeline;
    out->load = step->load;
    out->step = std::make_shared<const StepRun>(std::move(*step));
    return out;
}

bool sharesProgram(const Run& before, const ResolvedSchedule& schedule) {
    return hasSameProgram(before, schedule) || hasSameResult(before, schedule);
}

}  // namespace bubblescope
