#include "widgets/gantt/scheme_marks.h"

#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kShare = 0.34, kLeast = 4, kMost = 6;  // share of a cell's height; limits at the usual font size
constexpr double kSwatchShare = 0.5;
constexpr double kDepth = 0.8;  // relative to the width of an arrow

}  // namespace

std::optional<WorkerId> otherWorker(const TrackData& shown, SchemeMark mark, Op op) {
    const Program& program = *shown.timeline->program;
    const std::size_t place = program.stepOf(op), last = 2 * static_cast<std::size_t>(program.stages) - 1;
    const std::size_t step = place % (last + 1);
    const auto workerAt = [&](std::size_t at) { return program.workerOfRow(program.needs.rowOfStep[at]).value; };
    const int own = workerAt(place);
    int other = own;
    if (mark == SchemeMark::Fetch) other = (*shown.storeOfStep)[place];
    if (mark == SchemeMark::Arrival && step > 0) other = workerAt(place - 1);
    if (mark == SchemeMark::Departure && op.kind() == OpKind::Forward) other = workerAt(place - step + (last - step));
    if (other == own) return std::nullopt;
    return WorkerId(other);
}

double markSize(const GanttStyle& style, double cellHeight) {
    return std::min(style.scaled(kMost), cellHeight * kShare);
}

double markSwatchSize(double swatchHeight) { return swatchHeight * kSwatchShare; }

double leastMarkedWidth(const GanttStyle& style, double cellHeight) {
    return 2 * kDepth * markSize(style, cellHeight) + style.scaled(2);
}

bool hasRoomForMarks(const GanttStyle& style, const QSizeF& cell, const QSizeF& label) {
    constexpr double kClear = 0.9;  // share of an arrow that must not overlap the label's height or width
    const double size = markSize(style, cell.height()), depth = size * kDepth;
    if (size < style.scaled(kLeast) || cell.width() < leastMarkedWidth(style, cell.height())) return false;
    return (cell.height() - label.height()) / 2 >= size * kClear ||
           (cell.width() - label.width()) / 2 >= depth * kClear;
}

QPolygonF markShape(SchemeMark mark, const QRectF& cell, double size) {
    const double depth = size * kDepth;
    if (mark == SchemeMark::Fetch) {
        const double left = cell.left() + size * 0.2;
        return {{{left, cell.top()}, {left + size, cell.top()}, {left + size / 2, cell.top() + depth}}};
    }
    const double centre = cell.bottom() - size / 2;
    const double left = mark == SchemeMark::Arrival ? cell.left() : cell.right() - depth;
    return {{{left, centre - size / 2}, {left + depth, centre}, {left, centre + size / 2}}};
}

std::vector<PlacedMark> placedMarks(const GanttStyle& style, const OpMarks& marks, Op op, const QRectF& cell,
                                    const QSizeF& label) {
    std::vector<PlacedMark> placed;
    if (!marks.any() || !hasRoomForMarks(style, cell.size(), label)) return placed;
    for (const SchemeMark mark : kSchemeMarks)
        if (marks.has(mark, op)) placed.push_back({mark, markShape(mark, cell, markSize(style, cell.height()))});
    return placed;
}

QString markText(SchemeMark mark) {
    switch (mark) {
        case SchemeMark::Fetch: return Text::tr("weights from another worker");
        case SchemeMark::Arrival: return Text::tr("input from another worker");
        case SchemeMark::Departure: break;
    }
    return Text::tr("activations to another worker");
}

std::vector<SchemeMark> marksOf(LegendEntry::What what) {
    if (what == LegendEntry::What::Fetched) return {SchemeMark::Fetch};
    if (what == LegendEntry::What::Transferred) return {SchemeMark::Arrival, SchemeMark::Departure};
    return {};
}

}  // namespace bubblescope
