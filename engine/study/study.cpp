#include "engine/study/study.h"

#include "engine/core/text.h"
#include "engine/core/thrown.h"
#include "engine/entries/registry.h"
#include "engine/results/run_each.h"
#include "engine/schedules/efforts.h"
#include "engine/schemes/run_scheme.h"
#include "engine/schemes/scheme.h"

#include <algorithm>
#include <mutex>

namespace bubblescope {

namespace {

/// A schedule alone at one value, so that refusals of other schedules do not affect it; or why it need not run. A
/// number of another schedule does not change it.
std::variant<Scenario, StudyPoint> aloneAt(const Study& study, std::size_t index, double x) {
    const Scenario& all = study.scenario;
    Scenario alone{all.title, all.workload, {all.schedules[index]}, all.training};
    const ScenarioPath& path = study.path;
    limitEffort(alone.schedules[0], kTrialEffort);
    const bool isOfOne = path.kind == &kSchedulePath;
    if (path.isOfSteps()) {  // the times of one step may depend on other steps
        const Scenario changed = atValue(all, path, x, study.keepRatio);
        alone.schedules = {changed.schedules[index]};
        alone.training = changed.training;
    } else if (!isOfOne || path.index == index) {
        alone = atValue(std::move(alone), isOfOne ? pathOfSchedule(0, path.key) : path, x, study.keepRatio);
    }
    if (auto ok = checkScenario(alone); !ok) return refusedPoint(ok.error().message);
    const long long ops = opsOf(resolve(alone, 0));
    if (ops <= kMaxStudyOps) return alone;
    StudyPoint point =
        refusedPoint(withThousands(ops) + " ops, the limit for curves is " + withThousands(kMaxStudyOps));
    point.isTooLarge = true;
    return point;
}

/// Whether points along a path share one order, or results of schemes that the path does not affect. Kinds without
/// chunks ignore them.
bool isSharedAlong(const ScenarioPath& path, const Run& run) {
    const WorkloadKey* key = findNumberKey(path.text);
    return key && (run.scheme || !key->shapesOrder || key->key == "chunks");
}

/// Takes the memory for the points of a batch; null, with a reason, if that is too much.
SharedMemory::Part takeMemory(SharedMemory& memory, bool isSpare, const Scenario& alone, const Run* before,
                              bool hasMore, const std::stop_token& stop, std::string& reason) {
    const long long ops = opsOf(resolve(alone, 0));
    const std::uint64_t needed = bytesOfRun(alone, 0, before), each = bytesPerOp(alone, 0);
    if (isSpare) {
        reason = withThousands(ops) + " ops need more memory than open runs leave for curves";
        return memory.take(needed, stop);
    }
    const auto fits = checkMemory(ops, memory.limit(), needed == 0 ? 0 : each);
    if (!fits) return reason = fits.error().message, nullptr;
    // If more points follow, one run is kept while the next one is made.
    return memory.take(std::min(memory.limit(), static_cast<std::uint64_t>(ops) * each * (hasMore ? 2 : 1)), stop);
}

Result<StudyPoint> runPoint(const Scenario& alone, const std::stop_token& stop, std::shared_ptr<const Run>& latest) {
    const RunResult result = run(alone, 0, stop, latest.get());
    if (result) return pointOf(*(latest = *result));
    if (isCancelled(result.error())) return result.error();
    return refusedPoint(result.error().message);
}

}  // namespace

const StudyPoint* Study::at(std::size_t schedule, std::size_t value) const {
    if (schedule >= series.size() || value >= series[schedule].size()) return nullptr;
    const auto& point = series[schedule][value];
    return point ? &*point : nullptr;
}

const StudyPoint* Study::ran(std::size_t schedule, std::size_t value) const {
    const StudyPoint* point = at(schedule, value);
    return point && point->refusal.empty() ? point : nullptr;
}

bool Study::isComplete() const {
    return !series.empty() && std::all_of(series.begin(), series.end(), [](const auto& points) {
        return std::all_of(points.begin(), points.end(), [](const auto& point) { return point.has_value(); });
    });
}

bool Study::hasShape() const {
    return !series.empty() && std::all_of(series.begin(), series.end(), [](const auto& points) {
        const auto known = std::count_if(points.begin(), points.end(), [](const auto& p) { return p.has_value(); });
        return points.empty() || (points.front() && points.back() && 3 * known >= std::ssize(points));
    });
}

Study liveStudy(const Scenario& scenario, const ScenarioPath& path, bool keepRatio,
                const std::optional<AxisRange>& range) {
    const AxisRange along = range.value_or(axisRange(scenario, path));
    Study study{scenario, path, keepRatio, liveValues(scenario, path, along.from, along.to), {}};
    study.series.assign(scenario.schedules.size(), std::vector<std::optional<StudyPoint>>(study.values.size()));
    return study;
}

Study walkStudy(const Scenario& scenario, std::size_t index, std::string_view number) {
    Study study{{scenario.title, scenario.workload, {scenario.schedules[index]}, {}},
                pathOfSchedule(0, number),
                true,
                walkValues(schemeOf(scenario.schedules[index]), number),
                {}};
    study.series.emplace_back(study.values.size());
    return study;
}

bool haveSamePoints(const Study& a, const Study& b) {
    if (!(a.path == b.path) || a.path == "devices" || a.keepRatio != b.keepRatio) return false;
    const auto atOne = [](const Study& study) {
        Scenario scenario = atValue(study.scenario, study.path, 1, study.keepRatio);
        scenario.title.clear();
        for (ScheduleEntry& entry : scenario.schedules) entry.label.reset();
        return scenario;
    };
    return atOne(a) == atOne(b);
}

void runPoints(const PointRuns& runs, const std::function<bool(std::size_t point, StudyPoint result)>& take,
               const std::stop_token& stop, const StudyResources& resources) {
    SharedMemory own(resources.memory);
    SharedMemory& memory = resources.spare ? *resources.spare : own;
    std::mutex mutex;
    std::vector<std::shared_ptr<const Run>> latest = resources.before;  // guarded, by track
    latest.resize(runs.tracks);
    const auto makePoint = [&](const PointRuns::Batch& batch, std::size_t point, std::shared_ptr<const Run>& run,
                               SharedMemory::Part& part) -> Result<StudyPoint> {
        try {
            auto made = runs.scenarioAt(point);
            if (auto* refused = std::get_if<StudyPoint>(&made)) return std::move(*refused);
            const Scenario& alone = std::get<Scenario>(made);
            std::string reason;
            if (!part)
                part = takeMemory(memory, resources.spare, alone, run.get(), batch.points.size() > 1, stop, reason);
            if (stop.stop_requested()) return cancelled();
            return part ? runPoint(alone, stop, run) : refusedPoint(std::move(reason));
        } catch (...) {
            return refusedPoint(thrownError().message);
        }
    };
    const auto make = [&](std::size_t n) {
        const PointRuns::Batch& batch = runs.batches[n];
        std::shared_ptr<const Run> run;
        if (batch.track < runs.tracks) {
            const std::lock_guard lock(mutex);
            run = latest[batch.track];
        }
        if (run && !runs.keeps(*run)) run = std::make_shared<const Run>(withoutNewOrder(*run));
        SharedMemory::Part part;
        std::vector<StudyPoint> results;
        for (const std::uint32_t point : batch.points) {
            auto result = makePoint(batch, point, run, part);
            if (!result) break;
            results.push_back(std::move(*result));
            if (run && !runs.keeps(*run)) run.reset();
        }
        if (run && batch.track < runs.tracks) {
            const std::lock_guard lock(mutex);
            latest[batch.track].swap(run);
        }
        return results;
    };
    constexpr std::size_t kAhead = 1024;
    inOrder(runs.batches.size(), resources.threads, kAhead, make, [&](std::size_t n, std::vector<StudyPoint> results) {
        const auto& points = runs.batches[n].points;
        for (std::size_t i = 0; i < results.size(); ++i)
            if (stop.stop_requested() || !take(points[i], std::move(results[i]))) return false;
        return results.size() == points.size();
    });
}

void fillStudy(Study& study, const std::function<void(std::size_t values)>& filled, std::stop_token stop,
               const StudyResources& resources) {
    const std::size_t count = study.values.size();
    std::vector<std::size_t> order = spreadOrder(count);
    if (study.path.kind == &kSchedulePath) {
        const auto present = presentValue(study.scenario, study.path);
        std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return study.values[i] == present; });
    }
    std::vector<std::uint32_t> points;  // schedule * count + value
    std::vector<std::size_t> awaited(count);
    for (const std::size_t value : order)
        for (std::size_t s = 0; s < study.series.size(); ++s)
            if (!study.series[s][value]) {
                points.push_back(static_cast<std::uint32_t>(s * count + value));
                ++awaited[value];
            }
    auto values = static_cast<std::size_t>(std::count(awaited.begin(), awaited.end(), 0u));
    if (values > 0) filled(values);

    // Larger runs are not kept for later points that share their program or result, as replaying saves little.
    constexpr std::uint64_t kMostOpsKept = 20'000'000;
    const std::uint64_t limit = resources.spare ? resources.spare->limit() : resources.memory;
    const std::uint64_t mostOps = std::min(kMostOpsKept, limit / 8 / kBytesPerReplayedOp) / (study.series.size() + 1);
    PointRuns runs;
    runs.tracks = study.series.size();
    for (const std::uint32_t& point : points) runs.batches.push_back({{&point, 1}, point / count});
    runs.scenarioAt = [&](std::size_t point) { return aloneAt(study, point / count, study.values[point % count]); };
    runs.keeps = [&](const Run& run) {
        return isSharedAlong(study.path, run) && static_cast<std::uint64_t>(opsOf(run.schedule)) <= mostOps;
    };
    const auto take = [&](std::size_t point, StudyPoint result) {
        const std::size_t value = point % count;
        study.series[point / count][value] = std::move(result);
        if (--awaited[value] == 0) filled(++values);
        return true;
    };
    runPoints(runs, take, stop, resources);
}

}  // namespace bubblescope
