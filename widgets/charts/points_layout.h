#pragma once

#include "widgets/charts/points_model.h"
#include "widgets/drawing/display_list.h"

#include <memory>

namespace bubblescope {

/// A tick of an axis of points.
struct PointsTick {
    double value;
    QString label;
};

/// Where the parts of a chart of points are placed.
///
/// Shapes      names by point; empty: no room
/// Units       CSS pixels
/// Invariants  names do not cover points, lines or each other
struct PointsLayout {
    std::shared_ptr<const PointsModel> model;
    QSizeF size;
    QRectF area;  // between the axes
    std::vector<PointsTick> x, y;
    std::vector<QRectF> names;

    const Theme& theme() const { return themeOf(model->themeId); }
    QPointF pixelOf(QPointF at) const;
    /// Nothing if the point has no place.
    std::optional<QPointF> pointOf(std::size_t point) const;
    /// The line of the limit; nothing if the axes do not show it.
    std::optional<QLineF> limitLine() const;
};
PointsLayout layoutPoints(PointsModel model, const QSizeF& size);

/// The chart without what follows the pointer.
DisplayList pointsList(const PointsLayout& layout);

}  // namespace bubblescope
