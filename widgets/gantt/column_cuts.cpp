#include "widgets/gantt/column_cuts.h"

#include "engine/core/fast_loop.h"

#include <array>
#include <cmath>

namespace bubblescope {

namespace {

/// The first row of a lane that ends after `limit`, which is probably near `from`.
Row searchFrom(Row from, std::span<const Time> ends, Time limit) {
    const auto endsAfter = [&](Row row) { return ends[row] > limit; };
    Row reach = kRowsPerCacheLine;
    if (endsAfter(from)) {
        Row high = from;
        for (; high > reach && endsAfter(high - reach); reach *= 2) high -= reach;
        return firstRow({high - std::min(high, reach), high}, endsAfter);
    }
    Row low = from + 1;
    for (; ends.size() - low > reach && !endsAfter(low + reach - 1); reach *= 2) low += reach;
    return firstRow({low, low + std::min(ends.size() - low, reach)}, endsAfter);
}

}  // namespace

Boundaries::Boundaries(const TimeRange& range, int columns) : m_perColumn(range.span() / columns) {
    constexpr auto kFurthest = static_cast<double>(kMaxTime / 2);
    m_origin = static_cast<Time>(std::floor(std::clamp(range.begin, -kFurthest, 2 * kFurthest)));
    m_first = range.begin - static_cast<double>(m_origin);
    constexpr auto kFurthestFloor = static_cast<double>(kMaxTime - 1024);
    for (int i = 0; i <= columns; ++i)
        m_floors.push_back(m_origin +
                           static_cast<Time>(std::floor(std::clamp(at(i), -kFurthestFloor, kFurthestFloor))));
}

void cutPairs(const Timeline& timeline, RowRange lane, const Boundaries& boundaries, std::span<Cut> cuts) {
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const Row row = lane.begin + cuts[i].offset;
        if (row == lane.end || !timeline.program->ops[row].opensPair()) continue;
        const int boundary = static_cast<int>(i);
        const Time middle = ownSpan(timeline, row).end;
        if (middle > boundaries.floorOf(boundary))
            cuts[i].rest = boundaries.from(middle) - boundaries.at(boundary);
        else
            ++cuts[i].offset;
    }
}

BUBBLESCOPE_FAST_LOOP void findCuts(const Timeline& timeline, RowRange lane, const Boundaries& boundaries,
                                    std::span<Cut> cuts) {
    constexpr std::size_t kAhead = 32, kAtATime = 8, kWindow = kLeastCutRows;  // boundaries, boundaries, rows
    const std::span<const Time> ends(timeline.end.data() + lane.begin, lane.size());
    std::array<std::ptrdiff_t, kAhead> drifts{};  // by how much the last cuts missed their predictions
    const auto windowOf = [&](std::size_t i) {
        const std::ptrdiff_t middle = static_cast<std::ptrdiff_t>(cuts[i].offset) + drifts[i % kAhead];
        const auto last = static_cast<std::ptrdiff_t>(ends.size() - kWindow);
        return static_cast<Row>(std::clamp(middle - std::ptrdiff_t{kWindow / 2}, std::ptrdiff_t{0}, last));
    };
    // A few lines in between are fetched as well: memory delivers a line's neighbours faster than a line farther away.
    const bool isNear = cuts.back().offset - cuts.front().offset <= 4 * kRowsPerCacheLine * cuts.size();
    Row asked = cuts.front().offset / kRowsPerCacheLine * kRowsPerCacheLine;
    const auto askFor = [&](std::size_t begin) {
        const std::size_t last = std::min(begin + kAtATime, cuts.size()) - 1;
        if (isNear)
            for (const Row to = windowOf(last) + kWindow; asked < to; asked += kRowsPerCacheLine)
                __builtin_prefetch(&ends[asked]);
        else
            for (std::size_t i = begin; i <= last; ++i) {
                const Row window = windowOf(i);
                __builtin_prefetch(&ends[window]);
                __builtin_prefetch(&ends[window + kWindow - 1]);
            }
    };
    const auto find = [&](std::size_t i) {
        const Row window = windowOf(i);
        const Time limit = boundaries.floorOf(static_cast<int>(i));
        std::size_t before = 0;
        for (Row k = 0; k < kWindow; ++k) before += ends[window + k] <= limit;
        const bool isWithin = before > 0 && before < kWindow;
        const Row row = isWithin ? window + before : searchFrom(window, ends, limit);
        drifts[i % kAhead] = static_cast<std::ptrdiff_t>(row - cuts[i].offset);
        const double rest = row == ends.size() ? 0 : boundaries.from(ends[row]) - boundaries.at(static_cast<int>(i));
        cuts[i] = {row, rest};
    };
    for (std::size_t begin = 0; begin < cuts.size(); begin += kAtATime) {
        const std::size_t end = std::min(begin + kAtATime, cuts.size());
        for (std::size_t i = begin; i < end; ++i) find(i);
        if (begin + kAhead < cuts.size()) askFor(begin + kAhead);
    }
}

}  // namespace bubblescope
