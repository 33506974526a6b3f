#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// The element of `names` closest to `name` by edit distance; empty if there are none.
std::string nearestName(std::string_view name, std::span<const std::string_view> names);

/// "8,192,000,000".
std::string withThousands(long long number);

}  // namespace bubblescope
