#pragma once

#include "engine/core/result.h"
#include "engine/scenario/scenario.h"
#include "engine/scenario/setting.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

// What a step of a lesson asks of a person, besides reading.

/// A question whose answer is given before the picture shows it.
///
/// Shapes  right: a formula; of a choice its number, from 1
/// Units   answers are given in the unit of `right`: the user's time for the end, a share for a percentage
struct LessonPrediction {
    enum class Asks { End, Number, Percent, Choice };
    Asks asks = Asks::End;
    std::vector<std::string> choices = {};
    std::string right = "total_time_1";
    double within = 0.05;  // so near, as a share of the right value, counts as right; not for choices

    friend bool operator==(const LessonPrediction&, const LessonPrediction&) = default;
};

/// A key of the document that a challenge lets people change.
struct AllowedKey {
    std::string path;                      // as the lesson writes it
    std::string here = {};                 // the same in the scene, which has only the schedules that are shown
    std::vector<std::string> values = {};  // as JSON; none: any that the key accepts

    friend bool operator==(const AllowedKey&, const AllowedKey&) = default;
};

/// A goal that is reached by changing what is allowed.
///
/// Shapes      goal, score and best are formulas; so is par, unless an entry is to be beaten, which takes the place of
///             the first schedule
/// Invariants  each path of the solution is one of `allow`, with one of its values
struct LessonChallenge {
    std::string goal;
    std::vector<AllowedKey> allow = {};
    std::string score = "total_time_1";  // less is better
    std::string par = {};
    std::optional<ScheduleEntry> parEntry = {};
    std::string best = {};  // no score that reaches the goal is below it
    std::vector<Setting> solution = {};
    std::string hint = {};

    bool hasPar() const { return !par.empty() || parEntry; }
    friend bool operator==(const LessonChallenge&, const LessonChallenge&) = default;
};

/// The names that formulas of a challenge may use besides the numbers of its scene: its par and its best, as they were
/// when the step began, and the score now.
inline constexpr std::string_view kTaskNames[] = {"par", "best", "score", "score_1"};
std::vector<std::string_view> taskNamesOf(const LessonChallenge& challenge);

/// Results that were added in different orders differ by this share.
inline constexpr double kAlike = 1e-9;
/// Whether a score is less than another, and not only by rounding.
bool isBelow(double score, double other);

/// How near an answer to a prediction is.
struct PredictionMark {
    bool isExact = false;
    std::optional<double> off = {};  // a share of the right value; none for choices, or if that is 0 and the answer not
    bool isMet = false;

    friend bool operator==(const PredictionMark&, const PredictionMark&) = default;
};
PredictionMark markOf(const LessonPrediction& prediction, double given, double right);

/// Refuses an answer that the prediction does not offer: a number that is infinite, or that of no choice.
Result<void> checkGiven(const LessonPrediction& prediction, double given);

/// Refuses a change of a key, or to a value, that a challenge does not allow. Paths are those of the lesson.
///
/// Errors  one sentence, placed at the path
Result<void> checkAllowed(const LessonChallenge& challenge, std::span<const Setting> settings);

/// Allowed changes with paths as they are in the scene.
std::vector<Setting> settingsHere(const LessonChallenge& challenge, std::span<const Setting> settings);

}  // namespace bubblescope
