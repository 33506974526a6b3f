#include "engine/lessons/lesson_words.h"

#include "engine/entries/resolve.h"
#include "engine/lessons/lesson_changes.h"
#include "engine/lessons/lesson_place.h"
#include "engine/lessons/lesson_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bubblescope {

using lesson_place::element;
using lesson_place::placed;

namespace {

struct SpokenText {
    std::string_view key;
    std::string LessonStep::*written;
    std::string SpokenStep::*spoken;
};
constexpr SpokenText kTexts[] = {{"caption", &LessonStep::caption, &SpokenStep::caption},
                                 {"question", &LessonStep::question, &SpokenStep::question},
                                 {"answer", &LessonStep::answer, &SpokenStep::answer}};

bool hasName(const std::vector<NamedNumber>& numbers, std::string_view name) {
    return std::ranges::find(numbers, name, &NamedNumber::name) != numbers.end();
}

/// Adds the value of a formula to `known`, unless it is there already: then it is that of the step's begin.
Result<void> define(const std::string& name, const std::string& formula, const std::vector<NamedNumber>& numbers,
                    std::vector<NamedNumber>& known) {
    if (hasName(known, name)) return {};
    const auto value = Speaker(numbers, known).value(formula);
    if (!value) return value.error();
    known.push_back({name, *value});
    return {};
}

/// The score of the entry that is to be beaten, in place of the first schedule.
Result<double> parOf(const LessonChallenge& challenge, const LessonScene& scene,
                     const std::vector<NamedNumber>& known) {
    const LessonScene other = withParEntry(std::get<Scenario>(scene), *challenge.parEntry);
    const LessonRuns runs = runsOf(other);
    if (!runs.schedules.front()) return runs.schedules.front().error();
    return Speaker(numbersOf(other, runs), known).value(challenge.score);
}

/// Adds par, best and the score to `known`.
Result<void> defineTask(const LessonChallenge& challenge, const LessonScene& scene,
                        const std::vector<NamedNumber>& numbers, std::vector<NamedNumber>& known) {
    if (challenge.parEntry && !hasName(known, "par")) {
        const auto par = parOf(challenge, scene, known);
        if (!par) return placed(par.error(), "par");
        known.push_back({"par", *par});
    }
    for (const auto& [name, formula] : {std::pair{"par", &challenge.par}, std::pair{"best", &challenge.best}})
        if (!formula->empty())
            if (auto ok = define(name, *formula, numbers, known); !ok) return placed(ok.error(), name);
    const auto score = Speaker(numbers, known).value(challenge.score);
    if (!score) return placed(score.error(), "score");
    for (const char* name : {"score", "score_1"}) known.push_back({name, *score});
    return {};
}

std::optional<double> numberNamed(const std::vector<NamedNumber>& numbers, std::string_view name) {
    const auto at = std::ranges::find(numbers, name, &NamedNumber::name);
    return at == numbers.end() ? std::nullopt : std::optional(at->value);
}

/// How far someone is; `known` has what defineTask() adds.
Result<SpokenChallenge> standing(const LessonStep& step, const LessonScene& scene,
                                 const std::vector<NamedNumber>& numbers, const std::vector<NamedNumber>& known) {
    const LessonChallenge& challenge = *step.challenge;
    const Speaker speaker(numbers, known);
    const auto goal = speaker.value(challenge.goal);
    if (!goal) return placed(goal.error(), "goal");
    auto hint = speaker.text(challenge.hint);
    if (!hint) return placed(hint.error(), "hint");
    SpokenChallenge spoken{.isReached = *goal != 0,
                           .score = *numberNamed(known, "score"),
                           .par = numberNamed(known, "par"),
                           .best = numberNamed(known, "best"),
                           .hint = std::move(*hint)};
    if (challenge.parEntry) spoken.parTitle = displayLabel(*challenge.parEntry);
    spoken.goal = goalInWords(challenge.goal, speaker, scene);
    return spoken;
}

/// What a prediction asks, and the right answer.
Result<SpokenPrediction> asked(const LessonStep& step, const LessonRuns& runs, const Speaker& speaker) {
    const LessonPrediction& prediction = *step.prediction;
    SpokenPrediction spoken;
    for (std::size_t i = 0; i < prediction.choices.size(); ++i) {
        auto text = speaker.text(prediction.choices[i]);
        if (!text) return placed(text.error(), element("predict", i));
        spoken.choices.push_back(std::move(*text));
    }
    const auto right = speaker.value(prediction.right);
    if (!right) return placed(right.error(), "right");
    spoken.right = *right;
    if (prediction.asks == LessonPrediction::Asks::Choice)
        if (auto ok = checkGiven(prediction, *right); !ok) return placed(ok.error(), "right");
    if (step.until && !runs.schedules.empty() && runs.schedules.front() &&
        *step.until >= toUnits((*runs.schedules.front())->timeline->latestEnd))
        return Error{"shows the end, which is to be predicted; cut earlier, or leave it out", "until"};
    return spoken;
}

/// Fills in the results of a scene; `known` has the numbers that do not follow it, and receives those of the step.
Result<SpokenStep> speakWith(const LessonStep& step, const LessonScene& scene, const LessonRuns& runs,
                             std::vector<NamedNumber>& known) {
    const std::vector<NamedNumber> numbers = numbersOf(scene, runs);
    SpokenStep spoken;
    for (const RunResult& run : runs.schedules)
        if (run && *run) {
            spoken.end = std::max(spoken.end, (*run)->timeline->latestEnd);
            spoken.held = std::max(spoken.held, (*run)->metrics.peakActivations());
        }
    for (const LessonConstant& constant : step.constants)
        if (auto ok = define(constant.name, constant.formula, numbers, known); !ok)
            return placed(ok.error(), "let." + constant.name);
    std::vector<NamedNumber> here = known;  // with the score of now
    if (step.challenge) {
        if (auto ok = defineTask(*step.challenge, scene, numbers, here); !ok) return ok.error();
        for (const NamedNumber& number : here)
            if (number.name == "par" || number.name == "best")
                if (!hasName(known, number.name)) known.push_back(number);
    }
    const Speaker speaker(numbers, here);
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
    if (step.prediction) {
        auto prediction = asked(step, runs, speaker);
        if (!prediction) return prediction.error();
        spoken.prediction = std::move(*prediction);
    }
    if (step.challenge) {
        auto challenge = standing(step, scene, numbers, here);
        if (!challenge) return challenge.error();
        spoken.challenge = std::move(*challenge);
    }
    return spoken;
}

}  // namespace

