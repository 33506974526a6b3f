#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/study/curves/curves_layout.h"

namespace bubblescope {

/// How a series is drawn in a panel: a few points a pixel.
///
/// Shapes  y is NaN at a gap; markers are those of the curve that stand far enough apart, or alone; faint and hollow
/// are
///         what leads to points over the memory limit, and these points
struct PanelCurve {
    CurvePoints line, faint, ghost, markers, hollow;
    Stroke stroke, faintStroke, ghostStroke;
};

/// All series of a panel; nothing of those that are hidden.
std::vector<PanelCurve> panelCurves(const CurvesLayout& layout, const CurvesPanel& panel);

/// The title, the headings of figures and the legend.
void addHead(DisplayList& list, const CurvesLayout& layout);
/// A legend entry in its place; that of a hidden series is faint.
void addLegendEntry(DisplayList& list, const CurvesLegendEntry& entry, const CurvesLayout& layout);
/// What of a panel stands over its curves: where the winner changes, the points, what the axes say.
void addOver(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel,
             const std::vector<PanelCurve>& curves);

/// The whole picture.
DisplayList curvesList(const CurvesLayout& layout);

}  // namespace bubblescope
