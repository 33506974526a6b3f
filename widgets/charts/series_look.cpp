#include "widgets/charts/series_look.h"

#include <QTransform>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bubblescope {

namespace {

/// A polygon with equal sides on a circle of radius 1.
QPolygonF regular(int corners, double turn) {
    QPolygonF polygon;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * (i + turn) / corners - std::numbers::pi / 2;
        polygon << QPointF(std::cos(angle), std::sin(angle));
    }
    return polygon;
}

/// Shapes with about the same area; an empty one is a disc.
const std::vector<QPolygonF>& shapes() {
    static const std::vector<QPolygonF> kShapes = {
        {}, regular(4, 0.5), regular(3, 0), regular(4, 0), regular(3, 0.5), regular(5, 0)};
    return kShapes;
}

}  // namespace

Stroke SeriesLook::stroke() const { return stroke(width); }

Stroke SeriesLook::stroke(double lineWidth) const {
    return {.color = color, .width = lineWidth, .dashes = dashes, .isRound = dashes.isEmpty()};
}

QVector<qreal> seriesDashes(std::size_t series) {
    static const QVector<qreal> kDashes[] = {{}, {5, 2}, {1.5, 1.5}, {6, 2, 1.5, 2}, {9, 3}, {6, 2, 1.5, 2, 1.5, 2}};
    return kDashes[series % std::size(kDashes)];
}

int seriesShape(std::size_t series) { return static_cast<int>(series % shapes().size()); }

std::vector<SeriesLook> seriesLooks(const std::vector<QColor>& colors, ThemeId theme) {
    constexpr double kLargest = 9, kSmallest = 7;
    const double last = std::max(1.0, static_cast<double>(colors.size()) - 1);
    std::vector<SeriesLook> looks;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        SeriesLook look{.color = colors[i],
                        .shape = seriesShape(i),
                        .size = kLargest - (kLargest - kSmallest) * static_cast<double>(i) / last};
        if (theme == ThemeId::Print) {
            look.color = themeOf(theme).text;
            look.dashes = seriesDashes(i);
        }
        looks.push_back(look);
    }
    return looks;
}

void addMarker(DisplayList& list, const QByteArray& names, const SeriesLook& look, QPointF centre, const Theme& theme,
               double grow, bool isHollow) {
    constexpr double kRim = 1.5;
    const LookId id =
        isHollow ? list.use({.names = names + " over-limit", .fill = theme.window, .stroke = Stroke{look.color, kRim}})
                 : list.use({.names = names, .fill = look.color, .stroke = Stroke{theme.window}});
    const double radius = look.size / 2 + grow + (isHollow ? kRim / 2 : 0);
    const QPolygonF& shape = shapes()[static_cast<std::size_t>(look.shape)];
    if (shape.isEmpty()) return list.add(DisplayCircle{id, centre, radius});
    // A polygon with few corners needs a larger radius for the area of a disc.
    const double turn = 2 * std::numbers::pi / static_cast<double>(shape.size());
    const double reach = radius * std::sqrt(turn / std::sin(turn));
    QPainterPath path;
    path.addPolygon(QTransform::fromTranslate(centre.x(), centre.y()).scale(reach, reach).map(shape));
    path.closeSubpath();
    list.add(DisplayPath{id, path});
}

}  // namespace bubblescope
