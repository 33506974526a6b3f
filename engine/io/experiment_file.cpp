#include "engine/io/experiment_file.h"

#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/io/json_fields.h"
#include "engine/io/scenario_keys.h"
#include "engine/io/settings.h"
#include "engine/io/version_one.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

Result<void> missing(const char* what, const std::string& path) {
    return Error{"is missing; " + std::string(what), path};
}

/// Reads `variable` and `values`; an axis must have both.
Result<void> readAxis(const json& value, const std::string& path, Axis& out) {
    if (!memberOf(value, "variable"))
        return missing("it names a workload key or a declared variable", keyPath(path, "variable"));
    if (!memberOf(value, "values")) return missing("it lists numbers", keyPath(path, "values"));
    auto result = readKey(value, path, "variable", out.variable);
    return result ? readKey(value, path, "values", out.values) : result;
}

Result<void> read(const json& value, const std::string& path, Axis& out) {
    if (auto ok = checkObject(value, path, axisKeys()); !ok) return ok;
    return readAxis(value, path, out);
}

Result<void> read(const json& value, const std::string& path, std::vector<Variable>& out) {
    if (!value.is_object()) return expected("an object", value, path);
    for (const auto& [name, variable] : value.get_ref<const json::object_t&>()) {
        const std::string place = keyPath(path, name);
        auto result = checkObject(variable, place, variableKeys());
        out.push_back({name, {}});
        if (result) result = readKey(variable, place, "title", out.back().title);
        if (!result) return result;
    }
    return {};
}

Result<void> read(const json& value, const std::string& path, std::vector<Binding>& out) {
    if (!value.is_object()) return expected("an object", value, path);
    for (const auto& [key, formula] : value.get_ref<const json::object_t&>()) {
        if (!formula.is_string() && !formula.is_number())
            return expected("a formula in quotes or a number", formula, keyPath(path, key));
        out.push_back({key, formula.is_number() ? numberText(formula.get<double>()) : formula.get<std::string>()});
    }
    return {};
}

Result<void> read(const json& value, const std::string& path, Series& out) {
    out.emplace<0>();
    if (value.is_array() && value.empty()) return {};  // refused by checkExperiment(), allowed in drafts
    if (value.is_array()) return bubblescope::read(value, path, out.emplace<0>());
    if (!value.is_object())
        return expected("a list of schedules or an object with variable, values and schedule", value, path);
    if (auto ok = checkObject(value, path, variedScheduleKeys()); !ok) return ok;
    auto& varied = out.emplace<1>();
    if (auto ok = readAxis(value, path, varied.axis); !ok) return ok;
    const json* schedule = memberOf(value, "schedule");
    const std::string place = keyPath(path, "schedule");
    return schedule ? bubblescope::read(*schedule, place, varied.schedule) : missing("the series run it", place);
}

Result<void> read(const json& value, const std::string& path, std::vector<Quantity>& out) {
    if (!value.is_array()) return expected("a list of metrics", value, path);
    out.clear();
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string name = value[i].is_string() ? value[i].get<std::string>() : std::string();
        if (const auto known = findQuantity(name, kInExperiment)) {
            out.push_back(*known);
            continue;
        }
        std::vector<std::string_view> ids;
        for (const Quantity quantity : quantitiesIn(kInExperiment)) ids.push_back(infoOf(quantity).id);
        return Error{"unknown metric " + described(value[i]) + "; nearest: \"" + nearestName(name, ids) + '"',
                     elementPath(path, i)};
    }
    return {};
}

Result<void> read(const json& value, const std::string& path, Scale& out) {
    if (value != "linear" && value != "log") return expected("\"linear\" or \"log\"", value, path);
    out = value == "log" ? Scale::Log : Scale::Linear;
    return {};
}

Result<void> read(const json& value, const std::string& path, View& out) {
    if (value != "curves" && value != "winner-map") return expected("\"curves\" or \"winner-map\"", value, path);
    out = value == "curves" ? View::Curves : View::WinnerMap;
    return {};
}

