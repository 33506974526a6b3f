#pragma once

#include <string>

namespace bubblescope {

/// "; the nearest are 2 and 4": the divisors of a number next to one that does not divide it, for a refusal.
std::string nearestDivisors(int number, int to);

}  // namespace bubblescope
