#pragma once

#include "app/documents/lesson_document.h"
#include "engine/lessons/lesson_words.h"

#include <QStringList>

namespace bubblescope {

/// Prints the marks of these files of answers as CSV, a row per answer.
///
/// Errors  files that are not answers to this lesson are complained about and left out; then the exit status says so
int printMarks(const LoadedLesson& lesson, const std::vector<Result<SpokenStep>>& begins, const QStringList& files);

}  // namespace bubblescope
