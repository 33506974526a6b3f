#pragma once

#include <algorithm>
#include <cstddef>

namespace bubblescope {

/// Lanes that run together until none of them can go on: few enough that what they touch stays in the cache.
inline constexpr std::size_t kLanesOfABand = 32;

/// Has lanes run ops in turns, a band of neighbours after the other, because ops mostly wait for those of lanes beside
/// their own. What one band leaves undone lies along its edges, so every other time bands begin amid those before.
///
/// Shapes  visit(lane) runs at most one op and tells if it did; afterTurn(visits) of some lanes tells whether to go on
/// Returns whether it ended because no lane could run an op any more
template <class Visit, class AfterTurn>
bool runInBands(std::size_t lanes, Visit visit, AfterTurn afterTurn) {
    const bool hasOne = lanes <= kLanesOfABand;
    bool isDown = true;
    // Where most of a band must wait, the next turn goes the other way, because forwards pass one way and backwards the
    // other. In one of several bands, who is far from all that ran is not asked again.
    const auto runBand = [&](std::size_t begin, std::size_t end, bool& hasRun) {
        for (std::size_t from = begin, to = end; from < to;) {
            std::size_t ran = 0, first = to, last = from;
            const auto turn = [&](std::size_t lane) {
                if (!visit(lane)) return;
                ++ran;
                first = std::min(first, lane);
                last = std::max(last, lane);
            };
            if (isDown)
                for (std::size_t lane = from; lane < to; ++lane) turn(lane);
            else
                for (std::size_t lane = to; lane-- > from;) turn(lane);
            const std::size_t visits = to - from;
            if (!afterTurn(visits)) return false;
            if (ran < visits / 2) isDown = !isDown;
            if (ran == 0) break;
            hasRun = true;
            if (hasOne) continue;
            from = std::max(begin + 1, first) - 1;
            to = std::min(end, last + 2);
        }
        return true;
    };
    bool goesDown = true;
    for (std::size_t shift = 0;; shift = hasOne ? 0 : kLanesOfABand / 2 - shift, goesDown = !goesDown) {
        const std::size_t bands = (lanes + shift + kLanesOfABand - 1) / kLanesOfABand;
        bool hasRun = false;
        for (std::size_t i = 0; i < bands; ++i) {
            const std::size_t band = goesDown ? i : bands - 1 - i;
            const std::size_t end = std::min(lanes, (band + 1) * kLanesOfABand - shift);
            const std::size_t begin = std::max(shift, band * kLanesOfABand) - shift;
            if (!runBand(begin, end, hasRun)) return false;
        }
        if (!hasRun) return true;
    }
}

}  // namespace bubblescope
