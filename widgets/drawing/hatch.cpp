#include "widgets/drawing/hatch.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The last multiple of the period that is more than the thickness of a line before `from`.
double stepBefore(double from) { return std::floor((from - kHatchLine) / kHatchPeriod) * kHatchPeriod; }

/// Lines where x + y or x - y is a multiple of the period; rotated upright, their distance is divided by the root of 2.
HatchLayer slanted(const QRectF& area, bool isRising) {
    HatchLayer layer{isRising ? 45.0 : -45.0, {}};
    const double side = isRising ? -1 : 1, top = area.top(), bottom = area.bottom();
    const double least = std::min(side * top, side * bottom), most = std::max(side * top, side * bottom);
    for (double at = stepBefore(area.left() - most); at < area.right() - least + kHatchLine; at += kHatchPeriod) {
        const auto along = [&](double y) { return (2 * y + side * at) / std::sqrt(2.0); };
        layer.boxes.emplace_back(at / std::sqrt(2.0) - kHatchLine / 2, along(top) - kHatchLine / 2, kHatchLine,
                                 along(bottom) - along(top) + kHatchLine);
    }
    return layer;
}

/// Rectangles of one size at one place in each period.
void addBoxes(HatchLayer& layer, const QRectF& area, const QRectF& box) {
    for (double y = stepBefore(area.top() - box.bottom()); y + box.top() < area.bottom(); y += kHatchPeriod)
        for (double x = stepBefore(area.left() - box.right()); x + box.left() < area.right(); x += kHatchPeriod)
            layer.boxes.push_back(box.translated(x, y));
}

void addUpright(HatchLayer& layer, const QRectF& area) {
    constexpr double kFirst = 2;
    for (double x = stepBefore(area.left()); x < area.right(); x += kHatchPeriod)
        layer.boxes.emplace_back(x + kFirst, area.top() - 1, kHatchLine, area.height() + 2);
}

void addLevel(HatchLayer& layer, const QRectF& area) {
    constexpr double kFirst = 2;
    for (double y = stepBefore(area.top()); y < area.bottom(); y += kHatchPeriod)
        layer.boxes.emplace_back(area.left() - 1, y + kFirst, area.width() + 2, kHatchLine);
}

}  // namespace

std::vector<HatchLayer> hatchLayers(HatchLines lines, const QRectF& area) {
    constexpr double kHalf = kHatchPeriod / 2, kDot = 1.4, kDotAt = (kHalf - kDot) / 2;
    HatchLayer layer;
    switch (lines) {
        case HatchLines::None: break;
        case HatchLines::Diamonds: return {slanted(area, true), slanted(area, false)};
        case HatchLines::Rising: return {slanted(area, true)};
        case HatchLines::Falling: return {slanted(area, false)};
        case HatchLines::Grid:
        case HatchLines::Upright:
            addUpright(layer, area);
            if (lines == HatchLines::Upright) break;
            [[fallthrough]];
        case HatchLines::Level: addLevel(layer, area); break;
        case HatchLines::Dots:
            addBoxes(layer, area, {kDotAt, kDotAt, kDot, kDot});
            addBoxes(layer, area, {kHalf + kDotAt, kHalf + kDotAt, kDot, kDot});
            break;
        case HatchLines::Dashes:
            addBoxes(layer, area, {0, 1, kHalf, kHatchLine});
            addBoxes(layer, area, {kHalf, kHalf + 1, kHalf, kHatchLine});
            break;
        case HatchLines::Checks:
            addBoxes(layer, area, {0, 0, kHalf, kHalf});
            addBoxes(layer, area, {kHalf, kHalf, kHalf, kHalf});
            break;
    }
    return {std::move(layer)};
}

QPainterPath hatchPath(HatchLines lines, const QRectF& area) {
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    for (const HatchLayer& layer : hatchLayers(lines, area))
        for (const QRectF& box : layer.boxes) {
            path.addPolygon(QTransform().rotate(layer.degrees).map(QPolygonF(box)));
            path.closeSubpath();
        }
    return path;
}

int hatchSide(double scale) { return std::max(4, static_cast<int>(std::lround(kHatchPeriod * scale))); }

QImage hatchTile(HatchLines lines, const QColor& ground, const QColor& ink, int side) {
    QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
    tile.fill(ground);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(side / kHatchPeriod, side / kHatchPeriod);
    painter.fillPath(hatchPath(lines, {0, 0, kHatchPeriod, kHatchPeriod}), ink);
    return tile;
}

}  // namespace bubblescope
