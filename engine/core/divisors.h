#pragma once

#include <string>
#include <vector>

namespace bubblescope {

/// The divisors in ascending order, including 1 and the number itself.
///
/// Cost  proportional to the number
std::vector<int> divisorsOf(int number);

/// "; nearest: 2 and 4": the divisors of `number` next to `to`, which does not divide it. For the end of an error
/// message.
std::string nearestDivisors(int number, int to);

}  // namespace bubblescope
