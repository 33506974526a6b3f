#pragma once

#include <algorithm>
#include <cstddef>

namespace bubblescope {

/// The number of neighbouring lanes that run together until none of them can continue: few enough that the memory they
/// use stays in the cache.
inline constexpr std::size_t kLanesOfABand = 32;

/// Runs ops of all lanes in turns, one band of neighbouring lanes after another, because ops mostly wait for ops of
/// neighbouring lanes. A band leaves work undone mainly at its edges, so in every other pass the bands begin in the
/// middle of the previous ones.
///
/// Shapes   visit(lane) runs at most one op and returns whether it did; afterTurn(visits) follows the visits of some
///          lanes and returns whether to continue
/// Returns  whether it ended because no lane could run an op any more
template <class Visit, class AfterTurn>
bool runInBands(std::size_t lanes, Visit visit, AfterTurn afterTurn) {
    const bool hasOne = lanes <= kLanesOfABand;
    bool isDown = true;
    // If most of a band has to wait, the next turn goes in the other direction, because forwards pass one way and
    // backwards the other. If there are several bands, lanes far from all that ran are not visited again.
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
