#pragma once

#include "widgets/lessons/lesson_page.h"
#include "widgets/lessons/lesson_pictures.h"

namespace bubblescope {

/// Writes a lesson as a web page (.html), or else as a PDF: slides, or pages to print. All of them contain its file.
///
/// Shapes  `spoken`: one for each step
/// Errors  those of the page, the pictures and the disk
/// Cost    that of all runs
/// Thread  any
Result<void> exportLesson(const QString& path, LessonPages pages, const Lesson& lesson,
                          const std::vector<SpokenStep>& spoken, const LessonFile& file);

/// Whether the file is a web page, judged by its name.
bool isWebPage(const QString& path);

}  // namespace bubblescope
