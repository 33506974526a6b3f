#pragma once

#include <algorithm>
#include <cstdlib>

namespace bubblescope::test {

/// Whether random loops run whole, as in `./dev test slow`: BUBBLESCOPE_ROUNDS=full.
inline bool hasAllRounds() { return std::getenv("BUBBLESCOPE_ROUNDS") != nullptr; }

/// How often a random loop runs that runs `full` times in the slow set: a tenth of it in the usual set, but 200 times
/// where it has so many.
inline int rounds(int full) { return hasAllRounds() ? full : std::min(full, std::max(200, full / 10)); }

/// What a loop of `full` rounds meets at least, scaled to the rounds that it runs.
inline int metIn(int full, int least) { return least * rounds(full) / full; }

}  // namespace bubblescope::test
