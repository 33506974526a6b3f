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

/// The data of curves.
struct CurvesData {
    SharedResults results;
    SharedResults pinned;               // drawn as dashed curves; null: none
    std::vector<WinnerChange> changes;  // places where the winner changes
    std::set<std::size_t> hidden;       // series that are not drawn
    bool isStopped = false;             // missing points will not be computed
};

/// The options of a layout.
///
/// Units  CSS pixels
struct CurvesOptions {
    int width = 1200;
    std::optional<int> height;  // none: as high as needed
    ThemeId theme = ThemeId::Light;
    std::vector<std::size_t> figures;  // which ones, one below another; empty: all
    bool title = true;                 // whether the experiment and its figures show their titles
    bool legend = true;
};

/// A tick with its label.
struct CurveTick {
    double value;
    QString label;
};

/// The y axis that all panels of one measure in one figure share.
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
    QString title;          // "T_C = 4 ms"; empty if there are no panels
};

struct CurvesLegendEntry {
    std::optional<std::size_t> series;  // none: the entry for pinned curves, or for points over the memory limit
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
/// The distance between an axis and the first or last point.
inline constexpr double kCurvesPadding = 9;
/// The legend of a picture with more series than this lists only the first ones.
inline constexpr std::size_t kMaxLegendEntries = 40;

/// The layout of a picture of curves: title, legend, and for each figure a grid of panels, one for each value of
/// `panels` and each measure.
///
/// Units       CSS pixels
/// Invariants  areas of panels are on whole pixels; a value has the same position in all panels of its measure
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
    bool hasOverLimit = false;          // whether the figures have points over their memory limit
    std::optional<PinnedMatch> pinned;  // present if the pinned results vary the same axes
    CurveAxis pinnedAxis;               // the same axis in the order of the pinned values

    const Theme& theme() const { return themeOf(themeId); }
    const CurvesRange& rangeOf(const CurvesPanel& panel) const { return ranges[panel.range]; }
    double xOf(const CurvesPanel& panel, double value) const;
    double yOf(const CurvesPanel& panel, double value) const;
};

/// The curve of a series in a panel. A refused point is a gap; points that are not computed yet or outside the axis are
/// missing. `place.x` is ignored.
CurvePoints curveOf(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis);
/// The same with gaps for all points except those over the memory limit.
CurvePoints overLimitOf(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis);

/// The layout; higher than `options.height` if the panels would otherwise be too low.
CurvesLayout layoutCurves(CurvesData data, const CurvesOptions& options);

/// Places the entries of a legend in rows of this width, and returns their total height.
double layoutLegend(std::vector<CurvesLegendEntry>& entries, double width);
/// One entry per series, and one each for pinned curves and for points over the memory limit if there are any, not yet
/// placed.
std::vector<CurvesLegendEntry> legendOf(const CurvesLayout& layout);
QFont legendFont();
inline constexpr double kLegendSample = 26, kLegendGap = 7;

/// "Chunks", with "D = 4" if it shows one figure.
QString curvesTitle(const ExperimentPlan& plan, const std::vector<std::size_t>& figures);

}  // namespace bubblescope
