#pragma once

#include <cstddef>
#include <vector>

namespace bubblescope {

/// Whole numbers over [from, to], ends included: all while they are few, then as many in each octave as there is
/// room for: 1 2 .. 8 10 12 14 16 20 ...
std::vector<double> octaves(long long from, long long to, std::size_t most);

}  // namespace bubblescope
