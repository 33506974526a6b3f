#pragma once

#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/curve_points.h"
#include "widgets/charts/hover_card.h"
#include "widgets/charts/series_look.h"
#include "widgets/picture/picture_options.h"

#include <QStringList>

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace bubblescope {

/// A tick with its label.
struct CurveTick {
    double value;
    QString label;
};

/// The caption of an axis, and how its ticks are written, which are `step` apart.
struct AxisWords {
    QString caption;
    std::function<QString(double value, double step)> tick;
};

/// Of an axis of a quantity: its times are written in one unit.
std::function<AxisWords(double most)> wordsOf(const ChartQuantity& quantity);

/// A series of a chart: the same schedule, algorithm or quantity in all panels.
struct CurveSeries {
    QString name;
    SeriesLook look;
    bool isHidden = false;    // has no curves
    bool marksPoints = true;  // whether points that are far enough apart have markers
    bool isQuiet = false;     // thin, below the others, and may leave the chart at the top
    bool linksGaps = false;   // whether dotted lines cross its gaps
    bool isFilled = false;    // whether the area below it is filled; later series are drawn over it
};

/// The curve of a series in one panel.
///
/// Shapes  `over` has the x of `points`, with gaps where a point is within the memory limit; empty if all are
struct ModelCurve {
    std::size_t series = 0;
    CurvePoints points, pinned = {}, over = {};
};

/// A place along x with a label: in full where it fits, or else in brief.
struct CurveChange {
    double below = 0, above = 0;
    std::size_t series = 0;
    QString inFull, brief;
};

/// A coloured part of the x axis, with its name where it fits: of the strip below the axis, or of one row of a map.
struct CurvesPart {
    double from = 0, to = 0;
    QColor color;
    QString name;
    std::size_t row = 0;
};

struct CurvesKey {
    Stroke stroke;
    QString name;
};

/// One pair of axes.
struct ModelPanel {
    QString title = {}, tip = {};  // the tip is shown where no value is pointed at
    std::size_t scale = 0;         // of CurvesModel::scales
    std::vector<ModelCurve> curves = {};
    std::vector<CurveChange> changes = {};
    std::vector<QPointF> crossings = {};  // with a line down to the strip
    std::vector<CurvesPart> strip = {}, map = {};
    std::vector<CurvesKey> keys = {};  // a small legend above the axes
};

/// A value that should not be exceeded: a line across the panels.
struct CurvesLimit {
    double at = 0;
    QString label;
};

/// A y axis, which all panels with its index share. With `rows` it has those instead of values, from the bottom up.
struct CurvesScale {
    std::function<AxisWords(double most)> words = {};  // for an axis that ends at `most`
    bool isLog = false;
    bool mayBeginNear = false;                 // whether it may begin near the smallest value if all are close together
    std::vector<double> shown = {};            // values that it includes beside those of the curves
    std::optional<double> from = {}, to = {};  // where it begins and ends, whatever the values are
    std::optional<CurvesLimit> limit = {};
    std::vector<QString> rows = {};
};

/// An entry of the legend, which can hide its series.
struct CurvesLegendEntry {
    std::optional<std::size_t> series;  // none: the entry for pinned curves, or for points over the memory limit
    QString text, tip;
    bool isOverLimit = false;
    QRectF box = {};
};

/// A place that is pointed at: a panel, a value by its index, in a map a row, and the series nearest to the pointer.
struct CurvesSpot {
    std::size_t panel = 0, x = 0;
    std::optional<std::size_t> series = {};
    std::size_t row = 0;

    friend bool operator==(const CurvesSpot&, const CurvesSpot&) = default;
};

/// What a series has at a spot: a row of the card, and where its point is; without y it has none.
struct CurveReading {
    HoverRow row;
    std::size_t series = 0, panel = 0;
    double y = std::numeric_limits<double>::quiet_NaN();
    bool isOver = false;
};
QStringList linesOf(const std::vector<CurveReading>& readings);

/// From the top of a panel down; readings without a point come last.
void sortFromHigh(std::vector<CurveReading>& readings);

enum class MarkerStep { Back, Forth, PageBack, PageForth, First, Last };

/// The value of an ascending list that is next to `x` in the direction of a step, or at its end; `x` if there is none.
double nextOf(const std::vector<double>& values, double x, MarkerStep step);

/// The marker at the present value of x, with which the chart is a control.
struct CurvesMarker {
    struct Dot {
        QColor color;
        double y = 0;
        std::size_t panel = 0;
        std::optional<std::size_t> series = {};  // whose colour it has
    };
    double at = 0;
    std::vector<Dot> dots = {};
    std::function<std::optional<double>(double x)> snapped;         // the nearest value it can have; none: it stays
    std::function<double(double x, MarkerStep step)> stepped = {};  // empty: keys do not move it
    bool goesToRefused = true;                                      // whether a click may select a value without points
    std::optional<std::size_t> row = {};                            // in a map
};

/// How much space there is around panels, and how small they may become.
///
/// Units  CSS pixels
struct CurvesFrame {
    double margin = 16, top = 14, bottom = 10, caption = 26;
    int minWidth = 260, minHeight = 190;
    double leastLabels = 0;      // for the labels of y
    double right = 8;            // of the axes, if no names are there
    double padding = 9;          // between the axis and its first and last value
    int lowHeight = 0;           // a lower picture has no caption of the x axis
    bool namesEnds = false;      // whether the names of series are at the ends of their curves
    bool sharesParts = false;    // whether curves are dashed only where they cover others, not only if they are equal
    bool crowdsMarkers = false;  // whether points that are close together have markers, too
    LegendPlace legend = LegendPlace::Auto;  // of the legend; Auto: above the panels
    bool isLinked = false;                   // whether all panels point at the same value, and the card shows them all
};
/// The frame of one pair of axes that fills its place in a page, however small that is.
inline CurvesFrame compactFrame(double caption, double leastLabels, double right) {
    return {.margin = 0,
            .top = 0,
            .bottom = 0,
            .caption = caption,
            .minWidth = 1,
            .minHeight = 1,
            .leastLabels = leastLabels,
            .right = right,
            .padding = 0,
            .sharesParts = true};
}

/// A chart of curves as plain values, from which its layout, display list, view and files are made. Functions read what
/// the owner keeps: they are for the interface thread, and as long as the owner lives.
///
/// Shapes      panels by figure, then by row of `panelsABlock`; values[i] is a value of x at which there are readings
/// Invariants  x of curves ascends; y is NaN at a refused point, which makes a gap; awaited points are missing
struct CurvesModel {
    ThemeId themeId = ThemeId::Light;
    QString title = {};                  // empty: none
    std::vector<QString> headings = {};  // of figures; empty: one figure
    std::vector<CurveSeries> series = {};
    std::vector<CurvesLegendEntry> legend = {};
    CurveAxis axis = {};
    std::vector<double> values = {};
    std::function<std::vector<CurveTick>(const CurveAxis& axis, double width)> xTicks = {};
    QString xCaption = {}, xFrom = {}, xTo = {};  // below the axis; words at its ends instead of the caption
    std::vector<CurvesScale> scales = {};
    std::vector<ModelPanel> panels = {};
    std::size_t panelsABlock = 1;
    CurvesFrame frame = {};
    QString notice = {};      // instead of curves
    QString emptyPanel = {};  // in a panel without points
    std::optional<CurvesMarker> marker = {};
    std::function<QString(const CurvesSpot& spot)> placeText = {};
    std::function<std::vector<CurveReading>(const CurvesSpot& spot)> readings = {};

    const Theme& theme() const { return themeOf(themeId); }
};

}  // namespace bubblescope
