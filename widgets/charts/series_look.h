#pragma once

#include <QColor>
#include <QVector>

#include "widgets/drawing/display_list.h"
#include "widgets/kit/theme.h"

namespace bubblescope {

/// How a series looks wherever it is drawn: its curves, markers and legend entry. Markers also differ by shape. Only on
/// paper lines are black and distinguished by dashes.
struct SeriesLook {
    QColor color;
    QVector<qreal> dashes = {};  // empty: solid
    int shape = 0;               // a disc
    double size = 8;             // size of a marker
    double width = 2;            // of the line

    Stroke stroke() const;
    Stroke stroke(double lineWidth) const;
};

/// Looks whose markers differ by shape, those of later series smaller, so that points at the same place are all
/// visible.
std::vector<SeriesLook> seriesLooks(const std::vector<QColor>& colors, ThemeId theme);

/// What distinguishes the series with this index without colour.
QVector<qreal> seriesDashes(std::size_t series);
int seriesShape(std::size_t series);

/// A marker, separated from what is below it; hollow if the point is over the memory limit.
void addMarker(DisplayList& list, const QByteArray& names, const SeriesLook& look, QPointF centre, const Theme& theme,
               double grow = 0, bool isHollow = false);

}  // namespace bubblescope
