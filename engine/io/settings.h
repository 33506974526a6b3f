#pragma once

#include "engine/io/json_fields.h"
#include "engine/io/scenario_file.h"

#include <nlohmann/json_fwd.hpp>

namespace bubblescope {

/// Applies settings, in order, to a file that was parsed but not checked. A known key may be added, along with the
/// objects that contain it; an element of a list must exist. A path may begin at any key whose name is unique in the
/// file, and keys of the workload may be called by their symbols: `devices`, `D`, `workload.T_C`, `tp`. A key in bytes
/// or GB accepts a size with a unit: `bytes=500MB`.
///
/// Errors  a path that leads nowhere in a document with these keys, or to several keys, placed at `--set PATH`; whether
///         the value is valid is checked later
Result<void> applySettings(nlohmann::json& root, std::span<const Setting> settings, const Parameter& document);

/// What a document has at the path of a setting.
///
/// Shapes  value: as JSON; "null" if the document leaves the key out
struct SettingPlace {
    std::string path;  // from the top of the file
    const Parameter* parameter = nullptr;
    std::string value;
};
/// Errors  a path that leads nowhere, or to a value without a parameter; without a place
Result<SettingPlace> settingAt(const nlohmann::json& root, std::string_view path, const Parameter& document);

}  // namespace bubblescope
