#include "engine/study/study_axes.h"

#include "engine/core/divisors.h"
#include "engine/core/ruler.h"
#include "engine/entries/model_edits.h"
#include "engine/entries/registry.h"
#include "engine/entries/step_edits.h"
#include "engine/schemes/scheme.h"
#include "engine/study/training_number.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/trained_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace bubblescope {

namespace {

constexpr std::string_view kSchedules = "schedules[", kTimes = "times.", kSlowdown = "slowdown[";
constexpr int kLeastLastSize = 16;
constexpr double kTimesOfDevices = 16;  // ratio to present values, up and down

int toCount(double x) {
    constexpr double kLargest = std::numeric_limits<int>::max();
    return std::isnan(x) ? 0 : static_cast<int>(std::lround(std::clamp(x, 0.0, kLargest)));
}

bool takesKey(std::string_view key, const ScheduleEntry& entry) {
    const ScheduleKind* kind = kindOf(entry);
    return key != "chunks" || (kind && kind->hasChunks);
}

/// Adapts a schedule's own lists and matrices to a new D.
void resizeOwn(ScheduleEntry& entry, const Workload& shared, int devices) {
    if (entry.own.devices) return;
    const Workload resized = withDevices(patched(shared, entry.own), devices);
    forEachWorkloadKey([&](const WorkloadKey&, auto member, auto own) {
        if (entry.own.*own) entry.own.*own = resized.*member;
    });
}

void setDevices(Scenario& scenario, double x, bool keepRatio) {
    const int devices = toCount(x), before = scenario.workload.devices;
    if (devices < 1 || devices > kMaxDevices) {  // refused by a later check, so lists need not follow
        scenario.workload.devices = devices;
        return;
    }
    for (ScheduleEntry& entry : scenario.schedules) resizeOwn(entry, scenario.workload, devices);
    scenario.workload = withDevices(std::move(scenario.workload), devices);
    if (keepRatio)
        scenario.workload.microbatches =
            std::max(1, toCount(static_cast<double>(scenario.workload.microbatches) * devices / before));
}

/// Chunks: all values or, as some schedules only accept even chunks, even steps.
std::vector<double> evenSteps(long long from, long long to, std::size_t most) {
    std::vector<double> values{static_cast<double>(from)};
    long long step = 1;
    while ((to - from) / step + 2 > static_cast<long long>(most)) step *= 2;
    for (long long value = (from / step + 1) * step; value <= to; value += step)
        values.push_back(static_cast<double>(value));
    return values;
}

int limitOf(std::string_view size) {
    if (size == "batches") return kMaxMicrobatches;
    return size == "stages" ? kMaxStages : kMaxDevices;
}

/// Adds as many of `values` as still fit: first the ends, then halves, then quarters.
void addSpread(std::set<double>& to, const std::vector<double>& values) {
    for (const std::size_t i : spreadOrder(values.size()))
        if (to.size() < kMaxStudyValues) to.insert(values[i]);
}

}  // namespace

std::optional<ScheduleNumber> scheduleNumberIn(std::string_view path) {
    if (!path.starts_with(kSchedules)) return std::nullopt;
    const char* const end = path.data() + path.size();
    std::size_t index = 0;
    const auto [after, error] = std::from_chars(path.data() + kSchedules.size(), end, index);
    const std::string_view rest(after, static_cast<std::size_t>(end - after));
    if (error != std::errc() || !rest.starts_with("].")) return std::nullopt;
    return ScheduleNumber{index, std::string(rest.substr(2))};
}

std::string pathOf(const ScheduleNumber& number) {
    return std::string(kSchedules) + std::to_string(number.schedule) + "]." + number.name;
}

ScheduleEntry withNumber(ScheduleEntry entry, std::string_view name, double value) {
    if (entry.family != Family::Scheme) {
        Workload one;
        findNumberKey(name)->set(one, value);
        forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto own) {
            if (key.key == name) entry.own.*own = one.*member;
        });
    } else if (name == kFetch) {
        editScheme(entry, [&](Scheme& scheme) { scheme.fetch = value; });
    } else if (name == kActivationCap) {
        setNamed(entry.values, name, {static_cast<int>(value)});
    } else {
        setScheme(entry, withNumber(schemeOf(entry), name, static_cast<int>(value)));
    }
    return entry;
}

