#pragma once

#include "engine/core/result.h"
#include "engine/lessons/lesson_answers.h"

#include <string_view>

namespace bubblescope {

/// Reads the answers of one person. An answer of a wrong form is kept, with its error, so that all others count.
///
/// Errors  one sentence with its place if the file as a whole is no such file. It may be hostile: its size is limited
Result<LessonAnswers> readAnswers(std::string_view bytes);

/// The answers as a file. Reading it back gives equal answers.
std::string writeAnswers(const LessonAnswers& answers);

}  // namespace bubblescope
