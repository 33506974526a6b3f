#pragma once

#include <QColor>
#include <QVector>

#include "engine/study/experiment_plan.h"
#include "widgets/drawing/display_list.h"
#include "widgets/kit/theme.h"

namespace bubblescope {

/// How a series looks wherever it is drawn: its curves, markers and legend entry. Markers differ by shape too, and
/// those of later series are smaller, so that points that fall together show. On paper alone lines are black, and
/// dashes tell them apart.
struct SeriesLook {
    QColor color;
    QVector<qreal> dashes;  // empty: solid
    int shape = 0;
    double size = 8;  // of a marker

    Stroke stroke(double width) const;
};

/// Shapes  one for each of the plan's series. Schedules have the colours that they have everywhere; one schedule at
///         several values has ordered ones
std::vector<SeriesLook> seriesLooks(const ExperimentPlan& plan, ThemeId theme);

/// The colours alone.
std::vector<QColor> seriesColors(const ExperimentPlan& plan, ThemeId theme);

/// A marker, set apart from what is below it; hollow where the point is over the memory limit.
void addMarker(DisplayList& list, const QByteArray& names, const SeriesLook& look, QPointF centre, const Theme& theme,
               double grow = 0, bool isHollow = false);

}  // namespace bubblescope
