#pragma once

#include "engine/core/result.h"

namespace bubblescope {

/// The exception that is being handled, in words for people. Call it within a catch block.
Error thrownError();

}  // namespace bubblescope
