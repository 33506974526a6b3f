#pragma once

#include <QColor>
#include <QVector>

#include "engine/study/experiment_plan.h"
#include "widgets/drawing/display_list.h"
#include "widgets/kit/theme.h"

namespace bubblescope {

/// How a series looks wherever it is drawn: its curves, markers and legend entry. Markers also differ by shape, and
/// those of later series are smaller, so that points at the same place are all visible. Only on paper lines are black
/// and distinguished by dashes.
struct SeriesLook {
    QColor color;
    QVector<qreal> dashes;  // empty: solid
    int shape = 0;
    double size = 8;  // size of a marker

    Stroke stroke(double width) const;
};

/// Shapes: one per series of the plan. Schedules have their usual colours; one schedule at several values has a
/// sequence of colours.
std::vector<SeriesLook> seriesLooks(const ExperimentPlan& plan, ThemeId theme);

/// Only the colours.
std::vector<QColor> seriesColors(const ExperimentPlan& plan, ThemeId theme);

/// A marker, separated from what is below it; hollow if the point is over the memory limit.
void addMarker(DisplayList& list, const QByteArray& names, const SeriesLook& look, QPointF centre, const Theme& theme,
               double grow = 0, bool isHollow = false);

}  // namespace bubblescope
