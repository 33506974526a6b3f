#pragma once

#include "engine/lessons/lesson.h"
#include "engine/scenario/setting.h"

#include <span>

namespace bubblescope {

/// A scene with other values. Paths are those of the scene.
///
/// Errors  a path that leads nowhere, values that are refused
Result<LessonScene> withSettings(const LessonScene& scene, std::span<const Setting> settings);

/// A key of a scene that a form can change.
struct SceneKey {
    std::string path;  // from the top of the file
    Parameter parameter;
    std::optional<ParameterValue> value;  // nothing: the default

    /// "chunks", "tp"
    std::string word() const;
};
/// Errors  a path that leads nowhere, or to something that no form changes; without a place
Result<SceneKey> keyIn(const LessonScene& scene, std::string_view path);

/// Refuses a value that the key does not accept, and returns it as JSON without spaces; reads it again.
Result<std::string> checkedValue(const SceneKey& key, const std::string& text);
std::string settingText(const ParameterValue& value);
/// A value as forms show it: without the quotes of a text.
std::string plainValue(const std::string& text);
Result<ParameterValue> settingValue(const SceneKey& key, const std::string& text);

}  // namespace bubblescope
