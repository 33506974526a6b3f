#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/core/time.h"
#include "engine/lessons/lesson_tasks.h"
#include "engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace bubblescope {

inline constexpr std::size_t kMaxLessonBytes = 1u << 20;
inline constexpr std::size_t kMaxLessonSteps = 100;
/// The limit for schedules, highlights, claims and constants of one step.
inline constexpr std::size_t kMaxLessonParts = 16;
inline constexpr std::size_t kMaxLessonText = 1000;
/// The limit of one document, over all steps so far.
inline constexpr std::size_t kMaxLessonSettings = 200;
/// The limit for all schedules that a step shows: lessons run again and again while people step through them.
inline constexpr long long kMaxLessonOps = 500'000;

/// The document that a step of a lesson shows.
using LessonScene = std::variant<Scenario, CollectiveSetup>;

/// A number that a step names, for itself and the steps after it.
struct LessonConstant {
    std::string name, formula;

    friend bool operator==(const LessonConstant&, const LessonConstant&) = default;
};

/// What one press of the clicker shows: a picture, what is highlighted in it, and the text.
///
/// Shapes      scene includes everything set so far; the schedules of its scenario are those that are shown; highlight
///             as read by findHighlight(); marks from style_keys::kMarks; caption, question and answer as read by
///             textPieces()
/// Units       range and until in the user's time
/// Invariants  those of checkLessonStep(); not both a prediction and a challenge
struct LessonStep {
    LessonScene scene;
    std::vector<std::string> highlight = {};
    bool isSpotlit = false;  // everything that is not highlighted is dimmed
    std::vector<std::string> marks = {};
    std::optional<std::pair<double, double>> range = {};
    std::optional<double> until = {};  // nothing after this time is drawn
    std::optional<int> after = {};     // for a collective: the number of its steps that are done
    std::vector<LessonConstant> constants = {};
    std::string caption = {}, question = {}, answer = {};
    std::vector<std::string> claims = {};  // formulas that are true
    std::optional<LessonPrediction> prediction = {};
    std::optional<LessonChallenge> challenge = {};

    friend bool operator==(const LessonStep&, const LessonStep&) = default;
};

/// A lesson, as stored in a file.
struct Lesson {
    std::string title, summary, source;
    std::vector<LessonStep> steps;

    friend bool operator==(const Lesson&, const Lesson&) = default;
};

/// Refuses values beyond the limits, unknown names, and highlights that cannot be read.
///
/// Shapes  `constants` grows by those of the step, which are sorted so that each comes after those it uses
/// Errors  at a key of the step
Result<void> checkLessonStep(LessonStep& step, std::vector<std::string>& constants);

/// Refuses a scene with more operations than a step may run.
Result<void> checkOps(const LessonScene& scene);

}  // namespace bubblescope
