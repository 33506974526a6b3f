#include "engine/results/frontier.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

/// In millionths, as in exceeds().
double rounded(double held) { return std::round(held * 1e6); }

}  // namespace

bool beats(const HeldAndValue& one, const HeldAndValue& other) {
    const double held = rounded(one.held), otherHeld = rounded(other.held);
    return held <= otherHeld && one.value <= other.value && (held < otherHeld || one.value < other.value);
}

std::vector<std::size_t> frontierOf(std::span<const HeldAndValue> runs) {
    std::vector<std::size_t> order(runs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto of = [&](std::size_t run) { return std::pair(rounded(runs[run].held), runs[run].value); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return of(a) < of(b); });
    std::vector<std::size_t> frontier;
    for (const std::size_t run : order)
        if (frontier.empty() || of(run) == of(frontier.back()) || runs[run].value < runs[frontier.back()].value)
            frontier.push_back(run);
    return frontier;
}

}  // namespace bubblescope
