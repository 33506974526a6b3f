#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QPolygonF>

#include <array>

namespace bubblescope {

/// What an op has from other workers or leaves to them: its weights, its input, and of a forward the activations that
/// its backward needs. Told of programs whose needs are found by steps.
enum class SchemeMark { Fetch, Arrival, Departure };
inline constexpr std::array kSchemeMarks{SchemeMark::Fetch, SchemeMark::Arrival, SchemeMark::Departure};

/// The other worker that an op deals with, if it is another one than its own.
///
/// Cost  a few loads
std::optional<WorkerId> otherWorker(const TrackData& shown, SchemeMark mark, Op op);

/// Which marks the ops of a track bear. It outlives them.
class OpMarks {
public:
    OpMarks(const TrackData& shown, const SchemeMarks& wanted) : m_shown(&shown), m_wanted(wanted) {}

    bool any() const { return m_shown->storeOfStep && (m_wanted.fetches || m_wanted.transfers); }
    bool has(SchemeMark mark, Op op) const {
        return (mark == SchemeMark::Fetch ? m_wanted.fetches : m_wanted.transfers) && otherWorker(*m_shown, mark, op);
    }

private:
    const TrackData* m_shown;
    SchemeMarks m_wanted;
};

/// How large marks are in cells of a height.
double markSize(const GanttStyle& style, double cellHeight);
/// And on swatches of the legend.
double markSwatchSize(double swatchHeight);

/// The width below which no cell has room for marks.
double leastMarkedWidth(const GanttStyle& style, double cellHeight);

/// Whether a cell has room for marks beside its label, which is empty where there is none.
bool hasRoomForMarks(const GanttStyle& style, const QSizeF& cell, const QSizeF& label);

/// The mark in a cell, an arrow as things move: weights down into it from its upper edge, its input in from the left
/// edge, activations out over the right one.
QPolygonF markShape(SchemeMark mark, const QRectF& cell, double size);

/// The marks of an op, none if its cell has no room for them.
struct PlacedMark {
    SchemeMark mark;
    QPolygonF shape;
};
std::vector<PlacedMark> placedMarks(const GanttStyle& style, const OpMarks& marks, Op op, const QRectF& cell,
                                    const QSizeF& label);

/// What a mark says.
QString markText(SchemeMark mark);

/// The marks on a legend's swatch of an entry.
std::vector<SchemeMark> marksOf(LegendEntry::What what);

}  // namespace bubblescope
