#pragma once

#include "engine/core/result.h"

#include <nlohmann/json_fwd.hpp>

namespace bubblescope {

/// Rewrites a scenario or an experiment of version 1 in the words of version 2, so that it runs as it did; does nothing
/// to later versions. What is not well formed is left as it is, and refused later.
///
/// Source  docs/files.md, Versions
/// Errors  placed at a key: a value of version 1 in a file of version 2
Result<void> upgrade(nlohmann::json& root);

}  // namespace bubblescope
