#pragma once

#include "engine/core/result.h"
#include "engine/scenario/parameters.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// The keys of a style file.
const Parameter& styleDocument();

/// Reads a style file: `format`, `version` and the parts of kStyleParameter.
///
/// Errors  one sentence with its place for everything that is not exactly a valid style. The file may be hostile, like
///         a scenario's
Result<ParameterValue::Object> readStyleFile(std::string_view bytes);

/// The style as a file. Reading it back gives an equal style.
std::string writeStyleFile(const ParameterValue::Object& style);

}  // namespace bubblescope