std::optional<std::string_view> stepTimeIn(std::string_view path) {
    return path.starts_with(kTimes) ? std::optional(path.substr(kTimes.size())) : std::nullopt;
}

std::string pathOfStepTime(std::string_view key) { return std::string(kTimes) += key; }

std::optional<int> slowedRankIn(std::string_view path) {
    if (!path.starts_with(kSlowdown)) return std::nullopt;
    int rank = -1;
    const char* const end = path.data() + path.size();
    const auto [after, error] = std::from_chars(path.data() + kSlowdown.size(), end, rank);
    const bool isRank = error == std::errc() && rank >= 0 && std::string_view(after, std::size_t(end - after)) == "]";
    return isRank ? std::optional(rank) : std::nullopt;
}

std::string pathOfSlowdown(int rank) { return std::string(kSlowdown) + std::to_string(rank) + "]"; }

std::span<const std::string_view> modelAxes() {
    static constexpr std::string_view kModelAxes[] = {"model.sequence", "model.microbatch",
                                                      "cluster.inter.bandwidth_gbs", "cluster.intra.bandwidth_gbs",
                                                      "cluster.device.efficiency"};
    return kModelAxes;
}

bool isOfSteps(std::string_view path) {
    return stepTimeIn(path) || path == kRanksPath || path == kMeshDevicesPath || slowedRankIn(path) ||
           trainingNumberIn(path);
}

bool isWholePath(std::string_view path) {
    const WorkloadKey* const key = findNumberKey(path);
    if (const Parameter* number = trainingNumberIn(path)) return number->type == ParameterType::Whole;
    return key ? key->isWhole()
               : path == kRanksPath || path == kMeshDevicesPath ||
                     isCountOfLayers(stepTimeIn(path).value_or(std::string_view()));
}

std::span<const WorkloadKey* const> liveAxes() {
    static const WorkloadKey* const kLiveAxes[] = {findNumberKey("devices"), findNumberKey("microbatches"),
                                                   findNumberKey("comm"), findNumberKey("chunks"),
                                                   findNumberKey("recompute")};
    return kLiveAxes;
}

bool isLogarithmic(std::string_view key) {
    if (key == kMeshDevicesPath) return true;
    if (trainingNumberIn(key)) return isWholePath(key);
    const WorkloadKey* known = findNumberKey(key);
    return known && known->isWhole() && known->slider.isLogarithmic;
}

namespace {

/// Sets a number in all steps of a model, including steps that override it.
Scenario withTrainingNumber(Scenario scenario, std::string_view path, double x) {
    Training changed = scenario.training;
    setTrainingNumber(changed, path, x);
    if (!path.starts_with("model.") || !scenario.training.model.empty()) scenario.training = changed;
    Scenario alone;
    alone.training = changed;
    alone.schedules = {entryOf(Family::Step, "mesh")};
    const auto value = trainingValue(alone, 0, path);
    for (const std::size_t step : modelStepsOf(scenario))
        scenario = withTrainingValue(std::move(scenario), step, path, value);
    return scenario;
}

/// A number of a step of a model, or its default.
std::optional<double> trainingNumberOf(const Scenario& scenario, std::size_t step, std::string_view path) {
    const auto model = modelOf(modelOfStep(scenario, step));
    const auto hardware = hardwareOf(clusterOfStep(scenario, step));
    if (path == "model.sequence") return model ? std::optional<double>(model->sequence) : std::nullopt;
    if (path == "model.microbatch") return model ? std::optional<double>(model->microbatch) : std::nullopt;
    if (hardware && path == "cluster.inter.bandwidth_gbs") return hardware->cluster.inter.bandwidth;
    if (hardware && path == "cluster.intra.bandwidth_gbs") return hardware->cluster.intra.bandwidth;
    if (hardware && path == "cluster.device.efficiency") return hardware->efficiency;
    const auto value = trainingValue(scenario, step, path);
    if (!value) return std::nullopt;
    if (const int* whole = std::get_if<int>(&value->held)) return *whole;
    const double* number = std::get_if<double>(&value->held);
    return number ? std::optional(*number) : std::nullopt;
}

/// The number that all steps of a model agree on.
std::optional<double> trainingNumberOf(const Scenario& scenario, std::string_view path) {
    std::optional<double> all;
    for (const std::size_t step : modelStepsOf(scenario)) {
        const auto one = trainingNumberOf(scenario, step, path);
        if (!one || (all && *all != *one)) return std::nullopt;
        all = one;
    }
    return all;
}

AxisRange trainingRange(const Scenario& scenario, std::string_view path) {
    const double now = presentValue(scenario, path).value_or(0);
    if (path == kMeshDevicesPath)
        return {std::max(1.0, now / kTimesOfDevices), std::min<double>(kMaxMeshRanks, now * kTimesOfDevices)};
    if (path == "model.sequence") return {std::min(1024.0, std::max(1.0, now)), std::max(65536.0, now)};
    if (path == "model.microbatch") return {1, std::max(16.0, now)};
    if (path == "cluster.device.efficiency") return {std::min(0.1, now), 1};
    if (isWholePath(path)) return {1, std::max(16.0, 2 * now)};
    return {now > 0 ? now / 4 : 1, now > 0 ? 2 * now : 100};
}

/// Whole numbers with equal ratios that divide well: powers of two with one value between neighbours; for devices, the
/// values that double to the present number.
std::vector<double> doublings(std::string_view path, double now, double from, double to) {
    std::vector<double> values;
    if (path == kMeshDevicesPath) {
        for (double value = now; value >= from; value /= 2)
            if (value == std::floor(value)) values.push_back(value);
        for (double value = 2 * now; value <= to; value *= 2) values.push_back(value);
        return values;
    }
    for (double value = std::exp2(std::ceil(std::log2(from))); value <= to; value *= 2) {
        values.push_back(value);
        if (value >= 2 && 1.5 * value <= to) values.push_back(1.5 * value);
    }
    return values;
}

}  // namespace

