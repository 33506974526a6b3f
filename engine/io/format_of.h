#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// The format that a file states; empty if it is not JSON or states none.
///
/// Cost  reads only up to `format`
std::string formatOf(std::string_view bytes);

}  // namespace bubblescope
