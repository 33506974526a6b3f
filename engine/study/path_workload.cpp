// A key of the workload: `devices`, `comm`.

#include "engine/core/ruler.h"
#include "engine/entries/registry.h"
#include "engine/study/scenario_path.h"
#include "engine/study/study_axes.h"

#include <algorithm>

namespace bubblescope {

namespace {

const WorkloadKey& keyAt(const ScenarioPath& path) { return *findNumberKey(path.key); }

bool readWorkloadKey(ScenarioPath& path) {
    if (!findNumberKey(path.text)) return false;
    path.key = path.text;
    return true;
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

std::optional<double> valueOfKey(const Scenario& scenario, const ScenarioPath& path) {
    return keyAt(path).get(scenario.workload);
}

Scenario withKey(Scenario scenario, const ScenarioPath& path, double x, bool keepRatio) {
    if (path.key == "devices") {
        setDevices(scenario, x, keepRatio);
        return scenario;
    }
    const WorkloadKey& changed = keyAt(path);
    changed.set(scenario.workload, changed.isWhole() ? toCount(x) : x);
    if (path.key != "microbatches")
        for (ScheduleEntry& entry : scenario.schedules)
            forEachWorkloadKey([&](const WorkloadKey& key, auto, auto own) {
                if (key.key == path.key && takesKey(path.key, entry)) (entry.own.*own).reset();
            });
    return scenario;
}

AxisRange rangeOfKey(const Scenario& scenario, const ScenarioPath& path) {
    const WorkloadKey& axis = keyAt(path);
    AxisRange range{axis.slider.least, axis.slider.most};
    if (axis.isTime()) {
        double forward = 0;
        for (std::size_t d = 0; d < static_cast<std::size_t>(scenario.workload.devices); ++d)
            forward = std::max(forward, at(scenario.workload.forward, d));
        range = {0, forward > 0 ? 2 * forward : 1};
    }
    if (const auto present = valueOfKey(scenario, path)) {
        range.from = std::min(range.from, *present);
        range.to = std::max(range.to, *present);
    }
    return range;
}

/// For MBS, multiples of D if there are any, so that no schedule refuses for that reason.
std::vector<double> valuesOfKey(const Scenario& scenario, const ScenarioPath& path, AxisRange range) {
    if (path.key != "microbatches") return {};
    const auto first = static_cast<long long>(range.from), last = static_cast<long long>(range.to);
    const long long devices = std::max(1, scenario.workload.devices);
    std::vector<double> values = octaves((first + devices - 1) / devices, last / devices, kMaxStudyValues - 1);
    for (double& value : values) value *= static_cast<double>(devices);
    return values;
}

}  // namespace

const PathKind kWorkloadPath{
    .read = readWorkloadKey,
    .isWhole = [](const ScenarioPath& path) { return keyAt(path).isWhole(); },
    .isLogarithmic = [](const ScenarioPath& path) { return keyAt(path).isWhole() && keyAt(path).slider.isLogarithmic; },
    .isTime = [](const ScenarioPath& path) { return keyAt(path).isTime(); },
    .symbol = [](const ScenarioPath& path) { return std::string(keyAt(path).symbol); },
    .title = [](const ScenarioPath& path) { return std::string(keyAt(path).word); },
    .name =
        [](const ScenarioPath& path) {
            return std::string(keyAt(path).symbol.empty() ? keyAt(path).key : keyAt(path).symbol);
        },
    .get = valueOfKey,
    .set = withKey,
    .range = rangeOfKey,
    .values = valuesOfKey,
    .vary = [](Scenario& alone, const ScenarioPath& path, double x) { keyAt(path).set(alone.workload, x); },
};

}  // namespace bubblescope
