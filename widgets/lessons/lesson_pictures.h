#pragma once

#include "engine/lessons/lesson_words.h"
#include "widgets/picture/picture.h"
#include "widgets/picture/picture_options.h"

namespace bubblescope {

/// The overlays of a step.
SchemeMarks lessonMarks(const LessonStep& step);

/// What a step of a lesson shows: its schedules, or the slots of its collective. Before an answer, what a prediction
/// asks for is left out.
///
/// Shapes  `end`: the axis of schedules reaches this instant at least; in the user's unit
/// Errors  those of the picture's options
Result<Picture> stepPicture(const LessonStep& step, const SpokenStep& spoken, double end, bool isAnswered,
                            PictureOptions options);

/// A lesson as slides, or as pages to print. A slide is 16:9 and shows a step as it looks in a lecture; questions and
/// their answers are on two slides. A printed page is A4 and has several steps, with their questions and answers.
///
/// Shapes  `spoken`: one for each step
enum class LessonPages { Slides, Print };
Result<Picture> lessonPicture(const Lesson& lesson, const std::vector<SpokenStep>& spoken, LessonPages pages);

}  // namespace bubblescope
