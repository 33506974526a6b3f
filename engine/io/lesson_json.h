#pragma once

#include "engine/lessons/lesson_answers.h"
#include "engine/lessons/lesson_words.h"

namespace bubblescope {

/// What a lesson says, as `lesson --json` prints it: the texts of its steps with their numbers, claims, predictions and
/// challenges. `solved` has one element for each step, or none at all.
///
/// Invariants  each step was spoken
std::string lessonJson(const Lesson& lesson, const std::vector<SpokenStep>& spoken,
                       const std::vector<std::optional<SolvedChallenge>>& solved);

}  // namespace bubblescope
