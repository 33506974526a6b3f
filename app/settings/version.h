#pragma once

namespace bubblescope {

/// The program's version, as CMakeLists.txt states it.
const char* version();

}  // namespace bubblescope
