#pragma once

#include <QRectF>
#include <QSize>

#include "widgets/charts/curves_model.h"

#include <memory>

namespace bubblescope {

/// A y axis, as laid out.
struct CurvesRange {
    bool isLog = false;
    double from = 0, to = 1;
    std::vector<CurveTick> ticks = {};
    QString caption = {};

    double shareOf(double y) const;
};

/// Where a panel of the model is.
struct CurvesPanel {
    std::size_t figure = 0;
    std::size_t range = 0;  // index into CurvesLayout::ranges
    QRectF box, area;       // with all its text; between the axes
    const ModelPanel* of = nullptr;
    std::vector<std::pair<CurvesKey, QPointF>> keys = {};  // with the left end of its sample
};

struct CurvesHeading {
    QString text;
    double baseline;
};

inline constexpr double kLegendSample = 26, kSampleGap = 7;
inline constexpr double kKeySample = 14, kKeyGap = 4, kKeyRow = 15;
/// The strip below an axis.
inline constexpr double kStripTop = 7, kStrip = 17;
/// The legend of a picture with more series than this lists only the first ones.
inline constexpr std::size_t kMaxLegendEntries = 40;

/// The layout of a picture of curves: title, legend, and for each figure a grid of panels.
///
/// Units       CSS pixels
/// Invariants  areas of panels are on whole pixels; a value has the same position in all panels of its scale; panels[i]
///             is panel i of the model
struct CurvesLayout {
    std::shared_ptr<const CurvesModel> model;
    QSize size;
    QString title;  // empty: none
    std::vector<CurvesHeading> headings;
    std::vector<CurvesLegendEntry> legend;
    std::vector<CurveTick> xTicks;
    QString xCaption;  // empty: no room
    std::vector<CurvesRange> ranges;
    std::vector<CurvesPanel> panels;
    QRectF legendBox;     // behind a legend inside the axes; else empty
    double nameRoom = 0;  // width of the names at the ends of curves; 0 if there is no room

    const Theme& theme() const { return model->theme(); }
    const CurvesRange& rangeOf(const CurvesPanel& panel) const { return ranges[panel.range]; }
    double xOf(const CurvesPanel& panel, double value) const;
    double valueAt(const CurvesPanel& panel, double x) const;
    double yOf(const CurvesPanel& panel, double value) const;
    std::size_t rowAt(const CurvesPanel& panel, double y) const;
    double stripOf(const CurvesPanel& panel) const { return panel.of->strip.empty() ? 0 : kStripTop + kStrip; }
};

/// The layout; higher than `options.height` if the panels would otherwise be too low.
CurvesLayout layoutCurves(CurvesModel model, const PictureOptions& options);

/// Places the entries of a legend in rows of this width, and returns their total height.
double layoutLegend(std::vector<CurvesLegendEntry>& entries, double width);
QFont legendFont();

/// Ticks at the values if there are few, as many as fit, or else at round numbers.
std::vector<CurveTick> ticksOf(const CurveAxis& axis, const std::vector<double>& values, double width);

}  // namespace bubblescope
