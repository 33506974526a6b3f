#pragma once

#include "engine/lessons/lesson_answers.h"
#include "engine/lessons/lesson_words.h"

#include <span>
#include <stop_token>

namespace bubblescope {

/// What a challenge says after someone's changes; `begin` is what the step said before. Paths are those of the lesson.
///
/// Errors  a change that is not allowed, values that are refused, a schedule that cannot run
/// Cost    that of a run of the scene
Result<SpokenStep> attempt(const LessonStep& step, const SpokenStep& begin, std::span<const Setting> settings,
                           const std::stop_token& stop = {});

/// Every combination of the values that a challenge allows, the last key's changing the fastest; none if a key has no
/// list, or if there are more than `most`.
std::vector<std::vector<Setting>> combinationsOf(const LessonChallenge& challenge, std::size_t most);

/// What the lesson answers to a step: of a challenge, once its solution is applied.
std::string answerOf(const LessonStep& step, const SpokenStep& begin);

/// What was changed in the scene of a challenge, with the paths of the lesson.
///
/// Errors  something else was changed, or a key has a value that is not offered
Result<std::vector<Setting>> changesIn(const LessonStep& step, const LessonScene& now);

/// Runs each answer anew; nothing that the file says is trusted. `begins` is what each step said, as speakAll() returns
/// it.
std::vector<AnswerMark> markAll(const Lesson& lesson, const std::vector<Result<SpokenStep>>& begins,
                                const LessonAnswers& answers);

inline constexpr std::size_t kMostCombinations = 10000;

/// Tries the solution and, if all keys have lists of values with at most kMostCombinations combinations, all of these.
SolvedChallenge solve(const LessonStep& step, const SpokenStep& begin, const std::stop_token& stop = {});

}  // namespace bubblescope
