#pragma once

#include <string>
#include <vector>

namespace bubblescope {

/// Ascending, 1 and the number itself among them.
///
/// Cost  follows the number
std::vector<int> divisorsOf(int number);

/// "; the nearest are 2 and 4": the divisors of a number next to one that does not divide it, for a refusal.
std::string nearestDivisors(int number, int to);

}  // namespace bubblescope