bool SpokenStep::allHold() const {
    return std::all_of(claims.begin(), claims.end(), [](const Claim& claim) { return claim.holds; });
}

Scenario withParEntry(Scenario scenario, const ScheduleEntry& entry) {
    scenario.published.clear();
    scenario.schedules.front() = entry;
    return scenario;
}

Result<SpokenStep> speak(const LessonStep& step, const LessonRuns& runs, std::vector<NamedNumber>& constants) {
    std::vector<NamedNumber> known = constants;
    auto spoken = speakWith(step, step.scene, runs, known);
    if (!spoken) return spoken;
    if (spoken->challenge && spoken->challenge->isReached)
        return Error{"is true when the step begins; there is nothing to reach", "goal"};
    // Later steps know what was defined, but not the par and best of a challenge.
    for (const LessonConstant& constant : step.constants)
        constants.push_back(*std::ranges::find(known, constant.name, &NamedNumber::name));
    // What a challenge is measured against stays as it was; other steps define their numbers anew for changed values.
    if (!step.challenge) known.resize(known.size() - step.constants.size());
    spoken->known = std::move(known);
    return spoken;
}

Result<SpokenStep> speakChanged(const LessonStep& step, const LessonScene& scene, const LessonRuns& runs,
                                const SpokenStep& begin) {
    std::vector<NamedNumber> known = begin.known;
    return speakWith(step, scene, runs, known);
}

double axisEndOf(const Lesson& lesson, const std::vector<const SpokenStep*>& spoken, std::size_t step) {
    constexpr double kBeyond = 1.25;
    const auto* here = std::get_if<Scenario>(&lesson.steps[step].scene);
    double end = 0;
    bool isAsked = false;
    for (std::size_t i = 0; here && i < std::min(spoken.size(), lesson.steps.size()); ++i) {
        const LessonStep& other = lesson.steps[i];
        const auto* scenario = std::get_if<Scenario>(&other.scene);
        if (!spoken[i] || !scenario || scenario->workload.timeUnit != here->workload.timeUnit) continue;
        end = std::max(end, static_cast<double>(spoken[i]->end));
        isAsked |= other.prediction && other.prediction->asks == LessonPrediction::Asks::End;
    }
    if (!isAsked || end <= 0) return end;
    // Two digits, so that the axis does not tell by its last number either.
    const double digit = std::pow(10, std::floor(std::log10(kBeyond * end)) - 1);
    return std::ceil(kBeyond * end / digit) * digit;
}

std::vector<Result<SpokenStep>> speakAll(const Lesson& lesson, const std::stop_token& stop) {
    std::vector<Result<SpokenStep>> all;
    std::vector<NamedNumber> constants;
    for (const LessonStep& step : lesson.steps) {
        const LessonRuns runs = runsOf(step.scene, stop);
        if (stop.stop_requested()) break;
        all.push_back(speak(step, runs, constants));
    }
    return all;
}

}  // namespace bubblescope
