#pragma once

#include <QString>

#include "engine/core/result.h"

namespace bubblescope {

/// Draws the default comparison into the current folder, as the verb `render` does, and returns the name of the file:
/// what there is to see where no window can open.
Result<QString> writeDefaultPicture();

}  // namespace bubblescope
