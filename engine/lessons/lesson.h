#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/core/time.h"
#include "engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace bubblescope {

inline constexpr std::size_t kMaxLessonBytes = 1u << 20;
inline constexpr std::size_t kMaxLessonSteps = 100;
/// Schedules, highlights, claims, constants of one step.
inline constexpr std::size_t kMaxLessonParts = 16;
inline constexpr std::size_t kMaxLessonText = 1000;
/// Of one document, by all steps so far.
inline constexpr std::size_t kMaxLessonSettings = 200;
/// Of all schedules that a step shows: lessons are run again and again while people step through them.
inline constexpr long long kMaxLessonOps = 500'000;

/// What a step of a lesson is shown on.
using LessonScene = std::variant<Scenario, CollectiveSetup>;

/// A number that a step gives a name, for itself and the steps after it.
struct LessonConstant {
    std::string name, formula;

    friend bool operator==(const LessonConstant&, const LessonConstant&) = default;
};

/// What one press of the clicker brings: a picture, what of it is pointed out, and what is said.
///
/// Shapes      scene with all that was set so far, a scenario's schedules those that are shown; highlight as
///             findHighlight() reads it; marks of style_keys::kMarks; caption, question and answer as textPieces()
///             reads them
/// Units       range and until in the user's time
/// Invariants  those of checkLessonStep()
struct LessonStep {
    LessonScene scene;
    std::vector<std::string> highlight = {};
    bool isSpotlit = false;  // all but what is highlighted is dimmed
    std::vector<std::string> marks = {};
    std::optional<std::pair<double, double>> range = {};
    std::optional<double> until = {};  // nothing is drawn behind it
    std::optional<int> after = {};     // of a collective: so many of its steps are done
    std::vector<LessonConstant> constants = {};
    std::string caption = {}, question = {}, answer = {};
    std::vector<std::string> claims = {};  // formulas that are true

    friend bool operator==(const LessonStep&, const LessonStep&) = default;
};

/// A course of steps, as a file holds it.
struct Lesson {
    std::string title, summary, source;
    std::vector<LessonStep> steps;

    friend bool operator==(const Lesson&, const Lesson&) = default;
};

/// Refuses what is past the limits, names that nothing has, and highlights that cannot be read.
///
/// Shapes  `constants` grows by those of the step, which come to stand in an order in which each follows what it uses
/// Errors  placed at a key of the step
Result<void> checkLessonStep(LessonStep& step, std::vector<std::string>& constants);

}  // namespace bubblescope
