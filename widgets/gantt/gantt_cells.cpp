#include "widgets/gantt/gantt_cells.h"

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
    return {row,
            layout.xOf(static_cast<double>(timeline.startOf(row))),
            layout.xOf(static_cast<double>(timeline.end[row])),
            op.kind(),
            op.stage(),
            timeline.program->chunkOf(op.stage()),
            op.microbatch()};
}

/// More shades than this cannot be told apart.
constexpr int kMaxChunkShades = 16;

}  // namespace

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
        if (static_cast<double>(timeline.end[row]) - start >= least) {
            cells.push_back(cellAt(layout, timeline, row));
            ++row;
            continue;
        }
        // A wide cell that starts after this narrow one ends later than `start + least`: nothing is skipped.
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
    return row;
}

std::optional<std::pair<Time, Time>> idleAt(const Timeline& timeline, LaneId lane, double time) {
    if (time < static_cast<double>(timeline.earliestStart) || time >= static_cast<double>(timeline.latestEnd))
        return std::nullopt;
    const RowRange rows = timeline.program->lanes[lane.index()];
    const Row next = firstEndingAfter(timeline, rows.begin, rows.end, time);
    if (next < rows.end && static_cast<double>(timeline.startOf(next)) <= time) return std::nullopt;
    return std::pair(next == rows.begin ? timeline.earliestStart : timeline.end[next - 1],
                     next == rows.end ? timeline.latestEnd : timeline.startOf(next));
}

ColorClasses::ColorClasses(const Program& program, const GanttStyle& style)
    : m_palette(style.palette),
      m_theme(style.theme),
      m_byMicrobatch(style.colorBy == ColorBy::Microbatch),
      m_workers(program.workers),
      m_chunks(program.chunks()),
      m_shades(m_byMicrobatch ? kMicrobatchHues : std::min(m_chunks, kMaxChunkShades)) {}

QColor ColorClasses::colorOf(int classIndex) const {
    const auto kind = static_cast<OpKind>(classIndex / m_shades);
    const int shade = classIndex % m_shades;
    return m_byMicrobatch ? microbatchColor(m_theme, kind, shade)
                          : kindColor(*m_palette, m_theme, kind, shade, m_shades);
}

void coverageOf(const Timeline& timeline, LaneId lane, const TimeRange& range, int columns, const ColorClasses& classes,
                LaneCoverage& out) {
    out.columns = columns;
    out.share.resize(static_cast<std::size_t>(columns) * static_cast<std::size_t>(classes.count()));
    out.occurs.assign(static_cast<std::size_t>(classes.count()), 0);
    out.classes.clear();
    const double perTime = columns / range.span();
    const RowRange rows = rowsWithin(timeline, lane, range);
    for (Row row = rows.begin; row < rows.end; ++row) {
        const double x0 = std::max(0.0, (static_cast<double>(timeline.startOf(row)) - range.begin) * perTime);
        const double x1 = std::min<double>(columns, (static_cast<double>(timeline.end[row]) - range.begin) * perTime);
        if (x1 <= x0) continue;
        const int index = classes.of(timeline.program->ops[row]);
        float* const share = out.of(index);
        if (!out.occurs[static_cast<std::size_t>(index)]) {
            out.occurs[static_cast<std::size_t>(index)] = 1;
            out.classes.push_back(index);
            std::fill(share, share + columns, 0.0f);
        }
        const int first = static_cast<int>(x0), last = std::min(columns - 1, static_cast<int>(x1));
        if (first == last) {
            share[first] += static_cast<float>(x1 - x0);
            continue;
        }
        share[first] += static_cast<float>(first + 1 - x0);
        for (int column = first + 1; column < last; ++column) share[column] += 1.0f;
        share[last] += static_cast<float>(x1 - last);
    }
}

}  // namespace bubblescope
