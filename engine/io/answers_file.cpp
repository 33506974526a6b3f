#include "engine/io/answers_file.h"

#include "engine/core/text.h"
#include "engine/io/json_fields.h"
#include "engine/lessons/lesson.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

constexpr std::string_view kKeys[] = {"format", "version", "lesson", "sha256", "name", "answers"};
constexpr std::string_view kAnswerKeys[] = {"step", "given", "set", "orders"};

Result<void> readSet(const json& value, std::vector<Setting>& out) {
    if (!value.is_object()) return expected("an object of paths and values", value, "set");
    if (value.size() > kMaxLessonParts)
        return Error{"has more than " + std::to_string(kMaxLessonParts) + " values", "set"};
    for (const auto& [path, set] : value.items()) out.push_back({path, set.dump()});
    return {};
}

Result<void> readAnswer(const json& value, LessonAnswer& out) {
    if (auto ok = checkObject(value, {}, kAnswerKeys); !ok) return ok;
    if (!memberOf(value, "step")) return Error{"is missing; an answer names its step, from 1", "step"};
    if (auto ok = readKey(value, {}, "step", out.step); !ok) return ok;
    const json *given = memberOf(value, "given"), *set = memberOf(value, "set");
    if (memberOf(value, "orders")) return Error{"the step does not let anyone move operations", "orders"};
    if (!given == !set) return Error{"an answer has either \"given\" or \"set\"", {}};
    if (set) return readSet(*set, out.set);
    return read(*given, "given", out.given.emplace());
}

}  // namespace

Result<LessonAnswers> readAnswers(std::string_view bytes) {
    if (bytes.size() > kMaxAnswersBytes)
        return Error{"larger than the limit of " + std::to_string(kMaxAnswersBytes >> 20) + " MB for answers", {}};
    const auto root = parseJson(bytes);
    if (!root) return root.error();
    LessonAnswers out;
    auto result = checkFormat(*root, kAnswersFormat);
    if (result) result = checkObject(*root, {}, kKeys);
    for (const auto& [key, text] :
         {std::pair{"lesson", &out.lesson}, std::pair{"sha256", &out.sha256}, std::pair{"name", &out.name}}) {
        if (result) result = readKey(*root, {}, key, *text);
        if (result && text->size() > kMaxLessonText)
            result = Error{"is longer than " + std::to_string(kMaxLessonText) + " characters", key};
    }
    if (!result) return result.error();
    const json* answers = memberOf(*root, "answers");
    if (!answers || !answers->is_array()) return Error{"must be a list of answers", "answers"};
    constexpr std::size_t kMostAnswers = 10 * kMaxLessonSteps;
    if (answers->size() > kMostAnswers)
        return Error{"has more than " + std::to_string(kMostAnswers) + " answers", "answers"};
    for (const json& one : *answers) {
        LessonAnswer& answer = out.answers.emplace_back();
        const auto ok = readAnswer(one, answer);
        if (!ok) answer = {.step = answer.step, .error = ok.error().text()};
    }
    return out;
}

std::string writeAnswers(const LessonAnswers& answers) {
    nlohmann::ordered_json root = {{"format", kAnswersFormat.id}, {"version", kAnswersFormat.version},
                                   {"lesson", answers.lesson},    {"sha256", answers.sha256},
                                   {"name", answers.name},        {"answers", nlohmann::ordered_json::array()}};
    for (const LessonAnswer& answer : answers.answers) {
        nlohmann::ordered_json one = {{"step", answer.step}};
        if (answer.given) {
            one["given"] = *answer.given;
        } else {
            one["set"] = nlohmann::ordered_json::object();
            for (const Setting& setting : answer.set)
                one["set"][setting.path] = nlohmann::ordered_json::parse(setting.value);
        }
        root["answers"].push_back(std::move(one));
    }
    return tidyJson(root);
}

}  // namespace bubblescope
