#include "widgets/charts/points_model.h"

namespace bubblescope {

QPolygonF frontierLine(const QPolygonF& frontier, double top, double right) {
    if (frontier.isEmpty()) return {};
    QPolygonF line{{frontier.front().x(), top}};
    for (const QPointF& at : frontier) line << QPointF(at.x(), line.back().y()) << at;
    return line << QPointF(right, line.back().y());
}

}  // namespace bubblescope
