#include "widgets/gantt/ties.h"

#include "engine/analysis/links.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_items.h"

#include <algorithm>

namespace bubblescope {

using namespace gantt_lengths;

Look seamLook(const GanttLayout& layout) {
    const QColor across = classColor(*layout.style.palette, layout.style.theme, OpClass::Communication);
    return {.names = "seam", .stroke = Stroke{mixed(across, themeOf(layout).text, 0.5), layout.style.scaled(1.5)}};
}

void addSeams(DisplayList& list, const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    if (t.rows == 0) return;
    for (const double x : t.seams)
        if (x >= layout.plotLeft && x <= layout.plotRight)
            list.add(DisplayLine{list.use(seamLook(layout)), {x, t.rowsTop, x, t.rowsBottom}});
}

Ties tiesOf(const GanttLayout& layout, int track, const Timeline& timeline, std::pair<int, int> lanes) {
    constexpr double kLeastTied = 6, kLeastWait = 3;
    constexpr std::size_t kMostTied = 2000;
    const Program& program = *timeline.program;
    const GanttStyle& style = layout.style;
    Ties out;
    if (!program.needs.hasMembers()) return out;
    for (LaneId lane(lanes.first); lane.value < lanes.second; ++lane.value) {
        if (program.isWork(lane)) continue;
        const QRectF rect = layout.laneRect(track, lane);
        for (const GanttCell& cell : wideCellsOf(layout, timeline, lane, style.scaled(kLeastTied))) {
            if (program.needs.membersOf(cell.row).size() == 1) continue;
            const double begin = layout.xOf(static_cast<double>(arrivalOf(timeline, cell.row)));
            const double y = rect.center().y(), tick = style.scaled(kWaitTick);
            if (cell.x0 - begin >= style.scaled(kLeastWait) && cell.x0 > layout.plotLeft) {
                const double from = std::max(begin, layout.plotLeft);
                out.waits.emplace_back(from, y, cell.x0, y);
                if (from == begin) out.waits.emplace_back(from, y - tick, from, y + tick);
            }
            const double x = (cell.x0 + cell.x1) / 2;
            if (x < layout.plotLeft || x > layout.plotRight) continue;
            const std::vector<Row> members = membersOf(program, cell.row);
            const auto own = std::find(members.begin(), members.end(), cell.row);
            if (own + 1 == members.end()) continue;
            const LaneId other = program.laneOf(*(own + 1));
            // Ops between them are not crossed out.
            double top = rect.bottom();
            for (LaneId between(lane.value + 1); between.value < std::min(other.value, lanes.second); ++between.value) {
                if (!opAt(timeline, between, layout.timeAt(x))) continue;
                const QRectF busy = layout.laneRect(track, between);
                out.ties.emplace_back(x, top, x, busy.top());
                top = busy.bottom();
            }
            out.ties.emplace_back(x, top, x, layout.laneRect(track, other).top());
            if (out.ties.size() + out.waits.size() > kMostTied) return {};
        }
    }
    return out;
}

TieInks tieInks(const GanttStyle& style) {
    const QColor ink = classColor(*style.palette, style.theme, OpClass::Communication);
    TieInks inks{ink, mixed(ink, themeOf(style.theme).text, 0.15)};
    inks.tie.setAlphaF(0.5f);
    return inks;
}

void addTies(DisplayList& list, const GanttLayout& layout, int track, const Timeline& timeline,
             std::pair<int, int> lanes) {
    const double width = layout.style.scaled(1);
    const TieInks inks = tieInks(layout.style);
    const Look tie{.names = "tie", .stroke = Stroke{inks.tie, width}};
    const Look wait{.names = "wait", .stroke = Stroke{inks.wait, width}};
    const Ties all = tiesOf(layout, track, timeline, lanes);
    for (const QLineF& line : all.ties) list.add(DisplayLine{list.use(tie), line});
    for (const QLineF& line : all.waits) list.add(DisplayLine{list.use(wait), line});
}

void addGroups(DisplayList& list, const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const double height = t.groups.size * t.pitch, gap = layout.rowHeight - layout.cellHeight;
    if (t.rows == 0 || height < layout.style.scaled(kLeastNoteRow)) return;
    const Theme& theme = themeOf(layout);
    const QFont font = noteFont(layout.style);
    const LookId line = list.use({.names = "group", .stroke = Stroke{theme.mutedText, layout.style.scaled(1)}});
    const Look name = lettered("group-name", font, theme.text);
    const double left = layout.style.scaled(6);
    double free = -1e9;
    for (int first = 0; first < t.rows; first += t.groups.size) {
        const double top = t.rowsTop + first * t.pitch - gap / 2;
        const double bottom = std::min(top + height, t.rowsTop + t.rows * t.pitch - gap / 2);
        if (first > 0) list.add(DisplayLine{line, {left, top, layout.plotRight, top}});
        if (top < free || bottom - top < layout.style.scaled(kLeastNoteRow)) continue;
        addText(list, name, left, (top + bottom) / 2, t.groups.name.arg(first / t.groups.size));
        free = top + layout.style.scaled(kLeastNoteRow);
    }
}

}  // namespace bubblescope
