#include "engine/io/lesson_file.h"

#include "engine/core/text.h"
#include "engine/io/collective_file.h"
#include "engine/io/format_of.h"
#include "engine/io/json_fields.h"
#include "engine/io/scenario_keys.h"
#include "engine/results/published.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

/// The document that steps use, before their own settings.
struct Base {
    std::string text = {};
    bool isCollective = false;
    std::string place;  // in the lesson's file
    std::vector<Setting> settings = {};
};

Error inside(const std::string& place, Error error) {
    error.field = error.field.empty() ? place : keyPath(place, {}) + error.field;
    return error;
}

Result<std::string> presetOf(const std::string& source, const std::string& place, const PresetText& presetText) {
    constexpr std::string_view kPrefix = "preset:";
    if (!source.starts_with(kPrefix))
        return Error{"must be an object or \"preset:NAME\", is " + quotedText(shortened(source)), place};
    if (auto text = presetText(std::string_view(source).substr(kPrefix.size()))) return std::move(*text);
    return Error{
        "unknown preset; \"bubblescope list presets\", \"list figures\" and \"list collectives\" print the names",
        place};
}

/// The format and version of an object may be left out.
Result<Base> readDocument(const json& value, const std::string& place, const PresetText& presetText) {
    Base base{.place = place};
    if (value.is_string()) {
        auto text = presetOf(value.get_ref<const std::string&>(), place, presetText);
        if (!text) return text.error();
        base.text = std::move(*text);
    } else if (value.is_object()) {
        json whole = value;
        const FileFormat& format = value.contains("collective") ? kCollectiveFormat : kScenarioFormat;
        whole.emplace("format", format.id);
        whole.emplace("version", 1);
        base.text = whole.dump();
    } else {
        return expected("an object or \"preset:NAME\"", value, place);
    }
    const std::string format = formatOf(base.text);
    base.isCollective = format == kCollectiveFormat.id;
    if (base.isCollective || format == kScenarioFormat.id) return base;
    return Error{"must be a scenario or a collective, is " + quotedText(shortened(format)), place};
}

Result<void> readTexts(const json& step, const std::string& place, const char* key, std::vector<std::string>& out) {
    const json* value = memberOf(step, key);
    if (!value) return {};
    const std::string at = keyPath(place, key);
    if (value->is_string()) return read(*value, at, out.emplace_back());  // a single text needs no list
    if (!value->is_array()) return expected("a list of texts", *value, at);
    for (std::size_t i = 0; i < value->size(); ++i)
        if (auto ok = read((*value)[i], elementPath(at, i), out.emplace_back()); !ok) return ok;
    return {};
}

Result<void> readSettings(const json& step, const std::string& place, std::vector<Setting>& out) {
    const json* value = memberOf(step, "set");
    if (!value) return {};
    if (!value->is_object()) return expected("an object of paths and values", *value, keyPath(place, "set"));
    for (const auto& [path, set] : value->items()) out.push_back({path, set.dump()});
    return {};
}

Result<void> readConstants(const json& step, const std::string& place, std::vector<LessonConstant>& out) {
    const json* value = memberOf(step, "let");
    if (!value) return {};
    const std::string at = keyPath(place, "let");
    if (!value->is_object()) return expected("an object of names and formulas", *value, at);
    for (const auto& [name, formula] : value->items())
        if (auto ok = read(formula, keyPath(at, name), out.emplace_back(LessonConstant{name, {}}).formula); !ok)
            return ok;
    return {};
}

/// Keeps the schedules that a step shows, in the step's order.
Result<void> keepShown(const json& step, const std::string& place, Scenario& scenario) {
    const json* value = memberOf(step, "show");
    if (!value) return {};
    const std::string at = keyPath(place, "show");
    std::vector<double> numbers;
    if (auto ok = read(*value, at, numbers); !ok) return ok;
    if (numbers.empty()) return Error{"is empty; leave out the key to show all schedules", at};
    std::vector<ScheduleEntry> shown;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto most = static_cast<double>(scenario.schedules.size());
        if (numbers[i] != std::floor(numbers[i]) || numbers[i] < 1 || numbers[i] > most)
            return Error{"must be the number of one of the document's schedules, from 1 to " + numberText(most),
                         elementPath(at, i)};
        shown.push_back(scenario.schedules[static_cast<std::size_t>(numbers[i]) - 1]);
        if (shown.size() > kMaxLessonParts)
            return Error{"shows more than " + std::to_string(kMaxLessonParts) + " schedules at once", at};
    }
    const Scenario before = scenario;
    scenario.schedules = std::move(shown);
    scenario.published = keptPublished(before, scenario);  // moves with its schedule
    return {};
}

/// The error of a lesson's setting, placed at the step that has it.
Error atSetting(const Error& error, const std::string& place, const Base& base) {
    constexpr std::string_view kOption = "--set ";
    if (error.field.starts_with(kOption)) return {error.message, place + ".set." + error.field.substr(kOption.size())};
    return inside(base.settings.empty() ? base.place : place, error);
}