Scenario atValue(Scenario scenario, std::string_view path, double x, bool keepRatio) {
    if (const auto number = scheduleNumberIn(path)) {
        ScheduleEntry& entry = scenario.schedules[number->schedule];
        // A number that is left to the kind's default stays unset.
        if (entry.family != Family::Scheme || numberOf(schemeOf(entry), number->name) != x)
            entry = withNumber(std::move(entry), number->name, x);
        return scenario;
    }
    if (const auto time = stepTimeIn(path)) return withStepTime(std::move(scenario), *time, x);
    if (path == kRanksPath) return withRanks(std::move(scenario), toCount(x));
    if (path == kMeshDevicesPath) {
        const int before = devicesOf(scenario);
        return withDeviceCount(std::move(scenario), before, toCount(x));
    }
    if (trainingNumberIn(path)) return withTrainingNumber(std::move(scenario), path, x);
    if (const auto rank = slowedRankIn(path)) return withSlowdown(std::move(scenario), *rank, x);
    if (path == "devices") {
        setDevices(scenario, x, keepRatio);
        return scenario;
    }
    const WorkloadKey& changed = *findNumberKey(path);
    changed.set(scenario.workload, changed.isWhole() ? toCount(x) : x);
    if (path != "microbatches")
        for (ScheduleEntry& entry : scenario.schedules)
            forEachWorkloadKey([&](const WorkloadKey& key, auto, auto own) {
                if (key.key == path && takesKey(path, entry)) (entry.own.*own).reset();
            });
    return scenario;
}

namespace {

std::optional<StepTime> stepTimeOf(const Scenario& scenario, std::string_view key) {
    for (StepTime& time : stepTimesOf(scenario))
        if (time.key == key) return std::move(time);
    return std::nullopt;
}

}  // namespace

std::optional<double> presentValue(const Scenario& scenario, std::string_view key) {
    if (const auto time = stepTimeIn(key)) {
        const auto present = stepTimeOf(scenario, *time);
        return present && present->isOne() ? std::optional(present->least) : std::nullopt;
    }
    if (key == kRanksPath) {
        const auto ranks = ranksOf(scenario);
        return ranks ? std::optional<double>(*ranks) : std::nullopt;
    }
    if (const auto rank = slowedRankIn(key)) {
        const std::vector<double> factors = slowdownOf(scenario);
        const auto place = static_cast<std::size_t>(*rank);
        return place < factors.size() ? std::optional(factors[place]) : std::nullopt;
    }
    if (key == kMeshDevicesPath) return devicesOf(scenario);
    if (trainingNumberIn(key)) return trainingNumberOf(scenario, key);
    return findNumberKey(key)->get(scenario.workload);
}

