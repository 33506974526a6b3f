#include "engine/io/lesson_file.h"

#include "engine/core/text.h"
#include "engine/io/collective_file.h"
#include "engine/io/format_of.h"
#include "engine/io/json_fields.h"
#include "engine/io/lesson_scene.h"
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

/// Keeps the schedules that a step shows, in the step's order, and returns their numbers in the document, from 0; none
/// if it shows all.
Result<std::vector<std::size_t>> keepShown(const json& step, const std::string& place, Scenario& scenario) {
    std::vector<std::size_t> kept;
    const json* value = memberOf(step, "show");
    if (!value) return kept;
    const std::string at = keyPath(place, "show");
    std::vector<double> numbers;
    if (auto ok = read(*value, at, numbers); !ok) return ok.error();
    if (numbers.empty()) return Error{"is empty; leave out the key to show all schedules", at};
    std::vector<ScheduleEntry> shown;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto most = static_cast<double>(scenario.schedules.size());
        if (numbers[i] != std::floor(numbers[i]) || numbers[i] < 1 || numbers[i] > most)
            return Error{"must be the number of one of the document's schedules, from 1 to " + numberText(most),
                         elementPath(at, i)};
        kept.push_back(static_cast<std::size_t>(numbers[i]) - 1);
        shown.push_back(scenario.schedules[kept.back()]);
        if (shown.size() > kMaxLessonParts)
            return Error{"shows more than " + std::to_string(kMaxLessonParts) + " schedules at once", at};
    }
    const Scenario before = scenario;
    scenario.schedules = std::move(shown);
    scenario.published = keptPublished(before, scenario);  // moves with its schedule
    return kept;
}

/// The error of a lesson's setting, placed at the step that has it.
Error atSetting(const Error& error, const std::string& place, const Base& base) {
    constexpr std::string_view kOption = "--set ";
    if (error.field.starts_with(kOption)) return {error.message, place + ".set." + error.field.substr(kOption.size())};
    return inside(base.settings.empty() ? base.place : place, error);
}

/// What a step shows, and the whole document, from which `show` selects.
struct Shown {
    LessonScene scene, whole;
    std::vector<std::size_t> kept = {};  // as keepShown() returns them
};