Result<LessonScene> documentAt(const json& step, const std::string& place, const Base& base) {
    if (base.isCollective) {
        if (step.contains("show"))
            return Error{"selects schedules; select the algorithms of a collective with \"set\"",
                         keyPath(place, "show")};
        auto setup = readCollective(base.text, base.settings);
        if (!setup) return atSetting(setup.error(), place, base);
        return LessonScene(std::move(*setup));
    }
    auto scenario = readScenario(base.text, base.settings);
    if (!scenario) return atSetting(scenario.error(), place, base);
    if (auto ok = keepShown(step, place, *scenario); !ok) return ok.error();
    return LessonScene(std::move(*scenario));
}

Result<void> readRange(const json& step, const std::string& place, LessonStep& out) {
    const json* value = memberOf(step, "range");
    if (!value) return {};
    std::vector<double> ends;
    if (auto ok = read(*value, keyPath(place, "range"), ends); !ok) return ok;
    if (ends.size() != 2) return Error{"must be two times, [begin, end]", keyPath(place, "range")};
    out.range = {ends[0], ends[1]};
    return {};
}

/// Reads a step, which continues from the steps before it.
Result<LessonStep> readStep(const json& value, const std::string& place, Base& base,
                            std::vector<std::string>& constants, const PresetText& presetText) {
    if (auto ok = checkObject(value, place, lessonStepKeys()); !ok) return ok.error();
    if (const json* own = memberOf(value, "document")) {
        auto document = readDocument(*own, keyPath(place, "document"), presetText);
        if (!document) return document.error();
        base = std::move(*document);
    }
    if (base.text.empty())
        return Error{"is missing; the step or the lesson needs a document to show", keyPath(place, "document")};
    if (auto ok = readSettings(value, place, base.settings); !ok) return ok.error();
    if (base.settings.size() > kMaxLessonSettings)
        return Error{"the steps up to here have more than " + std::to_string(kMaxLessonSettings) + " settings",
                     keyPath(place, "set")};
    auto document = documentAt(value, place, base);
    if (!document) return document.error();
    LessonStep out{.scene = std::move(*document)};
    auto result = readTexts(value, place, "highlight", out.highlight);
    if (result) result = readKey(value, place, "spotlight", out.isSpotlit);
    if (result) result = readTexts(value, place, "marks", out.marks);
    if (result) result = readRange(value, place, out);
    if (result) result = readKey(value, place, "until", out.until);
    if (result) result = readKey(value, place, "after", out.after);
    if (result) result = readConstants(value, place, out.constants);
    if (result) result = readKey(value, place, "caption", out.caption);
    if (result) result = readKey(value, place, "question", out.question);
    if (result) result = readKey(value, place, "answer", out.answer);
    if (result) result = readTexts(value, place, "claims", out.claims);
    if (!result) return result.error();
    if (out.caption.empty()) return Error{"is missing; every step needs a caption", keyPath(place, "caption")};
    if (auto ok = checkLessonStep(out, constants); !ok)
        return Error{ok.error().message, keyPath(place, ok.error().field)};
    return out;
}

}  // namespace

Result<Lesson> readLesson(std::string_view bytes, const PresetText& presetText) {
    if (bytes.size() > kMaxLessonBytes)
        return Error{"larger than the limit of " + std::to_string(kMaxLessonBytes >> 20) + " MB for a lesson", {}};
    const auto root = parseJson(bytes);
    if (!root) return root.error();
    Lesson out;
    auto result = checkFormat(*root, kLessonFormat);
    if (result) result = checkObject(*root, {}, lessonKeys());
    if (result) result = readKey(*root, {}, "title", out.title);
    if (result) result = readKey(*root, {}, "summary", out.summary);
    if (result) result = readKey(*root, {}, "source", out.source);
    if (!result) return result.error();
    if (out.title.empty()) return Error{"is missing; lists and the window show it", "title"};
    for (const auto& [key, text] :
         {std::pair{"title", &out.title}, std::pair{"summary", &out.summary}, std::pair{"source", &out.source}})
        if (text->size() > kMaxLessonText)
            return Error{"is longer than " + std::to_string(kMaxLessonText) + " characters", key};
    Base base;
    if (const json* value = memberOf(*root, "document")) {
        auto document = readDocument(*value, "document", presetText);
        if (!document) return document.error();
        base = std::move(*document);
    }
    const json* steps = memberOf(*root, "steps");
    if (!steps || !steps->is_array() || steps->empty()) return Error{"must be a list of at least one step", "steps"};
    if (steps->size() > kMaxLessonSteps)
        return Error{
            "must have at most " + std::to_string(kMaxLessonSteps) + " steps, has " + std::to_string(steps->size()),
            "steps"};
    std::vector<std::string> constants;
    for (std::size_t i = 0; i < steps->size(); ++i) {
        auto step = readStep((*steps)[i], elementPath("steps", i), base, constants, presetText);
        if (!step) return step.error();
        std::visit(
            [&](auto& scene) {
                if (scene.title.empty()) scene.title = out.title;
            },
            step->scene);
        out.steps.push_back(std::move(*step));
    }
    return out;
}

std::string withLessonTitle(std::string_view bytes, std::string_view title) {
    auto root = nlohmann::ordered_json::parse(bytes, nullptr, false);
    if (!root.is_object()) return std::string(bytes);
    root["title"] = title;
    return tidyJson(root);
}

}  // namespace bubblescope
