#pragma once

#include "widgets/gantt/gantt_cells.h"

#include <QStringList>

class QPainter;

namespace bubblescope {

/// What is picked in stacked Gantts: an op, or idle time around an instant of a lane.
struct GanttPick {
    int track = -1;
    LaneId lane;
    std::optional<Row> op;
    Time at = 0;

    friend bool operator==(const GanttPick&, const GanttPick&) = default;
};

/// What a card says about a place of a lane: its title, then facts.
QStringList factsOf(const TrackData& shown, const GanttStyle& style, const GanttPick& place);

/// What a card says about the activations that the device of a lane holds at `time`.
QStringList heldFacts(const TrackData& shown, LaneId lane, double time);

// What is drawn over the picture of a Gantt without making it anew. `view` is the tracks' part of a widget, in
// whose coordinates all of these paint; `scroll` is the content coordinate of its top.

void paintPick(QPainter& painter, const GanttLayout& layout, double scroll, const Timeline& timeline,
               const GanttPick& pick);

/// All members of the collective that is pointed at; nothing where an op runs on one worker alone.
void paintMembers(QPainter& painter, const GanttLayout& layout, double scroll, const Timeline& timeline,
                  const GanttPick& place);

/// The instant `time` through all tracks, with its value on the axis below `view`.
void paintCrosshair(QPainter& painter, const GanttLayout& layout, const QRectF& view, double time);

/// A time with the decimals that pixels can tell apart.
QString instantText(const GanttLayout& layout, double time);

/// "1240.5 ms": how long a span is, with the decimals that pixels can tell apart.
QString spanText(const GanttLayout& layout, const TimeRange& span);

/// A measured span with what is said of it, and the rows that this is about.
void paintSpan(QPainter& painter, const GanttLayout& layout, const QRectF& view, const TimeRange& span,
               const QRectF& rows, const QStringList& lines);

/// A card beside `at`, kept within `bounds`.
void paintCard(QPainter& painter, const GanttStyle& style, const QStringList& lines, const QPointF& at,
               const QRectF& bounds);

}  // namespace bubblescope
