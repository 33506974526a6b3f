#pragma once

#include "engine/core/result.h"

namespace bubblescope {

/// What the exception that is being handled says, in words for people; for use within a catch block.
Error thrownError();

}  // namespace bubblescope
