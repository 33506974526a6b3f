#pragma once

#include "widgets/charts/chart_export.h"
#include "widgets/charts/curves_model.h"
#include "widgets/kit/table.h"
#include "widgets/shown/outcome.h"

class QWidget;

namespace bubblescope {

class CurvesView;

/// One metric of all schedules against a key of the workload.
///
/// Shapes      series i is schedule i of the scenario; pinnedOf[i] is its pinned curve
/// Invariants  pinned curves are drawn, dashed behind the present ones, while the axis is the same
struct LiveCurves {
    Scenario scenario;  // the present value, and the values that the marker can have
    std::vector<Outcome> outcomes;
    Study study, pinned;
    std::vector<std::optional<std::size_t>> pinnedOf;
    ChartQuantity quantity;
    /// Whether the axis of total times may begin near the smallest of them, if they are close together, which shows
    /// their differences. From 0 it shows their ratios.
    bool beginsNear = false;
};

/// Refers to `live` as long as it is used.
CurvesModel modelOf(const LiveCurves& live, ThemeId theme);

/// The text shown instead of curves; empty if there are curves or they are awaited.
QString noticeOf(const LiveCurves& live);
/// What the schedules have at the value with this index, from high to low.
std::vector<CurveReading> readingsOf(const LiveCurves& live, std::size_t value);
/// One row per value, a column per schedule, and one for its pinned values; cells of refused points are empty.
Table tableOf(const LiveCurves& live);

/// The curves as they are now, for export.
Exportable exportedCurves(const LiveCurves& live);

/// A chart of curves that are `live`, which must outlive it; call its refresh() after changes.
CurvesView* newLiveView(const LiveCurves& live, QWidget* parent);

}  // namespace bubblescope
