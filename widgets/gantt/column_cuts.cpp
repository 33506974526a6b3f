#include "widgets/gantt/column_cuts.h"

#include "engine/core/fast_loop.h"

#include <array>

namespace bubblescope {

namespace {

/// The first row of the lane that ends after `limit`, probably near `from`.
Row searchFrom(Row from, const Time* end, RowRange lane, Time limit) {
    const auto endsAfter = [&](Row row) { return end[row] > limit; };
    Row reach = kRowsPerCacheLine;
    if (endsAfter(from)) {
        Row high = from;
        for (; high - lane.begin > reach && endsAfter(high - reach); reach *= 2) high -= reach;
        return firstRow({high - std::min(high - lane.begin, reach), high}, endsAfter);
    }
    Row low = from + 1;
    for (; lane.end - low > reach && !endsAfter(low + reach - 1); reach *= 2) low += reach;
    return firstRow({low, low + std::min(lane.end - low, reach)}, endsAfter);
}

}  // namespace

BUBBLESCOPE_FAST_LOOP void findCuts(const Timeline& timeline, RowRange lane, const Boundaries& boundaries,
                                    std::span<Cut> cuts) {
    constexpr std::size_t kAhead = 16, kWindow = kLeastCutRows;  // boundaries; rows
    const Time* const end = timeline.end.data();
    const auto windowAt = [&](std::size_t i, std::ptrdiff_t drift) {
        const auto middle = static_cast<std::ptrdiff_t>(cuts[i].offset) + drift - std::ptrdiff_t{kWindow / 2};
        const auto last = static_cast<std::ptrdiff_t>(lane.size() - kWindow);
        return lane.begin + static_cast<std::size_t>(std::clamp(middle, std::ptrdiff_t{0}, last));
    };
    Row askedFor = 0;                             // the last line of ends
    std::array<std::ptrdiff_t, kAhead> drifts{};  // by how much the last cuts missed what they were thought to be
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        std::ptrdiff_t& drift = drifts[i % kAhead];
        const Row window = windowAt(i, drift);
        const double at = boundaries.at(static_cast<int>(i));
        const Time limit = boundaries.floorOf(at);
        std::size_t before = 0;
        for (Row k = 0; k < kWindow; ++k) before += end[window + k] <= limit;
        const bool isWithin = before > 0 && before < kWindow;
        const Row row = isWithin ? window + before : searchFrom(window, end, lane, limit);
        drift = static_cast<std::ptrdiff_t>(row - lane.begin - cuts[i].offset);
        cuts[i] = {row - lane.begin, row == lane.end ? 0 : boundaries.from(end[row]) - at};
        if (i + kAhead >= cuts.size()) continue;
        const Row next = windowAt(i + kAhead, drift);
        // Up to a few lines in between come along: memory gives a line's neighbours faster than one further on.
        Row line = next / kRowsPerCacheLine;
        if (askedFor < line && line - askedFor <= 4) line = askedFor + 1;
        askedFor = (next + kWindow - 1) / kRowsPerCacheLine;
        for (; line <= askedFor; ++line) __builtin_prefetch(end + line * kRowsPerCacheLine);
    }
}

}  // namespace bubblescope
