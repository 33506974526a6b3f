#include "widgets/gantt/gantt_cells.h"

#include "widgets/gantt/gantt_items.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The first row in [from, end) that ends after `time`, or `end`.
Row firstEndingAfter(const Timeline& timeline, Row from, Row end, double time) {
    const Time* ends = timeline.end.data();
    return static_cast<Row>(
        std::upper_bound(ends + from, ends + end, time, [](double t, Time e) { return t < static_cast<double>(e); }) -
        ends);
}

GanttCell cellAt(const GanttLayout& layout, const Timeline& timeline, Row row) {
    const Op op = timeline.program->ops[row];
    const DrawnTime drawn = drawnTime(timeline, row);
    return {row,
            layout.xOf(static_cast<double>(drawn.begin)),
            layout.xOf(static_cast<double>(drawn.end)),
            op.kind(),
            op.stage(),
            timeline.program->chunkOf(op.stage()),
            op.microbatch()};
}

}  // namespace

double setApart(const GanttStyle& style, double width) {
    constexpr double kFully = 8, kCellsAGap = 6;
    if (style.onPaper && !isPrinted(style))
        return width < kWideCell ? 0.0 : std::min(1.0, width / (kCellsAGap * kCellGapShare));
    return std::clamp((width - kWideCell) / (kFully - kWideCell), 0.0, 1.0);
}

RowRange rowsWithin(const Timeline& timeline, LaneId lane, const TimeRange& range) {
    const RowRange rows = timeline.program->lanes[lane.index()];
    const Row begin = firstEndingAfter(timeline, rows.begin, rows.end, range.begin);
    const Row end =
        firstRow({begin, rows.end}, [&](Row row) { return static_cast<double>(timeline.startOf(row)) >= range.end; });
    return {begin, end};
}

std::vector<GanttCell> cellsOf(const GanttLayout& layout, const Timeline& timeline, LaneId lane) {
    const RowRange rows = rowsWithin(timeline, lane, layout.range);
    std::vector<GanttCell> cells;
    cells.reserve(rows.size());
    for (Row row = rows.begin; row < rows.end; ++row) cells.push_back(cellAt(layout, timeline, row));
    return cells;
}

std::vector<GanttCell> wideCellsOf(const GanttLayout& layout, const Timeline& timeline, LaneId lane, double minWidth) {
    const RowRange rows = rowsWithin(timeline, lane, layout.range);
    const double perPixel = layout.range.span() / (layout.plotRight - layout.plotLeft);
    const double least = minWidth * perPixel;
    std::vector<GanttCell> cells;
    Row row = rows.begin;
    while (row < rows.end) {
        const auto start = static_cast<double>(timeline.startOf(row));
        if (static_cast<double>(drawnTime(timeline, row).length()) >= least) {
            cells.push_back(cellAt(layout, timeline, row));
            ++row;
            continue;
        }
        // A wide cell that starts after this narrow one ends later than `start + least`, so this skips none.
        Row jump = row + 1;
        for (Row step = 1; jump < rows.end && static_cast<double>(timeline.end[jump]) < start + least; step *= 2) {
            row = jump;
            jump = std::min(rows.end, jump + step);
        }
        row =
            static_cast<Row>(std::lower_bound(timeline.end.data() + row + 1, timeline.end.data() + jump, start + least,
                                              [](Time e, double t) { return static_cast<double>(e) < t; }) -
                             timeline.end.data());
    }
    return cells;
}

std::optional<Row> opAt(const Timeline& timeline, LaneId lane, double time) {
    const RowRange rows = timeline.program->lanes[lane.index()];
    const Row row = firstEndingAfter(timeline, rows.begin, rows.end, time);
    if (row == rows.end || static_cast<double>(timeline.startOf(row)) > time) return std::nullopt;
    const bool isPast = static_cast<double>(drawnTime(timeline, row).end) <= time;
    return isPast ? row + 1 : row;  // the other half of a pair
}

std::optional<std::pair<Time, Time>> idleAt(const Timeline& timeline, LaneId lane, double time) {
    if (time < static_cast<double>(timeline.earliestStart) || time >= static_cast<double>(timeline.latestEnd))
        return std::nullopt;
    const RowRange rows = timeline.program->lanes[lane.index()];
    const Row next = firstEndingAfter(timeline, rows.begin, rows.end, time);
    if (next < rows.end && static_cast<double>(timeline.startOf(next)) <= time) return std::nullopt;
    Time begin = next == rows.begin ? timeline.earliestStart : timeline.end[next - 1];
    Time end = next == rows.end ? timeline.latestEnd : timeline.startOf(next);
    // If sends block, it is idle after the output of the last op has arrived.
    const Time sent = next == rows.begin ? begin : timeline.freeAfter(next - 1);
    if (time < static_cast<double>(sent))
        end = sent;
    else
        begin = sent;
    return std::pair(begin, end);
}

}  // namespace bubblescope
