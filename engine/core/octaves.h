#pragma once

#include <cstddef>
#include <vector>

namespace bubblescope {

/// Whole numbers in [from, to], both ends included: all of them while there are few, then an equal number per octave,
/// as many as fit: 1 2 .. 8 10 12 14 16 20 ...
std::vector<double> octaves(long long from, long long to, std::size_t most);

}  // namespace bubblescope
