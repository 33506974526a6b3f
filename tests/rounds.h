#pragma once

#include "tests/built.h"

#include <algorithm>
#include <cstdlib>

namespace bubblescope::test {

/// Whether random loops run whole, as in `./dev test slow`: BUBBLESCOPE_ROUNDS=full.
inline bool hasAllRounds() { return std::getenv("BUBBLESCOPE_ROUNDS") != nullptr; }

/// `count`, or a quarter of it in a second run, but at least one.
inline int fewer(int count) { return kIsSecondRun ? std::max(1, count / 4) : count; }

/// How often a random loop runs that runs `full` times in the slow set: a tenth of it in the usual set, but 200 times
/// where it has so many.
inline int rounds(int full) { return hasAllRounds() ? full : fewer(std::min(full, std::max(200, full / 10))); }

/// Whether a row of a long table is compared: each, or every tenth in a second run.
inline bool isCompared(int row) { return !kIsSecondRun || row % 10 == 0; }

/// What a loop of `full` rounds meets at least: `least` if it runs whole. The seed decides how often fewer rounds meet
/// it: more than a quarter of their share, at least once if the share is two, and what is rarer may not occur.
inline int metIn(int full, int least) {
    if (rounds(full) == full) return least;
    const int share = least * rounds(full) / full;
    return share < 2 ? -1 : std::max(0, share / 4 - 1);
}

}  // namespace bubblescope::test
