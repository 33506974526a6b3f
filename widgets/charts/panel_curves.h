#pragma once

#include <QPolygonF>

#include "widgets/charts/curves_layout.h"

namespace bubblescope {

/// How a series is drawn in a panel, with a few points per pixel.
///
/// Shapes  y is NaN at a gap; markers are points of the curve that are far enough apart, or isolated; faint is the line
///         to points over the memory limit, and hollow is these points; together is the line where it covers others
struct PanelCurve {
    CurvePoints line, together, links, faint, ghost, markers, hollow;
    bool isQuiet = false;
    Stroke stroke, togetherStroke, linkStroke, faintStroke, ghostStroke;
};

/// All series of a panel; empty for hidden ones.
std::vector<PanelCurve> panelCurves(const CurvesLayout& layout, const CurvesPanel& panel);

/// A line of a curve.
struct CurveLine {
    enum class Part { Pinned, Links, Faint, Whole, Together };
    Part part;
    std::size_t series;
    const CurvePoints* points;
    const Stroke* stroke;
};
/// All lines of a panel, from the lowest to the topmost.
std::vector<CurveLine> linesOf(const std::vector<PanelCurve>& curves);
/// A line between its gaps, in the picture; without what is above the panel's area.
std::vector<QPolygonF> piecesOf(const CurvesLayout& layout, const CurvesPanel& panel, const CurvePoints& points);

/// The stroke of pinned curves.
Stroke ghostStrokeOf(const QColor& color);

}  // namespace bubblescope
