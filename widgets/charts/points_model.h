#pragma once

#include <QPen>
#include <QPolygonF>

#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/hover_card.h"
#include "widgets/kit/theme.h"

#include <cmath>
#include <functional>
#include <optional>
#include <vector>

namespace bubblescope {

/// An axis of points: how its ticks are written, and how much room each needs.
///
/// Units  pixels
struct PointsAxis {
    ChartQuantity quantity;
    QString caption;
    double from = 0, to = 1;
    double tickRoom = 60;
};

/// A point, and its name where there is room for it.
struct ChartPoint {
    QPointF at{qQNaN(), qQNaN()};        // on the axes; NaN: it has none
    std::optional<QPointF> pinned = {};  // where it was: a dashed line joins the two
    QColor color = {};                   // of its card
    double radius = 5;
    QPen pen = {};
    QBrush brush = {};
    bool isOver = false;  // crossed out
    QString name = {};
    QColor ink = {};  // of the name

    bool hasPlace() const { return std::isfinite(at.x()) && std::isfinite(at.y()); }
};

/// A limit of one of the axes; what is beyond it is tinted.
struct PointsLimit {
    Qt::Orientation axis;
    double at;
    QString label;
};

/// A box with a title and a note beside a place.
struct PointsTag {
    QPointF at;
    QColor fill;
    QString title, note;
};

/// A chart of points as plain values. `card` reads what the owner keeps.
///
/// Shapes      points[i] is entry i of the owner; `order` and `walked` are indexes of points with a place
/// Invariants  points that come first in `order` are painted above the others, and are the first to get their names
struct PointsModel {
    ThemeId themeId = ThemeId::Light;
    PointsAxis x = {}, y = {};
    std::vector<ChartPoint> points = {};
    std::vector<std::size_t> order = {};
    std::vector<std::size_t> walked = {};  // by keys, from left to right
    std::function<HoverCard(std::size_t point)> card = {};
    QPolygonF line = {};  // on the axes
    QPen linePen = {};
    std::optional<PointsLimit> limit = {};
    std::vector<PointsTag> tags = {};
    QString notice = {};  // instead of points
    QString spoken = {};  // for screen readers
};

/// The line along the frontier of points that are sorted by x: each is the best up to the next. It begins at `top` and
/// ends at `right`.
QPolygonF frontierLine(const QPolygonF& frontier, double top, double right);

}  // namespace bubblescope
