#include "widgets/study/curves/series_look.h"

#include "widgets/shown/op_palette.h"

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

/// Shapes of about the same area; an empty one is a disc.
const std::vector<QPolygonF>& shapes() {
    static const std::vector<QPolygonF> kShapes = {
        {}, regular(4, 0.5), regular(3, 0), regular(4, 0), regular(3, 0.5), regular(5, 0)};
    return kShapes;
}

}  // namespace

QPen SeriesLook::pen(double width) const {
    QPen pen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    if (!dashes.isEmpty()) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern(dashes);
    }
    return pen;
}

std::vector<QColor> seriesColors(const ExperimentPlan& plan, ThemeId theme) {
    if (plan.experiment.series.index() == 1) return orderedColors(plan.series.size(), theme);
    return seriesColors(std::get<0>(plan.experiment.series), theme);
}

std::vector<SeriesLook> seriesLooks(const ExperimentPlan& plan, ThemeId theme) {
    static const QVector<qreal> kDashes[] = {{}, {5, 2}, {1.5, 1.5}, {6, 2, 1.5, 2}, {9, 3}, {6, 2, 1.5, 2, 1.5, 2}};
    constexpr double kLargest = 9, kSmallest = 7;
    const std::vector<QColor> colors = seriesColors(plan, theme);
    const double last = std::max(1.0, static_cast<double>(colors.size()) - 1);
    std::vector<SeriesLook> looks;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        SeriesLook look{colors[i],
                        {},
                        static_cast<int>(i % shapes().size()),
                        kLargest - (kLargest - kSmallest) * static_cast<double>(i) / last};
        if (theme == ThemeId::Print) {
            look.color = themeOf(theme).text;
            look.dashes = kDashes[i % std::size(kDashes)];
        }
        looks.push_back(look);
    }
    return looks;
}

void paintMarker(QPainter& painter, const SeriesLook& look, QPointF centre, const Theme& theme, double grow) {
    painter.setPen(QPen(theme.window, 1));
    painter.setBrush(look.color);
    const double radius = look.size / 2 + grow;
    const QPolygonF& shape = shapes()[static_cast<std::size_t>(look.shape)];
    if (shape.isEmpty()) {
        painter.drawEllipse(centre, radius, radius);
        return;
    }
    // A polygon of few corners needs more reach for the area of a disc.
    const double turn = 2 * std::numbers::pi / static_cast<double>(shape.size());
    const double reach = radius * std::sqrt(turn / std::sin(turn));
    painter.drawPolygon(QTransform::fromTranslate(centre.x(), centre.y()).scale(reach, reach).map(shape));
}

void paintSample(QPainter& painter, const SeriesLook& look, const QRectF& box, const Theme& theme) {
    painter.setPen(look.pen(2));
    painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
    paintMarker(painter, look, box.center(), theme);
}

}  // namespace bubblescope
