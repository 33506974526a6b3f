#include "engine/study/sweep.h"

#include "engine/core/octaves.h"
#include "engine/core/text.h"
#include "engine/sim/simulate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <new>

namespace bubblescope {

namespace {

int toCount(double x) {
    constexpr double kLargest = std::numeric_limits<int>::max();
    return std::isnan(x) ? 0 : static_cast<int>(std::lround(std::clamp(x, 0.0, kLargest)));
}

/// Carries a new D into the lists and matrices that a schedule has for itself.
void resizeOwn(ScheduleEntry& entry, const Workload& shared, int devices) {
    if (entry.own.devices) return;
    const Workload resized = withDevices(patched(shared, entry.own), devices);
    forEachWorkloadKey([&](const WorkloadKey&, auto member, auto own) {
        if (entry.own.*own) entry.own.*own = resized.*member;
    });
}

void setDevices(Scenario& scenario, double x, bool keepRatio) {
    const int devices = toCount(x), before = scenario.workload.devices;
    if (devices < 1 || devices > kMaxDevices) {  // refused by the check to come: lists need not follow
        scenario.workload.devices = devices;
        return;
    }
    for (ScheduleEntry& entry : scenario.schedules) resizeOwn(entry, scenario.workload, devices);
    scenario.workload = withDevices(std::move(scenario.workload), devices);
    if (keepRatio)
        scenario.workload.microbatches =
            std::max(1, toCount(static_cast<double>(scenario.workload.microbatches) * devices / before));
}

/// Clears a key that schedules have for themselves, so that the workload's holds.
template <class Own>
void clearOwn(Scenario& scenario, Own WorkloadPatch::*key) {
    for (ScheduleEntry& entry : scenario.schedules) (entry.own.*key).reset();
}

/// Chunks: all, or even steps, because some schedules take even chunks only.
std::vector<double> evenSteps(long long from, long long to, std::size_t most) {
    std::vector<double> values{static_cast<double>(from)};
    long long step = 1;
    while ((to - from) / step + 2 > static_cast<long long>(most)) step *= 2;
    for (long long value = (from / step + 1) * step; value <= to; value += step)
        values.push_back(static_cast<double>(value));
    return values;
}

/// Multiples of 1, 2, 2.5 or 5 times a power of ten, strictly inside (from, to).
std::vector<double> roundNumbers(double from, double to, int most) {
    std::vector<double> values;
    const double least = (to - from) / most;
    if (!(least > 0) || !std::isfinite(least)) return values;
    const int exponent = static_cast<int>(std::floor(std::log10(least))) - 1;
    // In tenths of a power of ten, so that 2.5 is whole and each value is one rounding away from its decimal.
    const double unit = std::pow(10.0, std::abs(exponent));
    const auto value = [&](double tens) { return exponent < 0 ? tens / unit : tens * unit; };
    double step = 100;
    for (double tens : {10.0, 20.0, 25.0, 50.0, 100.0})
        if (value(tens) >= least) {
            step = tens;
            break;
        }
    const double first = std::floor(from / value(step));
    for (int n = 0; n <= most + 1; ++n)  // counted, because far from 0 one more step may not be another number
        if (const double at = value((first + n) * step); at > from && at < to) values.push_back(at);
    return values;
}

}  // namespace

std::span<const SweepAxisInfo> sweepAxes() {
    static constexpr SweepAxisInfo kAxes[] = {
        {SweepAxis::Devices, "devices", "D", "devices"},
        {SweepAxis::Microbatches, "microbatches", "MBS", "microbatches"},
        {SweepAxis::Comm, "comm", "T_C", "communication"},
        {SweepAxis::Chunks, "chunks", "v", "chunks"},
        {SweepAxis::Recompute, "recompute", "r", "recompute ratio"},
    };
    return kAxes;
}

Scenario atValue(Scenario scenario, SweepAxis axis, double x, bool keepRatio) {
    Workload& workload = scenario.workload;
    switch (axis) {
        case SweepAxis::Devices: setDevices(scenario, x, keepRatio); break;
        case SweepAxis::Microbatches: workload.microbatches = toCount(x); break;
        case SweepAxis::Comm:
            workload.comm = x;
            clearOwn(scenario, &WorkloadPatch::comm);
            break;
        case SweepAxis::Chunks:
            workload.chunks = toCount(x);
            for (ScheduleEntry& entry : scenario.schedules) {
                const ScheduleKind* kind = kindOf(entry);
                if (kind && kind->hasChunks) entry.own.chunks.reset();
            }
            break;
        case SweepAxis::Recompute:
            workload.recompute = x;
            clearOwn(scenario, &WorkloadPatch::recompute);
            break;
    }
    return scenario;
}

std::optional<double> presentValue(const Scenario& scenario, SweepAxis axis) {
    const Workload& workload = scenario.workload;
    switch (axis) {
        case SweepAxis::Devices: return workload.devices;
        case SweepAxis::Microbatches: return workload.microbatches;
        case SweepAxis::Comm:
            if (const double* comm = std::get_if<double>(&workload.comm)) return *comm;
            return std::nullopt;
        case SweepAxis::Chunks: return workload.chunks;
        case SweepAxis::Recompute: return workload.recompute;
    }
    return std::nullopt;
}

SweepRange sweepRange(const Scenario& scenario, SweepAxis axis) {
    SweepRange range;
    switch (axis) {
        case SweepAxis::Devices: range = {1, 64}; break;
        case SweepAxis::Microbatches: range = {1, 512}; break;
        case SweepAxis::Comm: {
            double forward = 0;
            for (std::size_t d = 0; d < static_cast<std::size_t>(scenario.workload.devices); ++d)
                forward = std::max(forward, at(scenario.workload.forward, d));
            range = {0, forward > 0 ? 2 * forward : 1};
            break;
        }
        case SweepAxis::Chunks: range = {1, 16}; break;
        case SweepAxis::Recompute: range = {0, 1}; break;
    }
    if (const auto present = presentValue(scenario, axis)) {
        range.from = std::min(range.from, *present);
        range.to = std::max(range.to, *present);
    }
    return range;
}

std::vector<double> sweepValues(const Scenario& scenario, SweepAxis axis, double from, double to) {
    const std::size_t most = kMaxSweepValues - 1;  // room for the present value
    const bool isWhole = axis != SweepAxis::Comm && axis != SweepAxis::Recompute;
    if (isWhole) from = std::max(1.0, std::ceil(from)), to = std::min(std::floor(to), 1e9);
    if (!(from <= to)) return {};
    const auto first = static_cast<long long>(isWhole ? from : 0), last = static_cast<long long>(isWhole ? to : 0);
    std::vector<double> values;
    switch (axis) {
        case SweepAxis::Devices: values = octaves(first, last, most); break;
        case SweepAxis::Microbatches: {
            const long long devices = std::max(1, scenario.workload.devices);
            values = octaves((first + devices - 1) / devices, last / devices, most);
            for (double& value : values) value *= static_cast<double>(devices);
            if (values.empty()) values = octaves(first, last, most);
            break;
        }
        case SweepAxis::Chunks: values = evenSteps(first, last, most); break;
        case SweepAxis::Comm:
        case SweepAxis::Recompute:
            values = roundNumbers(from, to, static_cast<int>(most) - 3);
            values.push_back(from);
            values.push_back(to);
            break;
    }
    if (const auto present = presentValue(scenario, axis); present && *present >= from && *present <= to)
        values.push_back(*present);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

Result<StudyPoint> sweepPoint(const Scenario& scenario, std::size_t index, SweepAxis axis, double x, bool keepRatio,
                              std::stop_token stop, std::shared_ptr<const Run>* latest, SharedMemory* memory) {
    // Alone, so that what another schedule refuses is not this one's.
    Scenario alone{scenario.title, scenario.workload, {scenario.schedules[index]}};
    alone = atValue(std::move(alone), axis, x, keepRatio);
    if (auto ok = checkScenario(alone); !ok) return refusedPoint(ok.error().message);
    const long long ops = resolve(alone, 0).ops();
    if (ops > kMaxSweepOps) {
        StudyPoint point = refusedPoint(withThousands(ops) + " ops, a curve stops at " + withThousands(kMaxSweepOps));
        point.isTooLarge = true;
        return point;
    }
    const Run* const before = latest ? latest->get() : nullptr;
    const auto part = memory ? memory->take(bytesOfRun(alone, 0, before), stop) : nullptr;
    if (stop.stop_requested()) return cancelled();
    if (memory && !part)
        return refusedPoint(withThousands(ops) + " ops need more memory than what is open leaves for curves");
    const RunResult result = run(alone, 0, stop, before);
    if (result && latest) *latest = *result;
    if (result) return pointOf(**result);
    if (isCancelled(result.error())) return result.error();
    return refusedPoint(result.error().message);
}

namespace {

Result<StudyPoint> contained(const Scenario& scenario, const SweepData& data, std::size_t index, double x,
                             const std::stop_token& stop, std::shared_ptr<const Run>& latest, SharedMemory& memory) {
    StudyPoint point;
    try {
        return sweepPoint(scenario, index, data.axis, x, data.keepRatio, stop, &latest, &memory);
    } catch (const std::bad_alloc&) {
        point.refusal = "needs more memory than this computer has";
    } catch (const std::exception& thrown) {
        point.refusal = thrown.what();
    }
    return point;
}

/// The most ops of a run that is kept because points to come share its program or its result: replaying more saves
/// little.
long long mostOpsKept(const SweepData& data, const SharedMemory& memory) {
    constexpr std::uint64_t kOfAllSchedules = 20'000'000;
    const std::uint64_t thatFit = memory.limit() / 8 / kBytesPerReplayedOp;
    return static_cast<long long>(std::min(kOfAllSchedules, thatFit) / (data.series.size() + 1));
}

bool isSharedAlong(SweepAxis axis, const Run& run) {
    // Kinds without chunks ignore them, and schemes that have times of their own ignore all.
    return run.scheme || axis == SweepAxis::Comm || axis == SweepAxis::Recompute || axis == SweepAxis::Chunks;
}

}  // namespace

void fillSweep(const Scenario& scenario, SweepData& data, const std::function<void(std::size_t values)>& filled,
               std::stop_token stop, const SweepPlan& plan) {
    struct Place {
        std::size_t schedule, value;
    };
    SharedMemory available(plan.memory ? 0 : availableMemory());
    SharedMemory& memory = plan.memory ? *plan.memory : available;
    const auto keeps = [axis = data.axis, mostOps = mostOpsKept(data, memory)](const Run& run) {
        return isSharedAlong(axis, run) && run.schedule.ops() <= mostOps;
    };
    // All schedules of a value, then the next; a value that needs nothing more has one place without a schedule.
    const std::size_t none = data.series.size();
    std::vector<Place> places;
    for (const std::size_t value : sweepOrder(data.values.size())) {
        const std::size_t before = places.size();
        for (std::size_t s = 0; s < data.series.size(); ++s)
            if (!data.series[s][value]) places.push_back({s, value});
        if (places.size() == before) places.push_back({none, value});
    }
    std::mutex mutex;
    std::vector<std::shared_ptr<const Run>> latest = plan.before;  // guarded
    latest.resize(data.series.size());
    const auto make = [&](std::size_t n) -> Result<StudyPoint> {
        const auto [schedule, value] = places[n];
        if (schedule == none) return StudyPoint{};
        std::shared_ptr<const Run> run;
        {
            const std::lock_guard lock(mutex);
            run = latest[schedule];
        }
        if (run && !keeps(*run)) run = std::make_shared<const Run>(withoutNewOrder(*run));
        auto point = contained(scenario, data, schedule, data.values[value], stop, run, memory);
        if (run && keeps(*run)) {
            const std::lock_guard lock(mutex);
            latest[schedule].swap(run);
        }
        return point;
    };
    std::size_t values = 0;
    const auto take = [&](std::size_t n, const Result<StudyPoint>& point) {
        if (!point || stop.stop_requested()) return false;
        const auto [schedule, value] = places[n];
        if (schedule != none) data.series[schedule][value] = *point;
        if (n + 1 < places.size() && places[n + 1].value == value) return true;
        ++values;
        data.complete = values == data.values.size();
        filled(values);
        return true;
    };
    inOrder(places.size(), plan.threads, places.size(), make, take);
}

SweepData emptySweep(const Scenario& scenario, SweepAxis axis, SweepRange range, bool keepRatio) {
    SweepData data;
    data.axis = axis;
    data.keepRatio = keepRatio;
    data.values = sweepValues(scenario, axis, range.from, range.to);
    data.series.assign(scenario.schedules.size(),
                       std::vector<std::optional<StudyPoint>>(data.values.size(), std::nullopt));
    return data;
}

std::vector<std::size_t> sweepOrder(std::size_t count) {
    std::vector<std::size_t> order;
    std::vector<bool> isTaken(count, false);
    const auto take = [&](std::size_t i) {
        if (i < count && !isTaken[i]) isTaken[i] = true, order.push_back(i);
    };
    take(0);
    if (count > 0) take(count - 1);
    std::size_t step = 1;
    while (step < count) step *= 2;
    for (; step >= 1; step /= 2)
        for (std::size_t i = 0; i < count; i += step) take(i);
    return order;
}

}  // namespace bubblescope
