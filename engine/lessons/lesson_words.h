#pragma once

#include "engine/lessons/lesson_changes.h"
#include "engine/lessons/lesson_numbers.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What a prediction asks, with its numbers filled in.
struct SpokenPrediction {
    std::vector<std::string> choices = {};
    double right = 0;

    friend bool operator==(const SpokenPrediction&, const SpokenPrediction&) = default;
};

/// How far a challenge is from its goal.
struct SpokenChallenge {
    bool isReached = false;
    double score = 0;
    std::optional<double> par = {}, best = {};
    std::string parTitle = {};  // "1F1B", if an entry is to be beaten
    std::string hint = {};
    std::vector<GoalPart> goal = {};

    bool isParBeaten() const { return par && isBelow(score, *par); }
    friend bool operator==(const SpokenChallenge&, const SpokenChallenge&) = default;
};

/// The text of a step with its numbers filled in, and whether its claims hold.
struct SpokenStep {
    struct Claim {
        std::string text;
        bool holds = false;

        friend bool operator==(const Claim&, const Claim&) = default;
    };
    std::string caption = {}, question = {}, answer = {};
    std::vector<std::string> highlight = {};
    std::vector<Claim> claims = {};
    std::string instead = {};             // "total time: GPipe 39, 1F1B 49": the results that claims name which fail
    std::vector<NamedNumber> known = {};  // what stays as it was at the step's start: constants of earlier steps, and
                                          // of a challenge its own, its par and its best
    Time end = 0;                         // the latest end of its schedules
    double held = 0;                      // the most activations that a device needs
    std::optional<SpokenPrediction> prediction = {};
    std::optional<SpokenChallenge> challenge = {};

    bool allHold() const;
    friend bool operator==(const SpokenStep&, const SpokenStep&) = default;
};

/// Fills in the results `runs` of the step's scene. `constants` has those of the earlier steps, and receives those of
/// the step.
///
/// Errors  a name without a single number here (a list, or a schedule that was refused), a challenge whose goal is
///         reached already; at a key of the step
/// Thread  any; pure
Result<SpokenStep> speak(const LessonStep& step, const LessonRuns& runs, std::vector<NamedNumber>& constants);

/// The same for a scene that someone changed; `begin` is what the step said before.
Result<SpokenStep> speakChanged(const LessonStep& step, const LessonScene& scene, const LessonRuns& runs,
                                const SpokenStep& begin);

/// The scenario with the entry that a challenge is to beat instead of its first schedule.
Scenario withParEntry(Scenario scenario, const ScheduleEntry& entry);

/// The instant that the time axis of a step reaches, the same for all steps that count time in its unit: the latest end
/// of these, or well beyond it if one of them asks where its end is. 0 for a collective. Micro-units.
double axisEndOf(const Lesson& lesson, const std::vector<const SpokenStep*>& spoken, std::size_t step);

/// All steps, each with its own document, until `stop` is requested; a failure is the result of its step.
std::vector<Result<SpokenStep>> speakAll(const Lesson& lesson, const std::stop_token& stop = {});

}  // namespace bubblescope
