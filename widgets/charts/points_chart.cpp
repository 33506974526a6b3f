#include "widgets/charts/points_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QVBoxLayout>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/theme.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr QMargins kAroundPoints{46, 20, 20, 38};
constexpr double kRadius = 5, kNear = 14, kWidestName = 150;

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

}  // namespace

PointsChart::PointsChart(Source source, QWidget* parent)
    : QWidget(parent), m_source(std::move(source)), m_plot(newPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->axisRect()->setMargins(kAroundPoints);
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintGround(painter); });
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintPoints(painter); });
    paintOnLayer(*m_plot, kHoverLayer, [this](QPainter& painter) { paintHover(painter); });
    m_plot->installEventFilter(this);
    stylePlot(*m_plot, theme());
    refresh();
}

void PointsChart::refresh() {
    m_model = m_source(theme().id);
    if (m_at && !pointOf(*m_at)) m_at.reset();
    setAccessibleDescription(m_model.spoken);
    m_plot->xAxis->setRange(m_model.x.from, m_model.x.to);
    m_plot->yAxis->setRange(m_model.y.from, m_model.y.to);
    arrange();
}

void PointsChart::arrange() {
    const auto ticks = [](QCPAxis* axis, const PointsAxis& of, double length, int most) {
        setTicks(*axis, of.quantity, std::clamp(static_cast<int>(length / of.tickRoom), 2, most));
    };
    ticks(m_plot->xAxis, m_model.x, m_plot->width() - kAroundPoints.left() - kAroundPoints.right(), 8);
    ticks(m_plot->yAxis, m_model.y, m_plot->height() - kAroundPoints.top() - kAroundPoints.bottom(), 5);
    m_names.clear();  // placed when the axes are in place
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

Picture PointsChart::picture() const { return chartPicture(*m_plot, size()); }

QRectF PointsChart::area() const { return m_plot->axisRect()->rect(); }

QPointF PointsChart::pixelOf(QPointF at) const {
    return {m_plot->xAxis->coordToPixel(at.x()), m_plot->yAxis->coordToPixel(at.y())};
}

std::optional<QPointF> PointsChart::pointOf(std::size_t point) const {
    if (point >= m_model.points.size() || !m_model.points[point].hasPlace()) return std::nullopt;
    return pixelOf(m_model.points[point].at);
}

QLineF PointsChart::limitLine() const {
    const QPointF at = pixelOf({m_model.limit->at, m_model.limit->at});
    if (m_model.limit->axis == Qt::Vertical) return {area().left(), at.y(), area().right(), at.y()};
    return {at.x(), area().top() - 4, at.x(), area().bottom()};
}

// Names

/// The areas that names must not cover: points, the line, the limit, and the lines from pinned points.
std::vector<QRectF> PointsChart::takenByLines() const {
    std::vector<QRectF> taken;
    const auto addPoint = [&](QPointF at, double radius) {
        taken.emplace_back(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius);
    };
    const auto addLine = [&](QPointF from, QPointF to) {
        taken.push_back(QRectF(from, to).normalized().adjusted(-1, -1, 1, 1));
    };
    for (const std::size_t each : m_model.order) {
        const ChartPoint& point = m_model.points[each];
        const QPointF at = pixelOf(point.at);
        addPoint(at, point.radius);
        if (!point.pinned) continue;
        const QPointF then = pixelOf(*point.pinned);
        for (int step = 0; step <= 20; ++step) addPoint(at + (then - at) * (step / 20.0), step == 20 ? kRadius : 2);
    }
    for (qsizetype i = 1; i < m_model.line.size(); ++i) addLine(pixelOf(m_model.line[i - 1]), pixelOf(m_model.line[i]));
    if (m_model.limit) addLine(limitLine().p1(), limitLine().p2());
    return taken;
}

/// Places names next to their points; if neither side is free, further up or down with a line to the point.
void PointsChart::placeNames() const {
    m_names.assign(m_model.points.size(), QRectF());
    const QFontMetricsF metrics(uiFont(11));
    const QRectF free = area().adjusted(2, -kAroundPoints.top() / 2.0, kAroundPoints.right() - 2, 0);
    std::vector<QRectF> taken = takenByLines();
    for (const std::size_t each : m_model.order) {
        const QString& name = m_model.points[each].name;
        if (name.isEmpty()) continue;
        const QPointF at = pixelOf(m_model.points[each].at);
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
        m_names[each] = takenBox(at, size, centres, free, taken);
    }
}

/// The line from a point to its name, if the name is not next to it.
std::optional<QLineF> PointsChart::leaderOf(std::size_t point) const {
    const QPointF at = *pointOf(point);
    const QRectF& name = m_names[point];
    const QPointF nearest = nearestIn(name, at);
    const QLineF line(at, nearest);
    if (name.isEmpty() || line.length() < 2 * kRadius + 4) return std::nullopt;
    return QLineF(line.pointAt((kRadius + 1) / line.length()), nearest);
}

// Painting

/// The captions of the axes, and the limit.
void PointsChart::paintGround(QPainter& painter) const {
    const QFontMetricsF metrics(uiFont(11));
    painter.setFont(uiFont(11));
    painter.setPen(theme().mutedText);
    painter.drawText(QPointF(2, metrics.ascent()), m_model.y.caption);
    painter.drawText(QPointF(area().right() - metrics.horizontalAdvance(m_model.x.caption),
                             m_plot->height() - metrics.descent() - 2),
                     m_model.x.caption);
    if (m_model.limit) paintLimit(painter);
}

void PointsChart::paintLimit(QPainter& painter) const {
    const bool isOfY = m_model.limit->axis == Qt::Vertical;
    const QLineF line = limitLine();
    QColor beyond = theme().error;
    beyond.setAlphaF(isOfY ? 0.06F : 0.07F);
    painter.fillRect(
        isOfY ? QRectF(area().topLeft(), line.p2()) : QRectF(QPointF(line.x1(), area().top()), area().bottomRight()),
        beyond);
    QPen pen(isOfY ? theme().text : theme().error, isOfY ? 1.2 : 1.5);
    if (isOfY) pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawLine(line);
}

void PointsChart::paintPoints(QPainter& painter) const {
    painter.setFont(uiFont(11));
    if (m_names.size() != m_model.points.size()) placeNames();
    if (!m_model.notice.isEmpty()) {
        painter.setPen(theme().mutedText);
        painter.drawText(area(), Qt::AlignCenter | Qt::TextWordWrap, m_model.notice);
        return;
    }
    painter.save();
    painter.setClipRect(area().adjusted(-1, -1, 1, 1));
    QPolygonF line;
    for (const QPointF& at : m_model.line) line << pixelOf(at);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(m_model.linePen);
    painter.drawPolyline(line);
    painter.restore();
    for (std::size_t i = m_model.order.size(); i-- > 0;) {
        const std::size_t each = m_model.order[i];
        if (const auto leader = leaderOf(each)) {
            painter.setPen(QPen(theme().mutedText, 1));
            painter.drawLine(*leader);
        }
        paintPoint(painter, m_model.points[each]);
    }
    paintNames(painter);
    if (m_model.limit) paintLimitLabel(painter);
    paintTags(painter);
}

void PointsChart::paintPoint(QPainter& painter, const ChartPoint& point) const {
    const QPointF at = pixelOf(point.at);
    if (point.pinned) {
        const QPointF then = pixelOf(*point.pinned);
        painter.setPen(QPen(point.color, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawLine(then, at);
        painter.drawEllipse(then, kRadius - 1, kRadius - 1);
    }
    painter.setPen(point.pen);
    painter.setBrush(point.brush);
    painter.drawEllipse(at, point.radius, point.radius);
    if (!point.isOver) return;
    painter.setPen(QPen(theme().error, 0.3 * point.radius, Qt::SolidLine, Qt::RoundCap));
    const QPointF across(point.radius + 2, point.radius + 2), down(point.radius + 2, -point.radius - 2);
    painter.drawLine(at - across, at + across);
    painter.drawLine(at - down, at + down);
}

void PointsChart::paintNames(QPainter& painter) const {
    const QFontMetricsF metrics(painter.font());
    for (const std::size_t each : m_model.order) {
        if (m_names[each].isEmpty()) continue;
        painter.setPen(m_model.points[each].ink);
        painter.drawText(m_names[each], Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_model.points[each].name, Qt::ElideMiddle, m_names[each].width()));
    }
}

/// At the end of a vertical line, or on a plate above the end of a horizontal one.
void PointsChart::paintLimitLabel(QPainter& painter) const {
    const QFontMetricsF metrics(painter.font());
    const QString& words = m_model.limit->label;
    const double width = metrics.horizontalAdvance(words);
    if (m_model.limit->axis == Qt::Vertical) {
        const QPointF end = limitLine().p2();
        const QRectF plate(end.x() - width - 6, end.y() - metrics.height() - 2, width + 6, metrics.height());
        painter.fillRect(plate, theme().window);
        painter.setPen(theme().text);
        return painter.drawText(plate, Qt::AlignCenter, words);
    }
    const double free = 2 + metrics.horizontalAdvance(m_model.y.caption) + 8;
    const double left = std::max(limitLine().x1() - width / 2, free);
    painter.setPen(theme().error);
    painter.drawText(QPointF(std::min(left, m_plot->width() - width - 2), area().top() - 7), words);
}

void PointsChart::paintTags(QPainter& painter) const {
    const QFont bold = uiFont(11, QFont::DemiBold), plain = uiFont(11);
    const QFontMetricsF metrics(bold), small(plain);
    std::vector<QRectF> taken;
    for (const PointsTag& tag : m_model.tags) {
        const QPointF at = pixelOf(tag.at);
        const QSizeF size(std::max(metrics.horizontalAdvance(tag.title), small.horizontalAdvance(tag.note)) + 14,
                          2 * metrics.height() + 6);
        std::vector<QPointF> centres;
        for (const double y : {-14 - size.height() / 2, 14 + size.height() / 2, 20 + 1.5 * size.height()})
            for (const double side : {1, -1}) centres.emplace_back(side * (16 + size.width() / 2), y);
        const QRectF box = takenBox(at, size, centres, area(), taken);
        if (!box.isNull()) {
            painter.setPen(QPen(theme().mutedText, 1));
            painter.drawLine(at, nearestIn(box, at));
            painter.setPen(QPen(theme().line, 1));
            painter.setBrush(theme().window);
            painter.drawRoundedRect(box, 4, 4);
            painter.setFont(bold);
            painter.setPen(theme().text);
            painter.drawText(QPointF(box.left() + 7, box.top() + 3 + metrics.ascent()), tag.title);
            painter.setFont(plain);
            painter.setPen(theme().mutedText);
            painter.drawText(QPointF(box.left() + 7, box.top() + 3 + metrics.height() + small.ascent()), tag.note);
        }
        painter.setPen(QPen(theme().text, 1.5));
        painter.setBrush(tag.fill);
        painter.drawEllipse(at, kRadius, kRadius);
    }
}

/// A ring around the point, and its card.
void PointsChart::paintHover(QPainter& painter) const {
    if (!m_at) return;
    const ChartPoint& point = m_model.points[*m_at];
    const QPointF at = pixelOf(point.at);
    painter.setPen(QPen(hasFocus() ? theme().accent : theme().text, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, point.radius + 3, point.radius + 3);
    HoverCard card = m_model.card(*m_at);
    for (HoverRow& row : card.rows) row.color = point.color;
    const QRectF home(0, area().top(), m_plot->width(), area().height());
    paintHoverCard(painter, theme(), card.title, std::move(card.rows), at.x(), home, m_plot->size());
}

// Pointing

std::optional<std::size_t> PointsChart::pointAt(QPointF position) const {
    std::optional<std::size_t> nearest;
    double closest = kNear;
    for (const std::size_t each : m_model.order) {
        const bool isOnName = m_names.size() == m_model.points.size() && m_names[each].contains(position);
        const double distance = isOnName ? 0 : QLineF(pixelOf(m_model.points[each].at), position).length();
        if (distance < closest) closest = distance, nearest = each;
    }
    return nearest;
}

void PointsChart::pointTo(std::optional<std::size_t> point) {
    if (m_at == point) return;
    m_at = point;
    replotLayer(*m_plot, kHoverLayer);
}

/// To the next point, or to the previous one for -1.
void PointsChart::walk(int step) {
    const auto& along = m_model.walked;
    const auto last = std::ssize(along) - 1;
    const auto now = m_at ? std::find(along.begin(), along.end(), *m_at) : along.end();
    const auto place = now == along.end() ? (step > 0 ? 0 : last) : now - along.begin() + step;
    pointTo(along[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, last))]);
}

void PointsChart::keyPressEvent(QKeyEvent* event) {
    if (m_model.walked.empty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down: return walk(1);
        case Qt::Key_Left:
        case Qt::Key_Up: return walk(-1);
        case Qt::Key_Home: return pointTo(m_model.walked.front());
        case Qt::Key_End: return pointTo(m_model.walked.back());
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_at) emit chosen(*m_at);
            return;
        default: QWidget::keyPressEvent(event);
    }
}

void PointsChart::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (!m_at && !m_model.walked.empty() && event->reason() != Qt::MouseFocusReason) walk(1);
    replotLayer(*m_plot, kHoverLayer);
}

void PointsChart::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    pointTo(std::nullopt);
}

bool PointsChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_plot) return QWidget::eventFilter(watched, event);
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    switch (event->type()) {
        case QEvent::MouseMove:
            pointTo(pointAt(mouse->position()));
            m_plot->setCursor(m_at ? Qt::PointingHandCursor : Qt::ArrowCursor);
            return true;
        case QEvent::MouseButtonPress: setFocus(Qt::MouseFocusReason); return mouse->button() == Qt::LeftButton;
        case QEvent::MouseButtonRelease:
            if (mouse->button() != Qt::LeftButton) return false;
            if (const auto at = pointAt(mouse->position())) emit chosen(*at);
            return true;
        case QEvent::Leave: pointTo(std::nullopt); return false;
        default: return false;
    }
}

void PointsChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    stylePlot(*m_plot, theme());
    refresh();
}

void PointsChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

}  // namespace bubblescope
