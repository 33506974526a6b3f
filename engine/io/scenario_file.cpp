#include "engine/io/scenario_file.h"

#include "engine/io/json_fields.h"
#include "engine/io/scenario_keys.h"
#include "engine/io/settings.h"
#include "engine/schedules/resolve.h"
#include "engine/steps/shared_keys.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

/// Where only schemes run on the workload's times, its lists have an entry for each of their workers.
void takeDevicesFromSchemes(const json& root, Scenario& scenario) {
    const json* workload = memberOf(root, "workload");
    if (!workload || workload->contains("devices")) return;
    const Scheme* first = nullptr;
    for (const ScheduleEntry& entry : scenario.schedules) {
        if (!entry.scheme) return;
        if (!first && entry.scheme->workloadTimes) first = &*entry.scheme;
    }
    if (first) scenario.workload.devices = first->workers;
}

Result<Scenario> toScenario(const json& root) {
    Scenario out;
    out.schedules = foundingSchedules();
    Result<void> result = checkFormat(root, kScenarioFormat);
    if (result) result = checkObject(root, {}, scenarioKeys());
    if (result) result = readKey(root, {}, "title", out.title);
    if (result) result = readKey(root, {}, "workload", out.workload);
    if (result) result = readKey(root, {}, "schedules", out.schedules);
    if (result) result = readTraining(root, out.training);
    if (result) result = readStyle(root, out.style);
    if (result) takeDevicesFromSchemes(root, out);
    if (result) result = checkScenario(out);
    if (!result) return result.error();
    return out;
}

}  // namespace

Result<Scenario> readScenario(std::string_view bytes, std::span<const Setting> settings) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    if (auto ok = applySettings(*root, settings, kScenarioFormat); !ok) return ok.error();
    return toScenario(*root);
}

std::string writeScenario(const Scenario& scenario) {
    nlohmann::ordered_json out = {{"format", kScenarioFormat.id},
                                  {"version", kScenarioFormat.version},
                                  {"title", scenario.title},
                                  {"workload", toJson(scenario.workload, WorkloadKeys::All)}};
    putTraining(out, scenario.training);
    out["schedules"] = toJson(scenario.schedules);
    putStyle(out, scenario.style);
    return tidyJson(out);
}

}  // namespace bubblescope
