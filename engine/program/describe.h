#pragma once

#include "engine/program/program.h"

#include <string>

namespace bubblescope {

/// An op in words for messages: "F3 of stage 2".
std::string describe(Op op);

}  // namespace bubblescope
