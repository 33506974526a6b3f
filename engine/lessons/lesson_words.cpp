#include "engine/lessons/lesson_words.h"

#include "engine/core/text.h"
#include "engine/formula/formula.h"
#include "engine/lessons/lesson_changes.h"
#include "engine/lessons/lesson_highlight.h"
#include "engine/style/style_keys.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace bubblescope {

namespace {

Error atColumn(std::string_view text, std::size_t column, const std::string& what) {
    return {'"' + shortened(text, 80) + "\", column " + std::to_string(column) + ": " + what, {}};
}

/// Removes ":.1%" from the end of the text in braces. False if the text after the colon is not a format.
bool takeFormat(TextPiece& piece) {
    const std::size_t colon = piece.text.rfind(':');
    // "a ? b : c" has one colon of its own per ?.
    if (std::ranges::count(piece.text, ':') <= std::ranges::count(piece.text, '?')) return true;
    std::string_view format = std::string_view(piece.text).substr(colon + 1);
    if (format.ends_with('%')) {
        piece.isPercent = true;
        piece.decimals = 1;
        format.remove_suffix(1);
    }
    if (!format.empty()) {
        if (format.size() != 2 || format[0] != '.' || format[1] < '0' || format[1] > '6') return false;
        piece.decimals = format[1] - '0';
        piece.isPadded = true;
    } else if (!piece.isPercent) {
        return false;
    }
    piece.text.resize(colon);
    return true;
}

/// The error for a formula whose value is not a finite number.
Error tooLarge(const std::string& formula, double value) {
    return {'"' + shortened(formula, 80) + "\" is " + formulaValueText(value), {}};
}

/// Evaluates formulas over the numbers of a step.
class Speaker {
public:
    Speaker(const std::vector<NamedNumber>& numbers, const std::vector<NamedNumber>& constants) {
        for (const auto* all : {&numbers, &constants})
            for (const NamedNumber& number : *all) {
                m_names.push_back(number.name);
                m_values.push_back(number.value);
            }
    }

    Result<double> value(const std::string& formula) const {
        const auto parsed = Formula::parse(formula, m_names);
        if (!parsed) return parsed.error();
        for (const std::size_t name : parsed->uses())
            if (!std::isfinite(m_values[name]))
                return Error{'"' + shortened(formula, 80) + "\": " + std::string(m_names[name]) +
                                 " has no single value in this step",
                             {}};
        const double value = parsed->value(m_values);
        if (std::isfinite(value)) return value;
        return tooLarge(formula, value);
    }

    /// The names that a formula uses.
    std::vector<std::string> namesIn(const std::string& formula) const {
        std::vector<std::string> names;
        if (const auto parsed = Formula::parse(formula, m_names))
            for (const std::size_t name : parsed->uses()) names.emplace_back(m_names[name]);
        return names;
    }

