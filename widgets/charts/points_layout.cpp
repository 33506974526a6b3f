#include "widgets/charts/points_layout.h"

#include "widgets/charts/plot_library.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr QMargins kAroundPoints{46, 20, 20, 38};
constexpr double kRadius = 5, kWidestName = 150;

QFont pointsFont() { return uiFont(11); }

/// Takes the first of these places for a box, as its centre seen from a point, where it meets nothing; empty: none.
QRectF takenBox(QPointF at, QSizeF size, const std::vector<QPointF>& centres, const QRectF& free,
                std::vector<QRectF>& taken) {
    for (const QPointF& centre : centres) {
        const QRectF box(at + centre - QPointF(size.width(), size.height()) / 2, size);
        const auto meets = [&](const QRectF& one) { return one.intersects(box); };
        if (!free.contains(box) || std::any_of(taken.begin(), taken.end(), meets)) continue;
        taken.push_back(box);
        return box;
    }
    return {};
}

QPointF nearestIn(const QRectF& box, QPointF at) {
    return {std::clamp(at.x(), box.left(), box.right()), std::clamp(at.y(), box.top(), box.bottom())};
}

std::vector<PointsTick> pointsTicks(const PointsAxis& axis, double length, int most) {
    const int count = std::clamp(static_cast<int>(length / axis.tickRoom), 2, most);
    QCPAxisTicker ticker;
    ticker.setTickCount(count);
    QVector<double> values;
    ticker.generate({axis.from, axis.to}, QLocale::c(), 'g', 6, values, nullptr, nullptr);
    const double step = values.size() > 1 ? values[1] - values[0] : axis.to - axis.from;
    std::vector<PointsTick> ticks;
    for (const double value : values)  // also those next to the axis
        if (value >= axis.from && value <= axis.to) ticks.push_back({value, axis.quantity.tick(value, step)});
    return ticks;
}

/// The areas that names must not cover: points, the line, the limit, and the lines from pinned points.
std::vector<QRectF> takenByLines(const PointsLayout& layout) {
    const PointsModel& model = *layout.model;
    std::vector<QRectF> taken;
    const auto addPoint = [&](QPointF at, double radius) {
        taken.emplace_back(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius);
    };
    const auto addLine = [&](const QLineF& line) {
        taken.push_back(QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1));
    };
    for (const std::size_t each : model.order) {
        const ChartPoint& point = model.points[each];
        const QPointF at = layout.pixelOf(point.at);
        addPoint(at, point.radius);
        if (!point.pinned) continue;
        const QPointF then = layout.pixelOf(*point.pinned);
        for (int step = 0; step <= 20; ++step) addPoint(at + (then - at) * (step / 20.0), step == 20 ? kRadius : 2);
    }
    for (qsizetype i = 1; i < model.line.size(); ++i)
        addLine({layout.pixelOf(model.line[i - 1]), layout.pixelOf(model.line[i])});
    if (const auto limit = layout.limitLine()) addLine(*limit);
    return taken;
}

/// Places names next to their points; if neither side is free, further up or down with a line to the point.
void placePointNames(PointsLayout& layout) {
    const PointsModel& model = *layout.model;
    layout.names.assign(model.points.size(), QRectF());
    const QFontMetricsF metrics(pointsFont());
    const QRectF free = layout.area.adjusted(2, -kAroundPoints.top() / 2.0, kAroundPoints.right() - 2, 0);
    std::vector<QRectF> taken = takenByLines(layout);
    for (const std::size_t each : model.order) {
        const QString& name = model.points[each].name;
        if (name.isEmpty()) continue;
        const QPointF at = layout.pixelOf(model.points[each].at);
        const QSizeF size(std::min(metrics.horizontalAdvance(name) + 1, kWidestName), metrics.height());
        const double gap = kRadius + 3;
        std::vector<QPointF> centres;  // relative to the point
        const double beside = gap + size.width() / 2, over = gap + size.height() / 2;
        for (const double x : {beside, -beside})
            for (const double y : {0.0, 5 - over, over - 5}) centres.emplace_back(x, y);
        for (int row = 0; row < 6; ++row)
            for (const double side : {0.0, 0.5, -0.5, 0.9, -0.9})
                for (const double y : {-over - row * size.height(), over + row * size.height()})
                    centres.emplace_back(side * size.width(), y);
        layout.names[each] = takenBox(at, size, centres, free, taken);
    }
}

}  // namespace

