#pragma once

#include "engine/core/result.h"
#include "engine/study/winner_changes.h"
#include "widgets/charts/curves_picture.h"
#include "widgets/study/experiment_results.h"

#include <set>
#include <vector>

namespace bubblescope {

/// The data of an experiment's curves.
struct CurvesData {
    SharedResults results;
    SharedResults pinned;               // drawn as dashed curves; null: none
    std::vector<WinnerChange> changes;  // places where the winner changes
    std::set<std::size_t> hidden;       // series that are not drawn
    bool isStopped = false;             // missing points will not be computed
    QString palette{};                  // of the series on screen
};

/// The curves of an experiment: a panel for each value of `panels` and each measure of the chosen figures.
///
/// Shapes  panels by figure, measure and panel; empty `figures`: all of them
CurvesModel modelOf(const CurvesData& data, std::vector<std::size_t> figures, ThemeId theme);

/// The curves of an experiment as a picture for export: all its figures one below another, or the selected ones.
///
/// Errors  a size outside the limits, or too low for the panels; the field is "width" or "height"
/// Thread  the interface thread
Result<Picture> curvesPicture(CurvesData data, const PictureOptions& options);

/// The place of a panel of the model, and of a series and x in it.
PointPlace placeOf(const ExperimentPlan& plan, std::size_t figure, const CurvesSpot& spot, std::size_t series = 0);

/// The curve of a series in a panel. A refused point is a gap; points that are not computed yet or outside the axis are
/// missing. `place.x` is ignored.
CurvePoints curveOf(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis);

/// "26.8"; both ends of a bracket that is wide enough to be visible: "18 – 19".
QString changeText(const WinnerChange& change);

/// "Chunks", with "D = 4" if it shows one figure.
QString curvesTitle(const ExperimentPlan& plan, const std::vector<std::size_t>& figures);

/// One per series of the plan. Schedules have their usual colours; one schedule at several values has a sequence of
/// colours. The palette `safe` has its own colours for both.
std::vector<QColor> seriesColors(const ExperimentPlan& plan, ThemeId theme, const QString& palette);

}  // namespace bubblescope