Result<Shown> documentAt(const json& step, const std::string& place, const Base& base) {
    if (base.isCollective) {
        if (step.contains("show"))
            return Error{"selects schedules; select the algorithms of a collective with \"set\"",
                         keyPath(place, "show")};
        auto setup = readCollective(base.text, base.settings);
        if (!setup) return atSetting(setup.error(), place, base);
        return Shown{*setup, *setup};
    }
    auto scenario = readScenario(base.text, base.settings);
    if (!scenario) return atSetting(scenario.error(), place, base);
    const Scenario whole = *scenario;
    auto kept = keepShown(step, place, *scenario);
    if (!kept) return kept.error();
    return Shown{std::move(*scenario), whole, std::move(*kept)};
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

/// A formula in quotes, or a number.
Result<void> readFormula(const json& step, const std::string& place, const char* key, std::string& out) {
    const json* value = memberOf(step, key);
    if (!value) return {};
    if (value->is_number()) {
        out = value->dump();
        return {};
    }
    if (!value->is_string()) return expected("a formula or a number", *value, keyPath(place, key));
    return read(*value, keyPath(place, key), out);
}

/// Refuses keys that only have a meaning beside another one.
Result<void> checkWith(const json& step, const std::string& place, const char* needed, const char* ofWhat,
                       std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (memberOf(step, key) && !memberOf(step, needed))
            return Error{std::string("applies only to ") + ofWhat + "; add \"" + needed + "\", or remove it",
                         keyPath(place, key)};
    return {};
}

Result<void> readPrediction(const json& step, const std::string& place, std::optional<LessonPrediction>& out) {
    if (auto ok = checkWith(step, place, "predict", "a prediction", {"right", "within"}); !ok) return ok;
    const json* value = memberOf(step, "predict");
    if (!value) return {};
    using Asks = LessonPrediction::Asks;
    constexpr std::pair<std::string_view, Asks> kWords[] = {
        {"end", Asks::End}, {"number", Asks::Number}, {"percent", Asks::Percent}};
    constexpr std::size_t kFewest = 2, kMost = 6;
    LessonPrediction& prediction = out.emplace();
    const auto word = std::ranges::find_if(kWords, [&](const auto& one) { return *value == one.first; });
    if (word != std::end(kWords)) {
        prediction.asks = word->second;
    } else {
        if (value->is_array() && (value->size() < kFewest || value->size() > kMost))
            return Error{"must have 2 to 6 texts, has " + std::to_string(value->size()), keyPath(place, "predict")};
        if (!value->is_array())
            return expected("\"end\", \"number\", \"percent\", or a list of 2 to 6 texts to choose from", *value,
                            keyPath(place, "predict"));
        prediction.asks = Asks::Choice;
        if (auto ok = readTexts(step, place, "predict", prediction.choices); !ok) return ok;
        for (std::size_t i = 0; i < prediction.choices.size(); ++i)
            if (prediction.choices[i].empty()) return Error{"is empty", elementPath(keyPath(place, "predict"), i)};
    }
    if (prediction.asks != Asks::End && !memberOf(step, "right"))
        return Error{"is missing; only the end is known by itself", keyPath(place, "right")};
    if (prediction.asks == Asks::Choice && memberOf(step, "within"))
        return Error{"applies only to numbers; a choice is right or wrong", keyPath(place, "within")};
    if (auto ok = readFormula(step, place, "right", prediction.right); !ok) return ok;
    return readKey(step, place, "within", prediction.within);
}

/// The path in the scene, whose schedules are those that are shown.
Result<std::string> pathHere(const std::string& whole, const std::vector<std::size_t>& kept) {
    constexpr std::string_view kSchedules = "schedules[";
    if (kept.empty() || !whole.starts_with(kSchedules)) return whole;
    const std::size_t close = whole.find(']');
    const std::string number = whole.substr(kSchedules.size(), close - kSchedules.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (std::to_string(kept[i]) == number) return elementPath("schedules", i) + whole.substr(close + 1);
    return Error{"is of a schedule that the step does not show", {}};
}

Result<void> readAllowed(const std::string& path, const json* values, const std::string& place, const Shown& document,
                         std::vector<AllowedKey>& out) {
    const auto here = [&](const Error& error) { return Error{error.text(), place}; };
    const auto key = keyIn(document.whole, path);
    if (!key) return here(key.error());
    auto shown = pathHere(key->path, document.kept);
    if (!shown) return here(shown.error());
    if (std::ranges::find(out, *shown, &AllowedKey::here) != out.end()) return Error{"is listed twice", place};
    AllowedKey& allowed = out.emplace_back(AllowedKey{path, std::move(*shown)});
    if (!values) return {};
    if (!values->is_array() || values->empty()) return expected("a list of values", *values, place);
    constexpr std::size_t kMostValues = 1000;
    if (values->size() > kMostValues) return Error{"lists more than " + std::to_string(kMostValues) + " values", place};
    for (std::size_t i = 0; i < values->size(); ++i) {
        auto value = checkedValue(*key, (*values)[i].dump());
        if (!value) return Error{value.error().message, elementPath(place, i)};
        if (std::ranges::find(allowed.values, *value) != allowed.values.end())
            return Error{"is listed twice", elementPath(place, i)};
        allowed.values.push_back(std::move(*value));
    }
    return {};
}

Result<void> readAllow(const json& step, const std::string& place, const Shown& document, LessonChallenge& out) {
    const std::string at = keyPath(place, "allow");
    const json* value = memberOf(step, "allow");
    if (!value) return Error{"is missing; a challenge says what may be changed", at};
    if (!value->is_array()) return expected("a list of paths", *value, at);
    if (value->empty()) return Error{"is empty; a challenge says what may be changed", at};
    for (std::size_t i = 0; i < value->size(); ++i) {
        const json& one = (*value)[i];
        const std::string here = elementPath(at, i);
        if (one.is_string()) {
            if (auto ok = readAllowed(one, nullptr, here, document, out.allow); !ok) return ok;
        } else if (one.is_object() && one.size() == 1) {
            if (auto ok = readAllowed(one.begin().key(), &one.front(), here, document, out.allow); !ok) return ok;
        } else {
            return expected("a path, or an object of one path and a list of its values", one, here);
        }
    }
    return out.allow.size() <= kMaxLessonParts
               ? Result<void>()
               : Error{"a challenge can allow at most " + std::to_string(kMaxLessonParts) + " keys", at};
}

Result<void> readPar(const json& step, const std::string& place, LessonChallenge& out) {
    const json* value = memberOf(step, "par");
    if (value && value->is_object()) return read(*value, keyPath(place, "par"), out.parEntry.emplace());
    return readFormula(step, place, "par", out.par);
}

Result<void> readSolution(const json& step, const std::string& place, const Shown& document, LessonChallenge& out) {
    const std::string at = keyPath(place, "solution");
    const json* value = memberOf(step, "solution");
    if (!value) return Error{"is missing; someone who asks should be shown one", at};
    if (!value->is_object() || value->empty()) return expected("an object of paths and values", *value, at);
    for (const auto& [path, set] : value->items()) {
        const auto key = keyIn(document.whole, path);
        auto text = key ? checkedValue(*key, set.dump()) : key.error();
        if (!text) return Error{text.error().text(), keyPath(at, path)};
        out.solution.push_back({path, std::move(*text)});
        if (auto ok = checkAllowed(out, {&out.solution.back(), 1}); !ok)
            return Error{ok.error().message, keyPath(at, path)};
    }
    return {};
}

Result<void> readChallenge(const json& step, const std::string& place, const Shown& document,
                           std::optional<LessonChallenge>& out) {
    if (auto ok = checkWith(step, place, "goal", "a challenge", {"allow", "score", "par", "best", "solution", "hint"});
        !ok)
        return ok;
    if (!memberOf(step, "goal")) return {};
    LessonChallenge& challenge = out.emplace();
    auto result = readKey(step, place, "goal", challenge.goal);
    if (result) result = readAllow(step, place, document, challenge);
    if (result) result = readKey(step, place, "score", challenge.score);
    if (result) result = readPar(step, place, challenge);
    if (result) result = readFormula(step, place, "best", challenge.best);
    if (result) result = readSolution(step, place, document, challenge);
    if (result) result = readKey(step, place, "hint", challenge.hint);
    return result;
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
    LessonStep out{.scene = document->scene};
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
    if (result) result = readPrediction(value, place, out.prediction);
    if (result) result = readChallenge(value, place, *document, out.challenge);
    if (!result) return result.error();
    if (out.caption.empty()) return Error{"is missing; every step needs a caption", keyPath(place, "caption")};
    if (auto ok = checkLessonStep(out, constants); !ok)
        return ok.error().field.empty() ? Error{ok.error().message, place} : inside(place, ok.error());
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
