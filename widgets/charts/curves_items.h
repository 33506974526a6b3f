#pragma once

#include "widgets/charts/panel_curves.h"
#include "widgets/drawing/display_list.h"

namespace bubblescope {

/// The title, the headings of figures and the legend.
void addHead(DisplayList& list, const CurvesLayout& layout);
/// The entries of the legend, on a ground of their own inside the axes.
void addLegend(DisplayList& list, const CurvesLayout& layout);
/// A legend entry at its place; the entry of a hidden series is faint.
void addLegendEntry(DisplayList& list, const CurvesLegendEntry& entry, const CurvesLayout& layout);
/// What a panel has below its curves: the grid, and the parts of a map.
void addUnder(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel);
/// What a panel has over its curves: marks, the points, the text of the axes, names.
void addOver(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel,
             const std::vector<PanelCurve>& curves);

/// The marker at a value: a line with a handle in each panel, and the dots that the model has there.
struct MarkerInk {
    QColor line, handle;
    double width = 1.5;  // of the handle's rim
};
void addMarkerLine(DisplayList& list, const CurvesLayout& layout, double value, const MarkerInk& ink);

/// The whole picture.
DisplayList curvesList(const CurvesLayout& layout);

}  // namespace bubblescope