QPointF PointsLayout::pixelOf(QPointF at) const {
    const PointsAxis &ofX = model->x, &ofY = model->y;
    return {area.left() + (at.x() - ofX.from) / (ofX.to - ofX.from) * area.width(),
            area.bottom() - (at.y() - ofY.from) / (ofY.to - ofY.from) * area.height()};
}

std::optional<QPointF> PointsLayout::pointOf(std::size_t point) const {
    if (point >= model->points.size() || !model->points[point].hasPlace()) return std::nullopt;
    return pixelOf(model->points[point].at);
}

std::optional<QLineF> PointsLayout::limitLine() const {
    if (!model->limit) return std::nullopt;
    const QPointF at = pixelOf({model->limit->at, model->limit->at});
    const bool isOfY = model->limit->axis == Qt::Vertical;
    if (isOfY ? at.y() < area.top() || at.y() > area.bottom() : at.x() < area.left() || at.x() > area.right())
        return std::nullopt;
    return isOfY ? QLineF(area.left(), at.y(), area.right(), at.y())
                 : QLineF(at.x(), area.top() - 4, at.x(), area.bottom());
}

PointsLayout layoutPoints(PointsModel model, const QSizeF& size) {
    PointsLayout layout{.model = std::make_shared<const PointsModel>(std::move(model)), .size = size};
    layout.area = QRectF(QPointF(kAroundPoints.left(), kAroundPoints.top()),
                         QPointF(std::max(kAroundPoints.left() + 1.0, size.width() - kAroundPoints.right()),
                                 std::max(kAroundPoints.top() + 1.0, size.height() - kAroundPoints.bottom())));
    constexpr int kMostX = 8, kMostY = 5;
    layout.x = pointsTicks(layout.model->x, layout.area.width(), kMostX);
    layout.y = pointsTicks(layout.model->y, layout.area.height(), kMostY);
    placePointNames(layout);
    return layout;
}

