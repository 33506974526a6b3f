#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/formula/formula.h"
#include "engine/lessons/lesson.h"
#include "engine/lessons/lesson_highlight.h"
#include "engine/lessons/lesson_place.h"
#include "engine/lessons/lesson_text.h"
#include "engine/lessons/lesson_words.h"
#include "engine/style/style_keys.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

using lesson_place::element;
using lesson_place::placed;

namespace {

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
    if (auto ok = checkOps(scenario); !ok) return ok;
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

Result<void> checkPrediction(const LessonPrediction& prediction, const LessonScene& scene,
                             const std::vector<std::string_view>& names) {
    if (prediction.asks == LessonPrediction::Asks::End && std::holds_alternative<CollectiveSetup>(scene))
        return Error{"\"end\" applies only to schedules; for a collective ask for a \"number\"", "predict"};
    for (std::size_t i = 0; i < prediction.choices.size(); ++i)
        if (auto ok = checkText(prediction.choices[i], names); !ok) return placed(ok.error(), element("predict", i));
    if (!(prediction.within >= 0)) return Error{"must be a share of 0 or more", "within"};
    auto ok = checkFormula(prediction.right, names);
    return ok ? ok : placed(ok.error(), "right");
}

/// Formulas of the score may name what the scene has; those of the goal, what the challenge has as well.
Result<void> checkChallenge(const LessonChallenge& challenge, const LessonScene& scene,
                            const std::vector<std::string_view>& names,
                            const std::vector<std::string_view>& taskNames) {
    for (const auto& [key, formula] :
         {std::pair{"score", &challenge.score}, std::pair{"par", &challenge.par}, std::pair{"best", &challenge.best}})
        if (!formula->empty())
            if (auto ok = checkFormula(*formula, names); !ok) return placed(ok.error(), key);
    if (auto ok = checkFormula(challenge.goal, taskNames); !ok) return placed(ok.error(), "goal");
    if (auto ok = checkText(challenge.hint, taskNames); !ok) return placed(ok.error(), "hint");
    if (!challenge.parEntry) return {};
    const auto* scenario = std::get_if<Scenario>(&scene);
    if (!scenario) return Error{"can be an entry only where schedules are shown; give a number or a formula", "par"};
    if (auto ok = checkScenario(withParEntry(*scenario, *challenge.parEntry)); !ok)
        return Error{ok.error().text(), "par"};
    return {};
}

/// Checks what a step asks, and adds the names that its texts may use for it.
Result<void> checkTask(const LessonStep& step, const std::vector<std::string>& earlier,
                       std::vector<std::string_view>& names) {
    if (step.prediction && step.challenge)
        return Error{"is a prediction and a challenge; remove \"predict\" or \"goal\"", {}};
    if (step.prediction) return checkPrediction(*step.prediction, step.scene, names);
    if (!step.challenge) return {};
    for (const std::string_view name : kTaskNames) {
        if (std::ranges::find(earlier, name) != earlier.end())
            return Error{
                "uses the name " + std::string(name) + ", which \"let\" of an earlier step defines; rename it there",
                "goal"};
        if (std::ranges::find(step.constants, name, &LessonConstant::name) != step.constants.end())
            return Error{"is a name of the challenge; choose another name", "let." + std::string(name)};
    }
    std::vector<std::string_view> all = names;
    for (const std::string_view name : taskNamesOf(*step.challenge)) all.push_back(name);
    auto ok = checkChallenge(*step.challenge, step.scene, names, all);
    names = std::move(all);
    return ok;
}

}  // namespace

Result<void> checkOps(const LessonScene& scene) {
    const auto* scenario = std::get_if<Scenario>(&scene);
    if (!scenario) return {};
    long long ops = 0;
    for (std::size_t i = 0; i < scenario->schedules.size(); ++i) ops += opsOf(resolve(*scenario, i));
    if (ops <= kMaxLessonOps) return {};
    return Error{
        "has " + withThousands(ops) + " operations; a lesson step can show at most " + withThousands(kMaxLessonOps),
        "document"};
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
    if (auto ok = checkTask(step, constants, names); !ok) return ok;
    for (const auto& [key, text] : {std::pair{"caption", &step.caption}, std::pair{"question", &step.question},
                                    std::pair{"answer", &step.answer}})
        if (auto ok = checkText(*text, names); !ok) return placed(ok.error(), key);
    if (step.question.empty() != step.answer.empty())
        return Error{"a question and its answer must come together; one of them is missing",
                     step.question.empty() ? "question" : "answer"};
    for (std::size_t i = 0; i < step.claims.size(); ++i)
        if (auto ok = checkFormula(step.claims[i], names); !ok) return placed(ok.error(), element("claims", i));
    for (const LessonConstant& constant : step.constants) constants.push_back(constant.name);
    return {};
}

}  // namespace bubblescope
