#pragma once

#include <QByteArray>

#include "engine/lessons/lesson_words.h"
#include "widgets/kit/theme.h"

namespace bubblescope {

/// What a web page of a lesson needs besides the lesson itself.
struct LessonFile {
    std::string text;    // the lesson's file, which the page carries
    std::string sha256;  // of that text
};

/// A lesson as one file for browsers: its steps with their pictures, and its predictions and challenges over results
/// that are computed now. A challenge is playable if each of its keys has a list of values, with at most
/// kMostPageTries combinations in all of the lesson; others say so. Steps of collectives have a still picture.
///
/// Shapes      `spoken`: one for each step
/// Errors      a lesson too large for a page
/// Cost        that of all runs
/// Invariants  the same lesson gives the same bytes
inline constexpr std::size_t kMostPageTries = 400;
Result<QByteArray> lessonPage(const Lesson& lesson, const std::vector<SpokenStep>& spoken, const LessonFile& file,
                              ThemeId theme);

}  // namespace bubblescope