namespace {

Stroke strokeOf(const QPen& pen) {
    Stroke stroke{.color = pen.color(), .width = pen.widthF()};
    if (pen.style() == Qt::DashLine) stroke.dashes = {4, 2};
    return stroke;
}

QByteArray inkName(const QColor& color) { return "c" + color.name().toLatin1().mid(1); }

void addPointsText(DisplayList& list, const Look& look, QPointF baseline, const QString& words) {
    list.add(DisplayText{.look = list.use(look), .at = baseline, .words = words, .hasSubscripts = true});
}

void addPointsPath(DisplayList& list, const Look& look, const QPolygonF& polygon) {
    QPainterPath path;
    path.addPolygon(polygon);
    list.add(DisplayPath{list.use(look), path});
}

/// The grid, the text of the axes, and what is beyond the limit.
void addGround(DisplayList& list, const PointsLayout& layout) {
    constexpr double kBelow = 8, kBeside = 6;
    const Theme& theme = layout.theme();
    const PointsModel& model = *layout.model;
    const QFont font = pointsFont();
    const QFontMetricsF metrics(font);
    const QRectF& area = layout.area;
    const LookId grid = list.use({.names = "grid", .stroke = Stroke{theme.grid}});
    const LookId left = list.use(lettered("y-tick", font, theme.mutedText, Anchor::End));
    const LookId below = list.use(lettered("x-tick", font, theme.mutedText, Anchor::Middle));
    for (const PointsTick& tick : layout.y) {
        const double y = std::round(layout.pixelOf({model.x.from, tick.value}).y()) - 0.5;
        list.add(DisplayLine{grid, {area.left(), y, area.right(), y}});
        list.add(DisplayText{left, {area.left() - kBeside, baselineAt(y, font)}, tick.label});
    }
    for (const PointsTick& tick : layout.x) {
        const double x = std::round(layout.pixelOf({tick.value, model.y.from}).x()) - 0.5;
        list.add(DisplayLine{grid, {x, area.top(), x, area.bottom()}});
        list.add(DisplayText{below, {x, area.bottom() + kBelow + metrics.ascent()}, tick.label});
    }
    addPointsText(list, lettered("caption", font, theme.mutedText), {2, metrics.ascent()}, model.y.caption);
    addPointsText(list, lettered("caption end", font, theme.mutedText, Anchor::End),
                  {area.right(), layout.size.height() - metrics.descent() - 2}, model.x.caption);
    const auto limit = layout.limitLine();
    if (!limit) return;
    const bool isOfY = model.limit->axis == Qt::Vertical;
    QColor beyond = theme.error;
    beyond.setAlphaF(isOfY ? 0.06F : 0.07F);
    list.add(DisplayRect{
        list.use(filled("beyond", beyond)),
        isOfY ? QRectF(area.topLeft(), limit->p2()) : QRectF(QPointF(limit->x1(), area.top()), area.bottomRight())});
    Stroke stroke{.color = isOfY ? theme.text : theme.error, .width = isOfY ? 1.2 : 1.5};
    if (isOfY) stroke.dashes = {4, 3};
    list.add(DisplayLine{list.use({.names = "limit", .stroke = stroke}), *limit});
}

/// The line along the frontier, as far as the axes show it.
void addFrontier(DisplayList& list, const PointsLayout& layout) {
    const PointsModel& model = *layout.model;
    QPolygonF line;
    for (const QPointF& at : model.line) line << nearestIn(layout.area.adjusted(-1, -1, 1, 1), layout.pixelOf(at));
    if (line.size() > 1) addPointsPath(list, {.names = "frontier", .stroke = strokeOf(model.linePen)}, line);
}

/// The line from a point to its name, if the name is not next to it.
std::optional<QLineF> leaderOf(const PointsLayout& layout, std::size_t point) {
    const QPointF at = *layout.pointOf(point);
    const QRectF& name = layout.names[point];
    const QPointF nearest = nearestIn(name, at);
    const QLineF line(at, nearest);
    if (name.isEmpty() || line.length() < 2 * kRadius + 4) return std::nullopt;
    return QLineF(line.pointAt((kRadius + 1) / line.length()), nearest);
}

void addPoint(DisplayList& list, const PointsLayout& layout, const ChartPoint& point) {
    const QPointF at = layout.pixelOf(point.at);
    const Theme& theme = layout.theme();
    if (point.pinned) {
        const QPointF then = layout.pixelOf(*point.pinned);
        const QByteArray name = "ghost " + inkName(point.color);
        const LookId ghost = list.use({.names = name, .stroke = Stroke{.color = point.color, .dashes = {4, 2}}});
        list.add(DisplayLine{ghost, {then, at}});
        list.add(DisplayCircle{ghost, then, kRadius - 1});
    }
    Look look{.names = "point " + inkName(point.brush.color()) + '-' + inkName(point.pen.color()) +
                       QByteArray::number(qRound(10 * point.pen.widthF())),
              .fill = point.brush.color()};
    if (point.pen.style() != Qt::NoPen) look.stroke = strokeOf(point.pen);
    list.add(DisplayCircle{list.use(look), at, point.radius});
    if (!point.isOver) return;
    const LookId over =
        list.use({.names = "over-limit " + QByteArray::number(qRound(10 * point.radius)),
                  .stroke = Stroke{.color = theme.error, .width = 0.3 * point.radius, .isRound = true}});
    const QPointF across(point.radius + 2, point.radius + 2), down(point.radius + 2, -point.radius - 2);
    list.add(DisplayLine{over, {at - across, at + across}});
    list.add(DisplayLine{over, {at - down, at + down}});
}

void addPointNames(DisplayList& list, const PointsLayout& layout) {
    const QFont font = pointsFont();
    const QFontMetricsF metrics(font);
    for (const std::size_t each : layout.model->order) {
        const QRectF& box = layout.names[each];
        if (box.isEmpty()) continue;
        const ChartPoint& point = layout.model->points[each];
        list.add(DisplayText{list.use(lettered("name " + inkName(point.ink), font, point.ink)),
                             {box.left(), box.top() + metrics.ascent()},
                             metrics.elidedText(point.name, Qt::ElideMiddle, box.width())});
    }
}

/// At the end of a vertical line, or on a plate above the end of a horizontal one.
void addPointsLimit(DisplayList& list, const PointsLayout& layout) {
    const auto line = layout.limitLine();
    if (!line) return;
    const Theme& theme = layout.theme();
    const QFont font = pointsFont();
    const QFontMetricsF metrics(font);
    const QString& words = layout.model->limit->label;
    const double width = metrics.horizontalAdvance(words);
    if (layout.model->limit->axis == Qt::Vertical) {
        const QPointF end = line->p2();
        const QRectF plate(end.x() - width - 6, end.y() - metrics.height() - 2, width + 6, metrics.height());
        list.add(DisplayRect{list.use(filled("limit-ground", theme.window)), plate});
        list.add(DisplayText{list.use(lettered("limit-label", font, theme.text, Anchor::Middle)),
                             {plate.center().x(), plate.top() + metrics.ascent()},
                             words});
        return;
    }
    const double free = 2 + metrics.horizontalAdvance(layout.model->y.caption) + 8;
    const double left = std::min(std::max(line->x1() - width / 2, free), layout.size.width() - width - 2);
    list.add(DisplayText{list.use(lettered("limit-label", font, theme.error)), {left, layout.area.top() - 7}, words});
}

void addTags(DisplayList& list, const PointsLayout& layout) {
    const QFont bold = uiFont(11, QFont::DemiBold), plain = pointsFont();
    const QFontMetricsF metrics(bold), small(plain);
    const Theme& theme = layout.theme();
    std::vector<QRectF> taken;
    for (const PointsTag& tag : layout.model->tags) {
        const QPointF at = layout.pixelOf(tag.at);
        const QSizeF size(std::max(metrics.horizontalAdvance(tag.title), small.horizontalAdvance(tag.note)) + 14,
                          2 * metrics.height() + 6);
        std::vector<QPointF> centres;
        for (const double y : {-14 - size.height() / 2, 14 + size.height() / 2, 20 + 1.5 * size.height()})
            for (const double side : {1, -1}) centres.emplace_back(side * (16 + size.width() / 2), y);
        const QRectF box = takenBox(at, size, centres, layout.area, taken);
        if (!box.isNull()) {
            list.add(DisplayLine{list.use({.names = "leader", .stroke = Stroke{theme.mutedText}}),
                                 {at, nearestIn(box, at)}});
            Look plate = filled("tag", theme.window);
            plate.stroke = Stroke{theme.line};
            list.add(DisplayRect{.look = list.use(plate), .rect = box, .radius = 4});
            list.add(DisplayText{list.use(lettered("tag-title", bold, theme.text)),
                                 {box.left() + 7, box.top() + 3 + metrics.ascent()},
                                 tag.title});
            list.add(DisplayText{list.use(lettered("tag-note", plain, theme.mutedText)),
                                 {box.left() + 7, box.top() + 3 + metrics.height() + small.ascent()},
                                 tag.note});
        }
        Look dot = filled("tag-point " + inkName(tag.fill), tag.fill);
        dot.stroke = Stroke{theme.text, 1.5};
        list.add(DisplayCircle{list.use(dot), at, kRadius});
    }
}

}  // namespace

DisplayList pointsList(const PointsLayout& layout) {
    const PointsModel& model = *layout.model;
    const Theme& theme = layout.theme();
    DisplayList list;
    list.size = layout.size;
    list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF(QPointF(), layout.size)});
    addGround(list, layout);
    if (!model.notice.isEmpty()) {
        WrappedText(model.notice, pointsFont(), layout.area)
            .addTo(list, lettered("notice", pointsFont(), theme.mutedText, Anchor::Middle));
        return list;
    }
    addFrontier(list, layout);
    const LookId leader = list.use({.names = "leader", .stroke = Stroke{theme.mutedText}});
    for (std::size_t i = model.order.size(); i-- > 0;) {
        const std::size_t each = model.order[i];
        if (const auto line = leaderOf(layout, each)) list.add(DisplayLine{leader, *line});
        addPoint(list, layout, model.points[each]);
    }
    addPointNames(list, layout);
    addPointsLimit(list, layout);
    addTags(list, layout);
    return list;
}

}  // namespace bubblescope
