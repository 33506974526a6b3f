#pragma once

#include "engine/io/json_fields.h"
#include "engine/io/scenario_file.h"

#include <nlohmann/json_fwd.hpp>

namespace bubblescope {

/// Applies settings, in order, to a file that was parsed but not checked. A known key may be added, along with the
/// objects that contain it; an element of a list must exist.
///
/// Errors  a path that leads nowhere in a file of this format, placed at `--set PATH`; whether the value is valid is
///         checked later
Result<void> applySettings(nlohmann::json& root, std::span<const Setting> settings, const FileFormat& format);

}  // namespace bubblescope
