#pragma once

#include "engine/core/result.h"
#include "engine/lessons/lesson.h"

#include <functional>
#include <string_view>

namespace bubblescope {

/// The file of a preset with this name; nothing if there is none.
using PresetText = std::function<std::optional<std::string>(std::string_view name)>;

/// Reads a lesson file. The document of each step is read with all settings up to that step.
///
/// Errors  one sentence with its place, like readScenario(): `steps[2].caption`, `document.workload.devices`. The file
///         may be hostile: its size, steps, and what they run are limited
Result<Lesson> readLesson(std::string_view bytes, const PresetText& presetText);

/// The same file with another title.
std::string withLessonTitle(std::string_view bytes, std::string_view title);

}  // namespace bubblescope
