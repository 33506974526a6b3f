#pragma once

#include "engine/io/json_fields.h"
#include "engine/io/scenario_file.h"

#include <nlohmann/json_fwd.hpp>

namespace bubblescope {

/// Puts settings, in order, into a file that was parsed but not checked yet. A known key may be added, with the
/// objects it stands in; an element of a list must be there.
///
/// Errors  a path that leads nowhere in a file of this format, placed at `--set PATH`; whether the value fits is
/// checked
///         later
Result<void> applySettings(nlohmann::json& root, std::span<const Setting> settings, const FileFormat& format);

}  // namespace bubblescope
