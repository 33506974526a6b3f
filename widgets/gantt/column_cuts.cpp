#include "widgets/gantt/column_cuts.h"

#include <array>

namespace bubblescope {

namespace {

constexpr Row kLine = kRowsPerCacheLine;

/// The first row of the lane that ends after `limit`, probably near `line`.
Row searchFrom(Row line, const Time* end, RowRange lane, Time limit) {
    Row reach = kLine;
    if (end[line] > limit) {
        Row high = line;
        for (; high - lane.begin > reach && end[high - reach] > limit; reach *= 2) high -= reach;
        const Row low = high - std::min(high - lane.begin, reach);
        return firstRow({low, high}, [&](Row row) { return end[row] > limit; });
    }
    Row low = line + 1;
    for (; lane.end - low > reach && end[low + reach - 1] <= limit; reach *= 2) low += reach;
    const Row high = low + std::min(lane.end - low, reach);
    return firstRow({low, high}, [&](Row row) { return end[row] > limit; });
}

}  // namespace

void findCuts(const Timeline& timeline, RowRange lane, RowRange visible, const Boundaries& boundaries,
              std::span<Cut> cuts) {
    constexpr std::size_t kAhead = 16;  // boundaries
    const Time* const end = timeline.end.data();
    const Row usual = visible.size() * kAhead / cuts.size();
    const auto likelyLine = [&](Row row) {
        const Row line = std::clamp(row & ~(kLine - 1), lane.begin, lane.end - kLine);
        __builtin_prefetch(end + line);
        return line;
    };
    std::array<Row, kAhead> lines;
    for (std::size_t i = 0; i < kAhead; ++i) lines[i] = likelyLine(visible.begin + i * usual / kAhead);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const double at = boundaries.at(static_cast<int>(i));
        const Time limit = boundaries.floorOf(at);
        Row& line = lines[i % kAhead];
        Row before = 0;
        for (Row k = 0; k < kLine; ++k) before += end[line + k] <= limit;
        const Row row = before % kLine == 0 ? searchFrom(line, end, lane, limit) : line + before;
        cuts[i] = {row, row == lane.end ? 0 : boundaries.from(end[row]) - at};
        line = likelyLine(row + (i < kAhead ? usual : row - cuts[i - kAhead].row));
    }
}

}  // namespace bubblescope
