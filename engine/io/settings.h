#pragma once

#include "engine/io/scenario_file.h"

#include <nlohmann/json_fwd.hpp>

namespace bubblescope {

/// Puts a setting into a scenario file that was parsed but not checked yet. A known key may be added, with
/// the objects it stands in; an element of a list must be there.
///
/// Errors  a path that leads nowhere, placed at `--set PATH`; whether the value fits is checked later
Result<void> applySetting(nlohmann::json& root, const Setting& setting);

}  // namespace bubblescope
