#include "widgets/kit/hatch.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Of numbers that are a multiple of the period and more than a line before `from`, the last.
double stepBefore(double from) { return std::floor((from - kHatchLine) / kHatchPeriod) * kHatchPeriod; }

void addSlanted(QPainterPath& path, const QRectF& area, bool isRising) {
    const double half = kHatchLine / std::sqrt(2.0), top = area.top() - 1, bottom = area.bottom() + 1;
    // Along a line x + y, or x - y, is a multiple of the period.
    const double side = isRising ? -1 : 1;
    const double least = std::min(side * top, side * bottom), most = std::max(side * top, side * bottom);
    for (double at = stepBefore(area.left() - most); at < area.right() - least + kHatchLine; at += kHatchPeriod) {
        const double upper = at + side * top, lower = at + side * bottom;
        path.addPolygon(
            QPolygonF({{upper - half, top}, {upper + half, top}, {lower + half, bottom}, {lower - half, bottom}}));
        path.closeSubpath();
    }
}

/// Rectangles of a size at a place of each period.
void addBoxes(QPainterPath& path, const QRectF& area, const QRectF& box) {
    for (double y = stepBefore(area.top() - box.bottom()); y + box.top() < area.bottom(); y += kHatchPeriod)
        for (double x = stepBefore(area.left() - box.right()); x + box.left() < area.right(); x += kHatchPeriod)
            path.addRect(box.translated(x, y));
}

void addUpright(QPainterPath& path, const QRectF& area) {
    constexpr double kFirst = 2;
    for (double x = stepBefore(area.left()); x < area.right(); x += kHatchPeriod)
        path.addRect(QRectF(x + kFirst, area.top() - 1, kHatchLine, area.height() + 2));
}

void addLevel(QPainterPath& path, const QRectF& area) {
    constexpr double kFirst = 2;
    for (double y = stepBefore(area.top()); y < area.bottom(); y += kHatchPeriod)
        path.addRect(QRectF(area.left() - 1, y + kFirst, area.width() + 2, kHatchLine));
}

}  // namespace

QPainterPath hatchPath(HatchLines lines, const QRectF& area) {
    constexpr double kHalf = kHatchPeriod / 2, kDot = 1.4, kDotAt = (kHalf - kDot) / 2;
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    switch (lines) {
        case HatchLines::None: break;
        case HatchLines::Diamonds:
        case HatchLines::Rising:
            addSlanted(path, area, true);
            if (lines == HatchLines::Rising) break;
            [[fallthrough]];
        case HatchLines::Falling: addSlanted(path, area, false); break;
        case HatchLines::Grid:
        case HatchLines::Upright:
            addUpright(path, area);
            if (lines == HatchLines::Upright) break;
            [[fallthrough]];
        case HatchLines::Level: addLevel(path, area); break;
        case HatchLines::Dots:
            addBoxes(path, area, {kDotAt, kDotAt, kDot, kDot});
            addBoxes(path, area, {kHalf + kDotAt, kHalf + kDotAt, kDot, kDot});
            break;
        case HatchLines::Dashes:
            addBoxes(path, area, {0, 1, kHalf, kHatchLine});
            addBoxes(path, area, {kHalf, kHalf + 1, kHalf, kHatchLine});
            break;
        case HatchLines::Checks:
            addBoxes(path, area, {0, 0, kHalf, kHalf});
            addBoxes(path, area, {kHalf, kHalf, kHalf, kHalf});
            break;
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
