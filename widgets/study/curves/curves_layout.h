#pragma once

#include <QRectF>
#include <QSize>
#include <QString>

#include "engine/core/result.h"
#include "engine/study/winner_changes.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/curve_points.h"
#include "widgets/study/curves/series_look.h"
#include "widgets/study/pinned_match.h"

#include <optional>
#include <set>
#include <vector>

namespace bubblescope {

/// What curves are drawn from.
struct CurvesData {
    SharedResults results;
    SharedResults pinned;               // drawn as ghosts; null: none
    std::vector<WinnerChange> changes;  // where the winner changes
    std::set<std::size_t> hidden;       // series that are not drawn
    bool isStopped = false;             // points that are awaited do not come
};

/// What is to be laid out.
///
/// Units  CSS pixels
struct CurvesOptions {
    int width = 1200;
    std::optional<int> height;  // none: as high as it needs
    ThemeId theme = ThemeId::Light;
    std::vector<std::size_t> figures;  // which, one below another; empty: all
    bool title = true;                 // the experiment's and the figures'
    bool legend = true;
};

/// A tick with its label.
struct CurveTick {
    double value;
    QString label;
};

/// The y axis that the panels of one measure in one figure share.
struct CurvesRange {
    Quantity measure;
    ChartQuantity quantity;
    bool isLog = false;
    double from = 0, to = 1;
    std::vector<CurveTick> ticks;

    double shareOf(double y) const;
};

/// One pair of axes with its curves.
struct CurvesPanel {
    std::size_t figure = 0, panel = 0;
    std::size_t range = 0;  // index into CurvesLayout::ranges
    QRectF box, area;       // with all its text; between the axes
    QString title;          // "T_C = 4 ms"; empty where there are no panels
};

struct CurvesLegendEntry {
    std::optional<std::size_t> series;  // none: what all ghosts are, or all points over the memory limit
    QRectF box;
    QString text;
    bool isOverLimit = false;
};

struct CurvesHeading {
    QString text;
    double baseline;
};

inline constexpr double kCurvesMargin = 16;
inline constexpr int kMinPanelWidth = 260, kMinPanelHeight = 190;
/// Between an axis and the first and last point.
inline constexpr double kCurvesPadding = 9;
/// A legend of more series than anyone can tell apart names these alone.
inline constexpr std::size_t kMaxLegendEntries = 40;

/// Where everything of a picture of curves stands: title, legend, and for each figure a grid of panels, one for each
/// value of `panels` and each measure.
///
/// Units       CSS pixels
/// Invariants  areas of panels lie on whole pixels; a value has the same place in all panels of its measure
struct CurvesLayout {
    CurvesData data;
    ThemeId themeId = ThemeId::Light;
    QSize size;
    QString title;  // empty: none
    std::vector<CurvesHeading> headings;
    std::vector<CurvesLegendEntry> legend;
    std::vector<SeriesLook> looks;
    CurveAxis axis;
    std::vector<CurveTick> xTicks;
    QString xCaption;
    std::vector<CurvesRange> ranges;
    std::vector<CurvesPanel> panels;
    bool hasOverLimit = false;          // points of the figures over their memory limit
    std::optional<PinnedMatch> pinned;  // where the pinned results ask the same
    CurveAxis pinnedAxis;               // the same axis in the order of the pinned values

    const Theme& theme() const { return themeOf(themeId); }
    const CurvesRange& rangeOf(const CurvesPanel& panel) const { return ranges[panel.range]; }
    double xOf(const CurvesPanel& panel, double value) const;
    double yOf(const CurvesPanel& panel, double value) const;
};

/// The curve of a series in a panel: a refused point is a gap, an awaited one is missing, and so is what is outside
/// of the axis. `place.x` is not looked at.
CurvePoints curveOf(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis);
/// The same with gaps for all but the points over the memory limit.
CurvePoints overLimitOf(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis);

/// The layout; higher than `options.height` where the panels would be too low.
CurvesLayout layoutCurves(CurvesData data, const CurvesOptions& options);

/// Where the entries of a legend stand in rows of this width, and how high they are together.
double layoutLegend(std::vector<CurvesLegendEntry>& entries, double width);
/// An entry for each series, and one each for ghosts and for points over the memory limit where there are any, still
/// without places.
std::vector<CurvesLegendEntry> legendOf(const CurvesLayout& layout);
QFont legendFont();
inline constexpr double kLegendSample = 26, kLegendGap = 7;

/// "Chunks", and "D = 4" where it is of one figure.
QString curvesTitle(const ExperimentPlan& plan, const std::vector<std::size_t>& figures);

}  // namespace bubblescope
