#pragma once

#include "widgets/charts/bars_layout.h"
#include "widgets/charts/chart_export.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/kit/table.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// One metric of all schedules at the present values: smallest on top, refused schedules at the bottom. A dashed
/// outline shows the pinned result of a schedule.
///
/// Invariants  rows are sorted by value; equal values keep the scenario's order
struct MetricBars {
    std::vector<Outcome> outcomes;
    ChartQuantity quantity;
    Quantity bubble = Quantity::BubbleRatio;  // the definition that tooltips use
};

BarsModel modelOf(const MetricBars& bars, ThemeId theme);

/// The bars as they are now, for export.
Exportable exportedBars(const MetricBars& bars, const Scenario& scenario);

/// The schedules with the metric, and with pinned values; empty cells for refused schedules.
Table tableOf(const MetricBars& bars);

}  // namespace bubblescope
