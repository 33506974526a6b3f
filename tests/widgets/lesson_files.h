#pragma once

#include "engine/io/lesson_file.h"
#include "engine/lessons/lesson_words.h"

#include <QtGlobal>

namespace bubblescope::test {

/// A prediction, a choice, a challenge and a collective. GPipe takes 33, with two chunks 28.5, with four 26.25.
constexpr const char* kLessonOfTasks = R"({
  "format": "bubblescope-lesson", "version": 1, "title": "Tasks & more",
  "document": {"workload": {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2, "time_unit": "ms"},
               "schedules": [{"kind": "gpipe"}, {"kind": "interleaved-1f1b", "chunks": 1}]},
  "steps": [{"caption": "GPipe.", "show": [1], "question": "When?", "answer": "At {total_time_1}.", "predict": "end",
             "highlight": "3F0"},
            {"caption": "Which?", "predict": ["GPipe", "neither"], "right": "total_time_1 == total_time_2 ? 2 : 1"},
            {"caption": "Faster!", "show": [2], "question": "Beat {par}.", "answer": "Two chunks: {total_time_1}.",
             "goal": "total_time_1 < par && peak_activations_1 <= 6", "par": 33, "best": 28.5, "hint": "Interleave.",
             "allow": [{"schedules[1].chunks": [1, 2, 3]}, {"workload.microbatches": [8, 9]}],
             "solution": {"schedules[1].chunks": 2}},
            {"caption": "A ring.", "document": {"collective": "all-reduce", "ranks": 4}, "after": 2}]})";

struct SpokenLesson {
    Lesson lesson;
    std::vector<SpokenStep> spoken;
};

inline SpokenLesson spokenLesson(const char* text = kLessonOfTasks) {
    auto lesson = readLesson(text, [](std::string_view) { return std::optional<std::string>(); });
    if (!lesson) qFatal("%s", lesson.error().text().c_str());
    SpokenLesson out{std::move(*lesson), {}};
    for (auto& step : speakAll(out.lesson)) {
        if (!step) qFatal("%s", step.error().text().c_str());
        out.spoken.push_back(std::move(*step));
    }
    return out;
}

}  // namespace bubblescope::test