AxisRange axisRange(const Scenario& scenario, std::string_view key) {
    if (const auto time = stepTimeIn(key)) {
        const auto present = stepTimeOf(scenario, *time);
        const double most = present ? present->most : 0;
        if (isWholePath(key)) return {1, std::max(8.0, 2 * most)};
        return {0, most > 0 ? 2 * most : 1};
    }
    if (key == kMeshDevicesPath || trainingNumberIn(key)) return trainingRange(scenario, key);
    if (isOfSteps(key)) {
        const double now = presentValue(scenario, key).value_or(1);
        if (isWholePath(key)) return {1, std::max(16.0, 2 * now)};
        return {std::min(1.0, now), std::max(2.0, 2 * now)};
    }
    const WorkloadKey& axis = *findNumberKey(key);
    AxisRange range{axis.slider.least, axis.slider.most};
    if (axis.isTime()) {
        double forward = 0;
        for (std::size_t d = 0; d < static_cast<std::size_t>(scenario.workload.devices); ++d)
            forward = std::max(forward, at(scenario.workload.forward, d));
        range = {0, forward > 0 ? 2 * forward : 1};
    }
    if (const auto present = presentValue(scenario, key)) {
        range.from = std::min(range.from, *present);
        range.to = std::max(range.to, *present);
    }
    return range;
}

std::vector<double> liveValues(const Scenario& scenario, std::string_view key, double from, double to) {
    const std::size_t most = kMaxStudyValues - 1;  // room for the present value
    const bool isWhole = isWholePath(key);
    if (isWhole) from = std::max(1.0, std::ceil(from)), to = std::min(std::floor(to), 1e9);
    if (!(from <= to)) return {};
    const auto first = static_cast<long long>(isWhole ? from : 0), last = static_cast<long long>(isWhole ? to : 0);
    std::vector<double> values;
    if (key == "microbatches") {
        const long long devices = std::max(1, scenario.workload.devices);
        values = octaves((first + devices - 1) / devices, last / devices, most);
        for (double& value : values) value *= static_cast<double>(devices);
    }
    if (key == kMeshDevicesPath || (isWhole && trainingNumberIn(key)))
        values = doublings(key, presentValue(scenario, key).value_or(from), from, to);
    if (!isWhole) {
        const double step = roundAbove((to - from) / static_cast<double>(most - 3), kFineSteps);
        if (step > 0) values = multiples(step, from, to);
        for (double& value : values) value = nearestMultiple(value, step);
        std::erase_if(values, [&](double value) { return value < from || value > to; });
        values.push_back(from);
        values.push_back(to);
    } else if (values.empty()) {
        values = isLogarithmic(key) ? octaves(first, last, most) : evenSteps(first, last, most);
    }
    if (const auto present = presentValue(scenario, key); present && *present >= from && *present <= to)
        values.push_back(*present);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

std::vector<double> walkValues(const Scheme& scheme, std::string_view number) {
    const std::vector<SchemeParameter> parameters = parametersOf(scheme);
    const bool isGroup =
        std::any_of(parameters.begin(), parameters.end(), [&](const auto& own) { return own.name == number; });
    const int present = numberOf(scheme, number);
    const int last = isGroup ? scheme.workers : std::min(limitOf(number), std::max(2 * present, kLeastLastSize));
    std::set<double> values{static_cast<double>(present)};
    const std::size_t more = present < 1 || present > last ? 1 : 0;
    if (static_cast<std::size_t>(last) + more <= kMaxStudyValues) {
        for (int value = 1; value <= last; ++value) values.insert(value);
    } else {
        if (isGroup && !hasOwnFormulas(*findKind(Family::Scheme, scheme.kind))) {
            const std::vector<int> divisors = divisorsOf(last);
            addSpread(values, {divisors.begin(), divisors.end()});
        }
        addSpread(values, octaves(1, last, kMaxStudyValues));
    }
    return {values.begin(), values.end()};
}

std::vector<std::size_t> spreadOrder(std::size_t count) {
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

std::vector<std::size_t> ascendingOrder(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!std::is_sorted(values.begin(), values.end()))
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
    return order;
}

}  // namespace bubblescope
