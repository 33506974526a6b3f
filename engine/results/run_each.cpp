#include "engine/results/run_each.h"

#include "engine/analysis/paired_sums.h"
#include "engine/core/thrown.h"
#include "engine/schedules/order_search.h"
#include "engine/schemes/run_scheme.h"
#include "engine/schemes/scheme.h"

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {

/// The run whose order `schedules[index]` can replay or whose result it can share, or null.
const Run* sharing(const std::vector<std::shared_ptr<const Run>>& before, const Scenario& scenario, std::size_t index) {
    const ResolvedSchedule schedule = resolve(scenario, index);
    const auto found = std::find_if(before.begin(), before.end(),
                                    [&](const auto& run) { return run && sharesProgram(*run, schedule); });
    return found == before.end() ? nullptr : found->get();
}

/// The run with the sums that pictures of many ops need. If ops have their own starts, the sums are of one timeline,
/// except for equal pairs.
RunResult withSums(RunResult result, const Run* before, const std::stop_token& stop) {
    if (!result || (*result)->timeline->program->opCount() < kLeastSummedOps) return result;
    auto whole = std::make_shared<Run>(**result);
    const auto& timeline = whole->timeline;
    if (before && before->sums && before->sums->program == timeline->program) {
        const bool isOfBoth = timeline->start.empty() || before->timeline == timeline;
        whole->sums = isOfBoth ? before->sums : sumsAt(*before->sums, *timeline);
    }
    if (!whole->sums) whole->sums = sumLanes(*timeline, stop);
    if (!whole->sums) return cancelled();
    return std::shared_ptr<const Run>(std::move(whole));
}

RunResult contained(const Scenario& scenario, std::size_t index, const RunPlan& plan, bool areHeld,
                    const std::stop_token& stop, std::atomic<std::size_t>* ran) {
    try {
        const Run* const before = sharing(plan.before, scenario, index);
        TakeSoFar onSoFar;
        if (plan.onSoFar) onSoFar = [&](std::shared_ptr<const Run> best) { plan.onSoFar(index, std::move(best)); };
        RunResult result = run(scenario, index, stop, before, ran, onSoFar);
        if (plan.forDrawing) result = withSums(std::move(result), before, stop);
        return areHeld && result ? withHeld(*result, stop) : result;
    } catch (...) {
        return thrownError();
    }
}

/// The memory check for each of `ops`. Runs that are kept share the memory in order.
std::vector<Result<void>> checkAll(const Scenario& scenario, const std::vector<long long>& ops, const RunPlan& plan) {
    std::vector<Result<void>> checks;
    std::uint64_t left = plan.memory;
    for (std::size_t n = 0; n < ops.size(); ++n) {
        const std::size_t index = plan.schedules[n];
        std::uint64_t each = bytesPerOp(scenario, index);
        if (const Run* before = sharing(plan.before, scenario, index))
            each = before->scheme ? 0 : kBytesPerReplayedOp + (before->schedule.kind->runsPairs ? sizeof(Time) : 0);
        auto check = checkMemory(ops[n], left, each);
        if (!check)
            check = Error{check.error().message, "schedules[" + std::to_string(index) + "]"};
        else if (plan.keepsAll)
            left -= static_cast<std::uint64_t>(ops[n]) * each;
        checks.push_back(std::move(check));
    }
    return checks;
}

}  // namespace

std::uint64_t bytesPerOp(const Scenario& scenario, std::size_t index) {
    const ScheduleEntry& entry = scenario.schedules[index];
    if (entry.family == Family::Step) return kBytesPerStepOp;
    if (entry.family == Family::Scheme) return bytesPerOp(schemeOf(entry));
    return kBytesPerOp + bytesPerSoughtOp(resolve(scenario, index));
}

RunPlan planAll(const Scenario& scenario) {
    RunPlan plan;
    plan.schedules.resize(scenario.schedules.size());
    std::iota(plan.schedules.begin(), plan.schedules.end(), std::size_t{0});
    return plan;
}

bool keepsHeld(const Scenario& scenario) {
    long long ops = 0;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) ops += opsOf(resolve(scenario, i));
    return ops <= kMostHeldOps;
}

RunResult withHeld(const std::shared_ptr<const Run>& run, const std::stop_token& stop) {
    if (run->held || run->scheme || run->step) return run;
    auto held = heldActivations(*run->timeline, run->load->holding, stop);
    if (stop.stop_requested()) return cancelled();
    auto whole = std::make_shared<Run>(*run);
    whole->held = std::make_shared<const std::vector<HeldActivations>>(std::move(held));
    return std::shared_ptr<const Run>(std::move(whole));
}

void runEach(const Scenario& scenario, const RunPlan& plan,
             const std::function<bool(std::size_t index, RunResult result)>& take, std::stop_token stop) {
    std::vector<long long> ops;
    long long largest = 0;
    for (const std::size_t index : plan.schedules) {
        ops.push_back(opsOf(resolve(scenario, index)));
        const auto each = static_cast<long long>(bytesPerOp(scenario, index));
        largest = std::max(largest, ops.back() * each / static_cast<long long>(kBytesPerOp));
    }
    const std::vector<Result<void>> checks = checkAll(scenario, ops, plan);
    const bool areHeld = std::accumulate(ops.begin(), ops.end(), 0LL) <= plan.mostHeldOps;
    const std::size_t threads = plan.keepsAll ? plan.threads : threadsThatFit(plan.threads, largest, plan.memory);
    if (plan.progress) plan.progress->begin(ops, threads);
    const auto make = [&](std::size_t n) -> RunResult {
        std::atomic<std::size_t>* const ran = plan.progress ? plan.progress->started(n) : nullptr;
        RunResult result =
            checks[n] ? contained(scenario, plan.schedules[n], plan, areHeld, stop, ran) : checks[n].error();
        if (plan.progress) plan.progress->finished(n);
        return result;
    };
    inOrder(plan.schedules.size(), threads, plan.keepsAll ? plan.schedules.size() : threads, make,
            [&](std::size_t n, RunResult result) { return take(plan.schedules[n], std::move(result)); });
}

}  // namespace bubblescope