/// Reads `key` if present, with the readers of this file.
template <class T>
Result<void> readPart(const json& root, const char* key, T& out) {
    const json* at = memberOf(root, key);
    return at ? read(*at, key, out) : Result<void>();
}

template <class T>
Result<void> readPart(const json& root, const char* key, std::optional<T>& out) {
    return memberOf(root, key) ? readPart(root, key, out.emplace()) : Result<void>();
}

Result<Experiment> toExperiment(json root) {
    Experiment out;
    out.series = foundingSchedules();
    Result<void> result = checkFormat(root, kExperimentFormat);
    if (result) result = upgrade(root);
    if (result) result = checkObject(root, {}, experimentKeys());
    if (result) result = readKey(root, {}, "title", out.title);
    if (result) result = readKey(root, {}, "note", out.note);
    if (result) result = readKey(root, {}, "workload", out.workload);
    if (result) result = readTraining(root, out.training);
    if (result) result = readPart(root, "variables", out.variables);
    if (result && !memberOf(root, "x")) result = missing("it says what varies along the axis", "x");
    if (result) result = readPart(root, "x", out.x);
    if (result) result = readPart(root, "panels", out.panels);
    if (result) result = readPart(root, "figures", out.figures);
    if (result) result = readPart(root, "bindings", out.bindings);
    if (result) result = readPart(root, "series", out.series);
    if (result) result = readPart(root, "metrics", out.quantities);
    if (result) result = readPart(root, "scale", out.scale);
    if (result) result = readPart(root, "view", out.view);
    if (!result) return result.error();
    return out;
}

ordered_json toJson(const Axis& axis) { return {{"variable", axis.variable}, {"values", axis.values}}; }

ordered_json toJson(const Series& series) {
    const auto* varied = std::get_if<VariedSchedule>(&series);
    if (!varied) return bubblescope::toJson(std::get<0>(series));
    ordered_json out = toJson(varied->axis);
    out["schedule"] = bubblescope::toJson(varied->schedule);
    return out;
}

}  // namespace

Result<Experiment> readExperiment(std::string_view bytes, std::span<const Setting> settings) {
    auto experiment = readDraft(bytes, settings);
    if (!experiment) return experiment;
    if (auto ok = checkExperiment(*experiment); !ok) return ok.error();
    return experiment;
}

Result<Experiment> readDraft(std::string_view bytes, std::span<const Setting> settings) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    if (auto ok = applySettings(*root, settings, kExperimentFormat); !ok) return ok.error();
    return toExperiment(std::move(*root));
}

std::string writeExperiment(const Experiment& experiment) {
    ordered_json out = {
        {"format", kExperimentFormat.id}, {"version", kExperimentFormat.version}, {"title", experiment.title}};
    if (!experiment.note.empty()) out["note"] = experiment.note;
    out["workload"] = toJson(experiment.workload, WorkloadKeys::Changed);
    putTraining(out, experiment.training);
    for (const Variable& variable : experiment.variables) {
        ordered_json& object = out["variables"][variable.name] = ordered_json::object();
        if (!variable.title.empty()) object["title"] = variable.title;
    }
    out["x"] = toJson(experiment.x);
    if (experiment.panels) out["panels"] = toJson(*experiment.panels);
    if (experiment.figures) out["figures"] = toJson(*experiment.figures);
    for (const Binding& binding : experiment.bindings) out["bindings"][binding.key] = binding.formula;
    out["series"] = toJson(experiment.series);
    out["metrics"] = ordered_json::array();
    for (const Quantity measure : experiment.quantities) out["metrics"].push_back(infoOf(measure).id);
    out["scale"] = experiment.scale == Scale::Log ? "log" : "linear";
    if (experiment.view == View::WinnerMap) out["view"] = "winner-map";
    return tidyJson(out);
}

}  // namespace bubblescope
