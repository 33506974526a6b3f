#include "widgets/gantt/recompute_parts.h"

#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_paint.h"

#include <QFontMetricsF>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kLeastCell = 8, kLeastPart = 2;  // in pixels at the usual font size
constexpr double kBand = 0.22;                    // of the height of a cell

/// A forward's colour, paler: the same work, done again.
QColor recomputeColor(const GanttStyle& style) {
    return mixed(classColor(*style.palette, style.theme, OpClass::Forward), style.ground(), 0.3);
}

}  // namespace

Look recomputeLook(const GanttStyle& style) { return filled("recompute", recomputeColor(style)); }

void addRecompute(DisplayList& list, const GanttLayout& layout, int track, const TrackData& shown,
                  std::pair<int, int> lanes) {
    if (!shown.recompute || layout.tracks[static_cast<std::size_t>(track)].rows == 0) return;
    const GanttStyle& style = layout.style;
    const Program& program = *shown.timeline->program;
    const QColor color = recomputeColor(style);
    const LookId part = list.use(recomputeLook(style));
    const Look letter = lettered("recompute-label", noteFont(style), textOn(color), Anchor::Middle);
    const QFontMetricsF metrics(letter.lettering->font);
    for (LaneId lane(lanes.first); lane.value < lanes.second; ++lane.value) {
        if (!program.isWork(lane)) continue;
        const QRectF rect = layout.laneRect(track, lane);
        for (const GanttCell& cell : wideCellsOf(layout, *shown.timeline, lane, style.scaled(kLeastCell))) {
            const Time again = shown.recompute(cell.row);
            if (again <= 0) continue;
            const Time begin = shown.timeline->startOf(cell.row);
            const double x0 = std::max(layout.xOf(static_cast<double>(begin)), layout.plotLeft);
            const double x1 = std::min(layout.xOf(static_cast<double>(begin + again)), layout.plotRight);
            if (x1 - x0 < style.scaled(kLeastPart)) continue;
            // Numbers are in the middle of cells, and at most this wide.
            const double number = std::min(rect.height(), (cell.x1 - cell.x0) * 0.6);
            const bool isWhole = x1 <= (cell.x0 + cell.x1 - number) / 2;
            const double top = isWhole ? rect.top() : rect.bottom() - rect.height() * kBand;
            list.add(DisplayRect{part, {x0, top, x1 - x0, rect.bottom() - top}});
            if (isWhole && x1 - x0 >= metrics.height() * 0.8 && rect.height() >= metrics.capHeight() * 1.4)
                addText(list, letter, (x0 + x1) / 2, rect.center().y(), QStringLiteral("R"));
        }
    }
}

void addRecomputeSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect) {
    list.add(DisplayRect{list.use(filled("key-recompute", recomputeColor(style))), rect});
}

}  // namespace bubblescope
