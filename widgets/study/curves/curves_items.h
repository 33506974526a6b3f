#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/study/curves/curves_layout.h"

namespace bubblescope {

/// How a series is drawn in a panel, with a few points per pixel.
///
/// Shapes  y is NaN at a gap; markers are points of the curve that are far enough apart, or isolated; faint is the line
///         to points over the memory limit, and hollow is these points
struct PanelCurve {
    CurvePoints line, faint, ghost, markers, hollow;
    Stroke stroke, faintStroke, ghostStroke;
};

/// All series of a panel; empty for hidden ones.
std::vector<PanelCurve> panelCurves(const CurvesLayout& layout, const CurvesPanel& panel);

/// The title, the headings of figures and the legend.
void addHead(DisplayList& list, const CurvesLayout& layout);
/// A legend entry at its place; the entry of a hidden series is faint.
void addLegendEntry(DisplayList& list, const CurvesLegendEntry& entry, const CurvesLayout& layout);
/// What a panel has over its curves: marks where the winner changes, the points, the text of the axes.
void addOver(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel,
             const std::vector<PanelCurve>& curves);

/// The whole picture.
DisplayList curvesList(const CurvesLayout& layout);

}  // namespace bubblescope
