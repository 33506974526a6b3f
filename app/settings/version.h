#pragma once

namespace bubblescope {

/// The program's version, defined in CMakeLists.txt.
const char* version();

}  // namespace bubblescope
