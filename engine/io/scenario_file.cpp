#include "engine/io/scenario_file.h"

#include "engine/entries/resolve.h"
#include "engine/io/json_fields.h"
#include "engine/io/scenario_keys.h"
#include "engine/io/settings.h"
#include "engine/io/version_one.h"
#include "engine/results/published.h"
#include "engine/schemes/scheme.h"
#include "engine/steps/shared_keys.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

/// If only schemes use the workload's times, its lists have one entry per worker of theirs.
void takeDevicesFromSchemes(const json& root, Scenario& scenario) {
    const json* workload = memberOf(root, "workload");
    if (!workload || workload->contains("devices")) return;
    std::optional<Scheme> first;
    for (const ScheduleEntry& entry : scenario.schedules) {
        if (entry.family != Family::Scheme) return;
        if (Scheme scheme = schemeOf(entry); !first && scheme.workloadTimes) first = std::move(scheme);
    }
    if (first) scenario.workload.devices = first->workers;
}

Result<void> readPublished(const json& root, ParameterValue::List& out) {
    const Parameter& parameter = publishedParameter();
    const json* at = memberOf(root, parameter.key);
    if (!at) return {};
    ParameterValue value;
    if (auto ok = readValue(*at, std::string(parameter.key), parameter, value); !ok) return ok;
    out = std::get<ParameterValue::List>(std::move(value.held));
    return {};
}

Result<Scenario> toScenario(json root) {
    Scenario out;
    out.schedules = foundingSchedules();
    Result<void> result = checkFormat(root, kScenarioFormat);
    if (result) result = upgrade(root);
    if (result) result = checkObject(root, {}, scenarioKeys());
    if (result) result = readKey(root, {}, "title", out.title);
    if (result) result = readKey(root, {}, "workload", out.workload);
    if (result) result = readKey(root, {}, "schedules", out.schedules);
    if (result) result = readTraining(root, out.training);
    if (result) result = readStyle(root, out.style);
    if (result) result = readPublished(root, out.published);
    if (result) takeDevicesFromSchemes(root, out);
    if (result) result = checkScenario(out);
    if (result) result = checkPublished(out);
    if (!result) return result.error();
    return out;
}

}  // namespace

Result<Scenario> readScenario(std::string_view bytes, std::span<const Setting> settings) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    // Published numbers of the file do not apply to what settings change.
    const auto before = !settings.empty() && memberOf(*root, publishedParameter().key) ? toScenario(*root)
                                                                                       : Result<Scenario>(Scenario());
    if (auto ok = applySettings(*root, settings, kScenarioFormat); !ok) return ok.error();
    auto scenario = toScenario(std::move(*root));
    if (scenario && before) scenario->published = keptPublished(*before, *scenario);
    if (scenario && !before) scenario->published.clear();  // for a workload that does not run
    return scenario;
}

std::string writeScenario(const Scenario& scenario) {
    nlohmann::ordered_json out = {{"format", kScenarioFormat.id},
                                  {"version", kScenarioFormat.version},
                                  {"title", scenario.title},
                                  {"workload", toJson(scenario.workload, WorkloadKeys::All)}};
    putTraining(out, scenario.training);
    out["schedules"] = toJson(scenario.schedules);
    putStyle(out, scenario.style);
    if (!scenario.published.empty())
        out[std::string(publishedParameter().key)] = toJson(ParameterValue{scenario.published});
    return tidyJson(out);
}

}  // namespace bubblescope