    Result<std::string> text(const std::string& text) const {
        const auto pieces = textPieces(text);
        if (!pieces) return pieces.error();
        std::string out;
        for (const TextPiece& piece : *pieces) {
            if (!piece.isFormula) {
                out += piece.text;
                continue;
            }
            const auto number = value(piece.text);
            if (!number) return number.error();
            if (const double shown = piece.isPercent ? 100 * *number : *number; !std::isfinite(shown))
                return tooLarge(piece.text, shown);
            out += lessonNumber(piece, *number);
        }
        return out;
    }

private:
    std::vector<std::string_view> m_names;
    std::vector<double> m_values;
};

Error placed(Error error, std::string place) {
    error.field = std::move(place);
    return error;
}

std::string element(std::string_view list, std::size_t index) {
    return std::string(list) + '[' + std::to_string(index) + ']';
}

struct SpokenText {
    std::string_view key;
    std::string LessonStep::*written;
    std::string SpokenStep::*spoken;
};
constexpr SpokenText kTexts[] = {{"caption", &LessonStep::caption, &SpokenStep::caption},
                                 {"question", &LessonStep::question, &SpokenStep::question},
                                 {"answer", &LessonStep::answer, &SpokenStep::answer}};

/// Refuses a formula that cannot be parsed, given the names of numbers.
Result<void> checkFormula(const std::string& formula, const std::vector<std::string_view>& names) {
    const auto parsed = Formula::parse(formula, names);
    return parsed ? Result<void>() : parsed.error();
}

/// Sorts each constant after those that its formula uses; in files they are in alphabetical order. Constants that use
/// an unknown name stay last.
void orderConstants(std::vector<LessonConstant>& constants, std::vector<std::string_view> names) {
    std::vector<std::string> known;
    known.reserve(constants.size());  // so that views of its elements stay valid
    for (auto at = constants.begin(); at != constants.end(); ++at) {
        const auto next = std::find_if(at, constants.end(), [&](const LessonConstant& constant) {
            return static_cast<bool>(checkFormula(constant.formula, names));
        });
        if (next == constants.end()) return;
        std::rotate(at, next, next + 1);
        names.push_back(known.emplace_back(at->name));
    }
}

Result<void> checkText(const std::string& text, const std::vector<std::string_view>& names) {
    if (text.size() > kMaxLessonText)
        return Error{"is longer than " + std::to_string(kMaxLessonText) + " characters", {}};
    const auto pieces = textPieces(text);
    if (!pieces) return pieces.error();
    for (const TextPiece& piece : *pieces)
        if (piece.isFormula)
            if (auto ok = checkFormula(piece.text, names); !ok)
                return Error{"in the braces at column " + std::to_string(piece.column) + ": " + ok.error().message, {}};
    return {};
}

/// A highlight in which every formula is 0, to check its form.
std::string withoutFormulas(const std::string& text) {
    const auto pieces = textPieces(text);
    if (!pieces) return text;
    std::string out;
    for (const TextPiece& piece : *pieces) out += piece.isFormula ? "0" : piece.text;
    return out;
}

Result<void> checkCount(std::string_view key, std::size_t count) {
    if (count <= kMaxLessonParts) return {};
    return Error{"a step can have at most " + std::to_string(kMaxLessonParts) + ", has " + std::to_string(count),
                 std::string(key)};
}

Result<void> checkScenarioParts(const LessonStep& step, const Scenario& scenario) {
    if (scenario.schedules.size() > kMaxLessonParts)
        return Error{
            "shows more than " + std::to_string(kMaxLessonParts) + " schedules; list the ones to show in \"show\"",
            "show"};
    long long ops = 0;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) ops += opsOf(resolve(scenario, i));
    if (ops > kMaxLessonOps)
        return Error{
            "has " + withThousands(ops) + " operations; a lesson step can show at most " + withThousands(kMaxLessonOps),
            "document"};
    for (std::size_t i = 0; i < step.highlight.size(); ++i)
        if (auto ok = checkHighlight(withoutFormulas(step.highlight[i]), scenario); !ok)
            return placed(ok.error(), element("highlight", i));
    for (std::size_t i = 0; i < step.marks.size(); ++i)
        if (std::ranges::find(style_keys::kMarks, step.marks[i]) == std::ranges::end(style_keys::kMarks))
            return Error{"unknown mark; " + nearestOf(step.marks[i], style_keys::kMarks), element("marks", i)};
    if (step.range && !(step.range->first < step.range->second))
        return Error{"must be two times, the earlier one first", "range"};
    if (step.after)
        return Error{"applies only to collectives; use \"until\", the time up to which schedules are drawn", "after"};
    return {};
}

Result<void> checkCollectiveParts(const LessonStep& step, const CollectiveSetup& setup) {
    const std::pair<std::string_view, bool> ofGantts[] = {{"highlight", !step.highlight.empty()},
                                                          {"spotlight", step.isSpotlit},
                                                          {"marks", !step.marks.empty()},
                                                          {"range", step.range.has_value()},
                                                          {"until", step.until.has_value()}};
    for (const auto& [key, isThere] : ofGantts)
        if (isThere)
            return Error{
                "applies only to schedules; for a collective use \"after\", the number of its steps that are done",
                std::string(key)};
    if (setup.algorithms.size() > kMaxLessonParts) return checkCount("document", setup.algorithms.size());
    const auto run = runCollective(setup, setup.algorithms.front());
    if (!run) return run.error();
    const long long steps = run->form.steps();
    if (step.after && (*step.after < 0 || *step.after > steps))
        return Error{"must be a number of steps from 0 to " + std::to_string(steps), "after"};
    return {};
}

}  // namespace

Result<std::vector<TextPiece>> textPieces(std::string_view text) {
    std::vector<TextPiece> pieces;
    std::string words;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool isDoubled = at + 1 < text.size() && text[at + 1] == c;
        if (c != '{' && c != '}') {
            words += c;
        } else if (isDoubled) {
            words += c;
            ++at;
        } else if (c == '}') {
            return atColumn(text, at + 1, "this } has no matching {; write }} for a brace");
        } else {
            const std::size_t close = text.find('}', at);
            if (close == text.npos) return atColumn(text, at + 1, "the { is never closed; write {{ for a brace");
            if (!words.empty()) pieces.push_back({.text = std::exchange(words, {})});
            TextPiece piece{
                .text = std::string(text.substr(at + 1, close - at - 1)), .isFormula = true, .column = at + 1};
            if (!takeFormat(piece))
                return atColumn(text, at + 1, "expected %, .1 or .1% after the colon, e.g. {bubble_ratio_1:%}");
            pieces.push_back(std::move(piece));
            at = close;
        }
    }
    if (!words.empty()) pieces.push_back({.text = std::move(words)});
    return pieces;
}

