#pragma once

#include <QString>

#include "engine/core/result.h"

namespace bubblescope {

/// Draws the default comparison into the current folder, as the verb `render` does, and returns the file's name. The
/// program does this if no window can open.
Result<QString> writeDefaultPicture();

}  // namespace bubblescope
