#pragma once

#include "engine/lessons/lesson_numbers.h"

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

}  // namespace bubblescope
