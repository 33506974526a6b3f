#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QPolygonF>

#include <array>

namespace bubblescope {

/// What an op gets from other workers or leaves for them: its weights, its input, and, for a forward, the activations
/// that its backward needs. Exists for programs whose needs are found by steps.
enum class SchemeMark { Fetch, Arrival, Departure };
inline constexpr std::array kSchemeMarks{SchemeMark::Fetch, SchemeMark::Arrival, SchemeMark::Departure};

/// The other worker that an op deals with, if that is not its own.
///
/// Cost  a few loads
std::optional<WorkerId> otherWorker(const TrackData& shown, SchemeMark mark, Op op);

/// The marks of the ops of a track, which must outlive it.
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

/// The size of marks in cells of a given height.
double markSize(const GanttStyle& style, double cellHeight);
/// The size of marks on swatches of the legend.
double markSwatchSize(double swatchHeight);

/// The width below which no cell has space for marks.
double leastMarkedWidth(const GanttStyle& style, double cellHeight);

/// Whether a cell has space for marks beside its label; the label is empty if there is none.
bool hasRoomForMarks(const GanttStyle& style, const QSizeF& cell, const QSizeF& label);

/// The mark in a cell, an arrow in the direction of movement: weights come down from the upper edge, the input comes in
/// from the left edge, and activations leave over the right edge.
QPolygonF markShape(SchemeMark mark, const QRectF& cell, double size);

/// The marks of an op; none if its cell has no space for them.
struct PlacedMark {
    SchemeMark mark;
    QPolygonF shape;
};
std::vector<PlacedMark> placedMarks(const GanttStyle& style, const OpMarks& marks, Op op, const QRectF& cell,
                                    const QSizeF& label);

/// What a mark means.
QString markText(SchemeMark mark);

/// The marks on the legend swatch of an entry.
std::vector<SchemeMark> marksOf(LegendEntry::What what);

}  // namespace bubblescope
