#pragma once

#include "widgets/gantt/gantt_cells.h"

#include <QStringList>

class QPainter;

namespace bubblescope {

/// A selection in stacked Gantts: an op, or idle time around an instant of a lane.
struct GanttPick {
    int track = -1;
    LaneId lane;
    std::optional<Row> op;
    Time at = 0;

    friend bool operator==(const GanttPick&, const GanttPick&) = default;
};

/// What a timeline has at a lane that was hit and a time; nullopt outside its own time, or if a lane without compute
/// runs nothing then.
std::optional<GanttPick> placeIn(const Timeline& timeline, const GanttHit& hit, double time);

/// The text of the card for a place on a lane: its title, then facts.
QStringList factsOf(const TrackData& shown, const GanttStyle& style, const GanttPick& place);

/// The text of the card for the activations of a lane's device at `time`.
QStringList heldFacts(const TrackData& shown, LaneId lane, double time);

// Painted over the picture of a Gantt, without drawing it again. All functions use the coordinates of the widget;
// `view` is the widget's area for tracks, and `scroll` is the content coordinate of its top.

void paintPick(QPainter& painter, const GanttLayout& layout, double scroll, const Timeline& timeline,
               const GanttPick& pick);

/// All members of the collective under the pointer; nothing if an op runs on a single worker.
void paintMembers(QPainter& painter, const GanttLayout& layout, double scroll, const Timeline& timeline,
                  const GanttPick& place);

/// The instant `time` through all tracks, with its value on the axis below `view`.
void paintCrosshair(QPainter& painter, const GanttLayout& layout, const QRectF& view, double time);

/// The ends that tracks had before a change, by track, where they are elsewhere now: a dashed line through the rows.
void paintOldEnds(QPainter& painter, const GanttLayout& layout, const QRectF& view, double scroll,
                  const std::vector<double>& ends);

/// A time with as many decimals as pixels can distinguish.
QString instantText(const GanttLayout& layout, double time);

/// "1240.5 ms": the length of a span, with as many decimals as pixels can distinguish.
QString spanText(const GanttLayout& layout, const TimeRange& span);

/// A measured span with its text, and the rows that it covers.
void paintSpan(QPainter& painter, const GanttLayout& layout, const QRectF& view, const TimeRange& span,
               const QRectF& rows, const QStringList& lines);

/// A card beside `at`, kept within `bounds`.
void paintCard(QPainter& painter, const GanttStyle& style, const QStringList& lines, const QPointF& at,
               const QRectF& bounds);

}  // namespace bubblescope
