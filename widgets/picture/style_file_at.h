#pragma once

#include <QString>

#include "engine/core/result.h"
#include "engine/scenario/parameters.h"

namespace bubblescope {

/// The style in a file.
///
/// Errors  one sentence whose field is the path, if the file cannot be read or is not a style
Result<ParameterValue::Object> styleFileAt(const QString& path);

}  // namespace bubblescope
