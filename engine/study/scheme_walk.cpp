#include "engine/study/scheme_walk.h"

#include "engine/core/octaves.h"
#include "engine/core/text.h"
#include "engine/run/run_each.h"
#include "engine/study/sweep.h"

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {

constexpr int kLeastLastSize = 16;

bool isParameter(const Scheme& scheme, std::string_view number) {
    const std::vector<SchemeParameter> parameters = parametersOf(scheme);
    return std::any_of(parameters.begin(), parameters.end(), [&](const auto& own) { return own.name == number; });
}

int limitOf(std::string_view size) {
    if (size == "batches") return kMaxMicrobatches;
    return size == "stages" ? kMaxStages : kMaxDevices;
}

/// Of `values` as many as still fit: the ends first, then halves, then quarters.
template <class Value>
void addSpread(std::set<int>& to, const std::vector<Value>& values) {
    for (const std::size_t i : sweepOrder(values.size()))
        if (to.size() < kMaxWalkPoints) to.insert(static_cast<int>(values[i]));
}

std::vector<int> divisorsOf(int number) {
    std::vector<int> divisors;
    for (int divisor = 1; divisor <= number; ++divisor)
        if (number % divisor == 0) divisors.push_back(divisor);
    return divisors;
}

std::set<int> valuesOf(const Scheme& scheme, std::string_view number) {
    const int present = numberOf(scheme, number);
    const bool isGroup = isParameter(scheme, number);
    const int last = isGroup ? scheme.workers : std::min(limitOf(number), std::max(2 * present, kLeastLastSize));
    std::set<int> values{present};
    const std::size_t more = present < 1 || present > last ? 1 : 0;
    if (static_cast<std::size_t>(last) + more <= kMaxWalkPoints) {
        for (int value = 1; value <= last; ++value) values.insert(value);
        return values;
    }
    if (isGroup && !hasOwnFormulas(*findKind(Family::Scheme, scheme.kind))) addSpread(values, divisorsOf(last));
    addSpread(values, octaves(1, last, kMaxWalkPoints));
    return values;
}

/// The scenario with nothing but the scheme at one value.
Scenario atPoint(const Scenario& scenario, std::size_t index, const Scheme& scheme) {
    Scenario alone{scenario.title, scenario.workload, {scenario.schedules[index]}};
    alone.schedules.front().scheme = scheme;
    return alone;
}

/// Why a point need not be run; empty if it can.
std::string refusalOf(const Scenario& alone) {
    if (const auto ok = checkScenario(alone); !ok) return ok.error().message;
    const long long ops = resolve(alone, 0).ops();
    return ops > kMaxSweepOps ? withThousands(ops) + " ops, a curve stops at " + withThousands(kMaxSweepOps) : "";
}

}  // namespace

SchemeWalk emptyWalk(const Scheme& scheme, std::string_view number) {
    SchemeWalk walk{scheme, std::string(number), {}};
    for (const int value : valuesOf(scheme, number)) walk.points.push_back({value, {}});
    return walk;
}

void walkScheme(const Scenario& scenario, std::size_t index, std::string_view number,
                const std::function<void(std::size_t, const SchemeWalk::Point&)>& ready, std::stop_token stop,
                const WalkResources& resources) {
    const Scheme& scheme = *scenario.schedules[index].scheme;
    SchemeWalk walk = emptyWalk(scheme, number);
    Scenario all{scenario.title, scenario.workload, {}};
    RunPlan plan;
    const int present = numberOf(scheme, number);
    for (SchemeWalk::Point& point : walk.points) {
        const bool isPresent = point.value == present;
        Scenario alone = atPoint(scenario, index, isPresent ? scheme : withNumber(scheme, number, point.value));
        if (std::string why = refusalOf(alone); !why.empty()) point.result = refusedPoint(std::move(why));
        all.schedules.push_back(std::move(alone.schedules.front()));
    }
    const auto tell = [&](std::size_t i) {
        if (!stop.stop_requested()) ready(i, walk.points[i]);
    };
    for (const std::size_t i : sweepOrder(walk.points.size())) {
        if (walk.points[i].result)
            tell(i);
        else if (walk.points[i].value == present)
            plan.schedules.insert(plan.schedules.begin(), i);
        else
            plan.schedules.push_back(i);
    }
    plan.keepsAll = false;
    plan.threads = resources.threads;
    plan.memory = resources.memory;
    plan.before = {resources.before};
    runEach(
        all, plan,
        [&](std::size_t i, const RunResult& result) {
            walk.points[i].result = result ? pointOf(**result) : refusedPoint(result.error().message);
            tell(i);
            return !stop.stop_requested();
        },
        stop);
}

}  // namespace bubblescope
