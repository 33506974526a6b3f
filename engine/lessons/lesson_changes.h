#pragma once

#include "engine/lessons/lesson_numbers.h"
#include "engine/lessons/lesson_text.h"

#include <string>
#include <vector>

namespace bubblescope {

// What someone changed in the scene of a step, in words.

/// "T_C = 1, D = 3": the shared numbers that differ from those of the step; empty if only others do, such as those of
/// an entry.
std::string changesInWords(const LessonScene& own, const LessonScene& now);

/// "total time: GPipe 39, 1F1B 49": the results among `names`, each once, grouped by what they are. Names of anything
/// else are left out.
std::string resultsInWords(const std::vector<std::string>& names, const LessonScene& scene,
                           const std::vector<NamedNumber>& numbers);

/// What a formula is about: "total time", or the formula itself, in words.
std::string resultTitle(const std::string& formula, const LessonScene& scene);
/// A value of that formula: "39 ms", "27.3%".
std::string resultText(const std::string& formula, double value, const LessonScene& scene);

/// A condition of a goal: "bubble", "27.3%", "below 15%". Without the last two if it is not a comparison.
struct GoalPart {
    std::string title, now, wanted;
    bool isMet = false;

    friend bool operator==(const GoalPart&, const GoalPart&) = default;
};
/// The conditions of a goal that && combines, with the values that `speaker` has.
std::vector<GoalPart> goalInWords(const std::string& goal, const Speaker& speaker, const LessonScene& scene);

}  // namespace bubblescope
