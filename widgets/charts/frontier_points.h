#pragma once

#include "widgets/charts/chart_export.h"
#include "widgets/charts/points_model.h"
#include "widgets/kit/table.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// All schedules as points: the horizontal axis is peak activations, the vertical axis a quantity of which less is
/// better. A stepped line joins the schedules that no other beats in both; a vertical line is the memory limit.
/// Schedules that are not compared are small grey points, and may be on the frontier as well.
///
/// Shapes      point i is the i-th of those compared, then of the others
/// Invariants  a schedule that did not run has no point; of equal points, both are on the frontier
struct FrontierPoints {
    std::vector<Outcome> compared, others;
    ChartQuantity quantity;
    std::optional<double> limit;  // of memory, per device

    std::size_t size() const { return compared.size() + others.size(); }
    const Outcome& operator[](std::size_t point) const {
        return point < compared.size() ? compared[point] : others[point - compared.size()];
    }
};

PointsModel modelOf(const FrontierPoints& points, ThemeId theme);

/// The chart as it is now, for export.
Exportable exportedFrontier(const FrontierPoints& points, const Scenario& scenario);

/// The points that no other beats, by peak activations.
std::vector<std::size_t> bestOf(const FrontierPoints& points);
/// One row per schedule; cells of refused schedules are empty.
Table tableOf(const FrontierPoints& points);

}  // namespace bubblescope
