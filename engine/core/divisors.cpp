#include "engine/core/divisors.h"

#include <algorithm>

namespace bubblescope {

std::vector<int> divisorsOf(int number) {
    std::vector<int> divisors;
    for (int one = 1; one <= number; ++one)
        if (number % one == 0) divisors.push_back(one);
    return divisors;
}

std::string nearestDivisors(int number, int to) {
    int below = std::min(to, number), above = to;
    while (number % below != 0) --below;
    while (above < number && number % above != 0) ++above;
    const std::string nearest = std::to_string(below);
    return "; nearest: " + nearest +
           (above <= number && above != below ? " and " + std::to_string(above) : std::string());
}

}  // namespace bubblescope
