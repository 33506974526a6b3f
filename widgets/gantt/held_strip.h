#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QPainterPath>

namespace bubblescope {

/// A time span during which a device needs the same number of activations.
///
/// Units  x0, x1 in the layout's pixels; they may lie outside the plot
struct HeldStep {
    double x0 = 0, x1 = 0;
    double held = 0;

    friend bool operator==(const HeldStep&, const HeldStep&) = default;
};

/// The steps within a layout's time range, in order. If there are many more than `columns`, each step is one of
/// `columns` equal columns with the maximum within it.
///
/// Cost  follows the number of columns
std::vector<HeldStep> heldSteps(const HeldActivations& held, const GanttLayout& layout, int columns);

/// The area below steps on a strip that `most` fills; it starts and ends on the strip's lower edge and is not closed
/// there.
QPainterPath heldArea(const std::vector<HeldStep>& steps, const QRectF& strip, double most);

/// The fill of a strip, the line along its steps, and the line of the memory limit.
struct HeldColors {
    QColor area, line, limit;
};
HeldColors heldColors(const GanttStyle& style);

/// The area that represents strips in the legend.
QPainterPath heldSwatch(const QRectF& swatch);

}  // namespace bubblescope
