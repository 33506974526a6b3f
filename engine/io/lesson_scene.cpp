#include "engine/io/lesson_scene.h"

#include "engine/core/text.h"
#include "engine/io/collective_file.h"
#include "engine/io/json_fields.h"
#include "engine/io/scenario_file.h"
#include "engine/io/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

std::string fileOf(const LessonScene& scene) {
    if (const auto* scenario = std::get_if<Scenario>(&scene)) return writeScenario(*scenario);
    return writeCollective(std::get<CollectiveSetup>(scene));
}

const Parameter& documentOf(const LessonScene& scene) {
    return std::holds_alternative<Scenario>(scene) ? scenarioDocument() : collectiveDocument();
}

bool isInForms(const SettingPlace& place) {
    constexpr std::string_view kNotInForms[] = {"format", "version", "title", "style", "published", "order"};
    const std::string first = place.path.substr(0, place.path.find_first_of(".["));
    if (std::ranges::find(kNotInForms, first) != std::end(kNotInForms)) return false;
    switch (place.parameter->type) {
        case ParameterType::Whole:
        case ParameterType::Number:
        case ParameterType::Numbers:
        case ParameterType::Links:
        case ParameterType::Flag:
        case ParameterType::Choice: return true;
        case ParameterType::Text: return !place.parameter->choices.empty();
        default: return false;
    }
}

}  // namespace

std::string SceneKey::word() const {
    const std::size_t dot = path.rfind('.');
    // Keys of a mesh or another object of any names have no words of their own.
    return parameter.key.empty() ? path.substr(dot == path.npos ? 0 : dot + 1) : parameter.wordText();
}

Result<LessonScene> withSettings(const LessonScene& scene, std::span<const Setting> settings) {
    const auto plain = [](Error error) {
        constexpr std::string_view kOption = "--set ";
        if (error.field.starts_with(kOption)) error.field.erase(0, kOption.size());
        return error;
    };
    if (settings.empty()) return scene;
    if (std::holds_alternative<Scenario>(scene)) {
        auto scenario = readScenario(fileOf(scene), settings);
        if (!scenario) return plain(scenario.error());
        return LessonScene(std::move(*scenario));
    }
    auto setup = readCollective(fileOf(scene), settings);
    if (!setup) return plain(setup.error());
    return LessonScene(std::move(*setup));
}

std::string plainValue(const std::string& text) {
    return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

Result<SceneKey> keyIn(const LessonScene& scene, std::string_view path) {
    const auto root = parseJson(fileOf(scene));
    if (!root) return root.error();
    const auto place = settingAt(*root, path, documentOf(scene));
    if (!place) return place.error();
    if (!isInForms(*place))
        return Error{"cannot be changed by a field of the window; name a key of the workload or of an entry", {}};
    SceneKey key{place->path, *place->parameter, {}};
    if (key.parameter.isTime()) key.parameter.type = ParameterType::Number;  // one for all
    if (place->value != "null") {
        auto value = settingValue(key, place->value);
        if (!value) return Error{"has a list here, which no field changes", {}};
        key.value = std::move(*value);
    } else if (key.path.starts_with("schedules[")) {
        // A key of the workload that the entry does not override.
        const std::size_t dot = key.path.find("].");
        const auto shared = settingAt(*root, "workload." + key.path.substr(dot + 2), documentOf(scene));
        if (dot != key.path.npos && shared && shared->parameter == place->parameter && shared->value != "null")
            if (auto value = settingValue(key, shared->value)) key.value = std::move(*value);
    }
    return key;
}

Result<std::string> checkedValue(const SceneKey& key, const std::string& text) {
    const auto value = settingValue(key, text);
    if (!value) return value.error();
    return settingText(*value);
}

std::string settingText(const ParameterValue& value) { return toJson(value).dump(); }

Result<ParameterValue> settingValue(const SceneKey& key, const std::string& text) {
    const auto parsed = parseJson(text);
    if (!parsed) return parsed.error();
    ParameterValue value;
    if (auto ok = readValue(*parsed, {}, key.parameter, value); !ok) return ok.error();
    if (auto ok = checkValue(value, key.parameter); !ok) return ok.error();
    return value;
}

}  // namespace bubblescope
