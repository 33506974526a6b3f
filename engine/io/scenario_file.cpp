#include "engine/io/scenario_file.h"

#include "engine/entries/resolve.h"
#include "engine/io/fields.h"
#include "engine/io/settings.h"
#include "engine/io/version_one.h"
#include "engine/results/published.h"
#include "engine/schemes/scheme.h"
#include "engine/style/style.h"

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

/// The name of a style or an object.
Result<void> readStyle(const json& value, const std::string& path, ParameterValue::Object& out) {
    ParameterValue style{ParameterValue::Object()};
    if (value.is_string())
        setNamed(std::get<ParameterValue::Object>(style.held), "base", {value.get_ref<const std::string&>()});
    else if (!value.is_object())
        return expected("the name of a style or an object", value, path);
    else if (auto ok = readValue(value, path, kStyleParameter, style); !ok)
        return ok;
    out = std::get<ParameterValue::Object>(std::move(style.held));
    const auto checked = checkStyle(out);
    if (checked) return {};
    return Error{checked.error().message, value.is_string() ? path : path + checked.error().field};
}

const auto& scenarioFields() {
    static const auto kFields = std::tuple_cat(
        std::tuple{Field{Parameter{.key = "title", .type = ParameterType::Text}, &Scenario::title, Writes::Always},
                   Field{workloadParameter(), &Scenario::workload, Writes::Always, ReadField(),
                         [](const Workload& workload) { return toJson(workload, WorkloadKeys::All); }}},
        kTrainingFields,
        std::tuple{Field{Parameter{.key = "schedules",
                                   .type = ParameterType::List,
                                   .least = 1,
                                   .most = kMaxSchedules,
                                   .parts = kEntryParts},
                         &Scenario::schedules, Writes::Always},
                   Field{kStyleParameter, &Scenario::style, Writes::IfUnusual,
                         [](const json& value, const std::string& path, const Parameter&, ParameterValue::Object& out) {
                             return readStyle(value, path, out);
                         },
                         [](const ParameterValue::Object& style) {
                             const bool isName = style.size() == 1 && style.front().name == "base";
                             return toJson(isName ? style.front().value : ParameterValue{style});
                         }},
                   Field{publishedParameter(), &Scenario::published}});
    return kFields;
}

Result<Scenario> toScenario(json root) {
    Scenario out;
    out.schedules = foundingSchedules();
    Result<void> result = checkFormat(root, kScenarioFormat);
    if (result) result = upgrade(root);
    if (result) result = checkObject(root, {}, keysOf(scenarioDocument().parts));
    if (result) result = readFields(root, {}, scenarioFields(), out);
    if (result) takeDevicesFromSchemes(root, out);
    if (result) result = checkScenario(out);
    if (result) result = checkPublished(out);
    if (!result) return result.error();
    return out;
}

}  // namespace

const Parameter& scenarioDocument() {
    static const auto kParts = documentParts(kScenarioFormat, partsOf(scenarioFields()));
    static const Parameter kDocument = {.key = kScenarioFormat.id, .type = ParameterType::Object, .parts = kParts};
    return kDocument;
}

Result<Scenario> readScenario(std::string_view bytes, std::span<const Setting> settings) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    // Published numbers of the file do not apply to what settings change.
    const auto before = !settings.empty() && memberOf(*root, publishedParameter().key) ? toScenario(*root)
                                                                                       : Result<Scenario>(Scenario());
    if (auto ok = applySettings(*root, settings, scenarioDocument()); !ok) return ok.error();
    auto scenario = toScenario(std::move(*root));
    if (scenario && before) scenario->published = keptPublished(*before, *scenario);
    if (scenario && !before) scenario->published.clear();  // for a workload that does not run
    return scenario;
}

std::string writeScenario(const Scenario& scenario) {
    return tidyJson(documentOf(kScenarioFormat, scenarioFields(), scenario));
}

}  // namespace bubblescope
