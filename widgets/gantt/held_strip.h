#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QPainterPath>

namespace bubblescope {

/// A stretch of time over which a device holds as many activations.
///
/// Units  x0, x1 in the layout's pixels, may lie outside of the plot
struct HeldStep {
    double x0 = 0, x1 = 0;
    double held = 0;

    friend bool operator==(const HeldStep&, const HeldStep&) = default;
};

/// The steps within a layout's time range, one after another. Where there are many more than `columns`, each step is
/// one of as many equal columns and the most within it.
///
/// Cost  follows the number of columns
std::vector<HeldStep> heldSteps(const HeldActivations& held, const GanttLayout& layout, int columns);

/// The area under steps on a strip, where `most` of them fill it; it begins and ends on the strip's lower edge and is
/// not closed there.
QPainterPath heldArea(const std::vector<HeldStep>& steps, const QRectF& strip, double most);

/// What a strip is filled with, the line along its steps, and that of the memory limit.
struct HeldColors {
    QColor area, line, limit;
};
HeldColors heldColors(const GanttStyle& style);

/// The area that stands for strips in the legend.
QPainterPath heldSwatch(const QRectF& swatch);

}  // namespace bubblescope
