#include "widgets/gantt/held_strip.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::size_t kDense = 4;  // with at least this many steps per column, each column becomes one step

}  // namespace

std::vector<HeldStep> heldSteps(const HeldActivations& held, const GanttLayout& layout, int columns) {
    const auto begin = static_cast<Time>(std::floor(layout.range.begin));
    const auto end = static_cast<Time>(std::ceil(layout.range.end));
    const auto first = static_cast<std::size_t>(
        std::max<std::ptrdiff_t>(0, std::upper_bound(held.at.begin(), held.at.end(), begin) - held.at.begin() - 1));
    const auto last = static_cast<std::size_t>(std::lower_bound(held.at.begin(), held.at.end(), end) - held.at.begin());
    std::vector<HeldStep> steps;
    if (last - std::min(first, last) <= kDense * static_cast<std::size_t>(columns)) {
        for (std::size_t i = first; i < last; ++i) {
            const double x0 = layout.xOf(static_cast<double>(held.at[i]));
            const double x1 = i + 1 < held.at.size() ? layout.xOf(static_cast<double>(held.at[i + 1])) : x0;
            steps.push_back({x0, x1, held.held[i]});
        }
        return steps;
    }
    const double width = (layout.plotRight - layout.plotLeft) / columns;
    for (int column = 0; column < columns; ++column) {
        const double x0 = layout.plotLeft + column * width;
        const auto from = static_cast<Time>(std::floor(layout.timeAt(x0)));
        const auto to = static_cast<Time>(std::floor(layout.timeAt(x0 + width)));
        steps.push_back({x0, x0 + width, held.mostWithin(from, std::max(from, to - 1))});
    }
    return steps;
}

QPainterPath heldArea(const std::vector<HeldStep>& steps, const QRectF& strip, double most) {
    QPainterPath path;
    if (steps.empty() || most <= 0) return path;
    const auto y = [&](double held) { return strip.bottom() - strip.height() * held / most; };
    path.moveTo(steps.front().x0, strip.bottom());
    double before = 0;
    for (const HeldStep& step : steps) {
        if (step.held == before) continue;
        path.lineTo(step.x0, y(before));
        path.lineTo(step.x0, y(step.held));
        before = step.held;
    }
    path.lineTo(steps.back().x1, y(before));
    if (before > 0) path.lineTo(steps.back().x1, strip.bottom());
    return path;
}

HeldColors heldColors(const GanttStyle& style) {
    constexpr double kArea = 0.7, kLine = 0.2;  // as shares of the ground
    const QColor& ink = themeOf(style.theme).mutedText;
    return {mixed(ink, style.ground(), kArea), mixed(ink, style.ground(), kLine), themeOf(style.theme).error};
}

QPainterPath heldSwatch(const QRectF& swatch) {
    const double third = swatch.width() / 3;
    std::vector<HeldStep> steps;
    for (const int held : {1, 3, 2})
        steps.push_back({swatch.left() + third * static_cast<double>(steps.size()),
                         swatch.left() + third * static_cast<double>(steps.size() + 1), 1.0 * held});
    return heldArea(steps, swatch, 3);
}

}  // namespace bubblescope