std::string lessonNumber(const TextPiece& piece, double value) {
    char digits[400];
    std::snprintf(digits, sizeof digits, "%.*f", piece.decimals, piece.isPercent ? 100 * value : value);
    std::string text(digits);
    if (!piece.isPadded && text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) text.pop_back();
    }
    if (text.starts_with('-')) text.replace(0, 1, text.find_first_of("123456789") == text.npos ? "" : "\u2212");
    if (piece.isPercent) text += "%";
    return text;
}

bool SpokenStep::allHold() const {
    return std::all_of(claims.begin(), claims.end(), [](const Claim& claim) { return claim.holds; });
}

Result<SpokenStep> speak(const LessonStep& step, const LessonScene& scene, const LessonRuns& runs,
                         std::vector<NamedNumber>& constants) {
    const std::vector<NamedNumber> numbers = numbersOf(scene, runs);
    SpokenStep spoken{.known = constants};
    for (const RunResult& run : runs.schedules)
        if (run && *run) {
            spoken.end = std::max(spoken.end, (*run)->timeline->latestEnd);
            spoken.held = std::max(spoken.held, (*run)->metrics.peakActivations());
        }
    for (const LessonConstant& constant : step.constants) {
        const auto value = Speaker(numbers, constants).value(constant.formula);
        if (!value) return placed(value.error(), "let." + constant.name);
        constants.push_back({constant.name, *value});
    }
    const Speaker speaker(numbers, constants);
    for (const SpokenText& text : kTexts) {
        auto said = speaker.text(step.*text.written);
        if (!said) return placed(said.error(), std::string(text.key));
        spoken.*text.spoken = std::move(*said);
    }
    for (std::size_t i = 0; i < step.highlight.size(); ++i) {
        auto text = speaker.text(step.highlight[i]);
        if (!text) return placed(text.error(), element("highlight", i));
        spoken.highlight.push_back(std::move(*text));
    }
    std::vector<std::string> named;
    for (std::size_t i = 0; i < step.claims.size(); ++i) {
        const auto value = speaker.value(step.claims[i]);
        if (!value) return placed(value.error(), element("claims", i));
        spoken.claims.push_back({step.claims[i], *value != 0});
        if (*value == 0) std::ranges::move(speaker.namesIn(step.claims[i]), std::back_inserter(named));
    }
    spoken.instead = resultsInWords(named, scene, numbers);
    return spoken;
}

std::vector<Result<SpokenStep>> speakAll(const Lesson& lesson, const std::stop_token& stop) {
    std::vector<Result<SpokenStep>> all;
    std::vector<NamedNumber> constants;
    for (const LessonStep& step : lesson.steps) {
        const LessonRuns runs = runsOf(step.scene, stop);
        if (stop.stop_requested()) break;
        all.push_back(speak(step, step.scene, runs, constants));
    }
    return all;
}

Result<void> checkLessonStep(LessonStep& step, std::vector<std::string>& constants) {
    for (const auto& [key, count] :
         {std::pair{"highlight", step.highlight.size()}, std::pair{"marks", step.marks.size()},
          std::pair{"let", step.constants.size()}, std::pair{"claims", step.claims.size()}})
        if (auto ok = checkCount(key, count); !ok) return ok;
    const auto* scenario = std::get_if<Scenario>(&step.scene);
    if (auto ok = scenario ? checkScenarioParts(step, *scenario)
                           : checkCollectiveParts(step, std::get<CollectiveSetup>(step.scene));
        !ok)
        return ok;

    const std::vector<std::string> own = namesOf(step.scene);
    std::vector<std::string_view> names(own.begin(), own.end());
    for (const std::string& constant : constants) {
        if (std::ranges::find(own, constant) != own.end())
            return Error{
                "has a number called " + constant + ", which \"let\" of an earlier step defines; rename it there",
                "document"};
        names.push_back(constant);
    }
    orderConstants(step.constants, names);
    for (const LessonConstant& constant : step.constants) {
        const std::string place = "let." + shortened(constant.name);
        if (auto ok = checkSymbol(constant.name); !ok) return placed(ok.error(), place);
        if (std::ranges::find(names, constant.name) != names.end())
            return Error{"is already the name of a number; choose another name", place};
        if (auto ok = checkFormula(constant.formula, names); !ok) return placed(ok.error(), place);
        names.push_back(constant.name);
    }
    for (std::size_t i = 0; i < step.highlight.size(); ++i)
        if (auto ok = checkText(step.highlight[i], names); !ok) return placed(ok.error(), element("highlight", i));
    for (const SpokenText& text : kTexts)
        if (auto ok = checkText(step.*text.written, names); !ok) return placed(ok.error(), std::string(text.key));
    if (step.question.empty() != step.answer.empty())
        return Error{"a question and its answer must come together; one of them is missing",
                     step.question.empty() ? "question" : "answer"};
    for (std::size_t i = 0; i < step.claims.size(); ++i)
        if (auto ok = checkFormula(step.claims[i], names); !ok) return placed(ok.error(), element("claims", i));
    for (const LessonConstant& constant : step.constants) constants.push_back(constant.name);
    return {};
}

}  // namespace bubblescope
