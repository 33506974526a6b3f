#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// The format that a file says of itself that it has; empty for what is no JSON, or says none.
///
/// Cost  reads no further than to `format`
std::string formatOf(std::string_view bytes);

}  // namespace bubblescope
