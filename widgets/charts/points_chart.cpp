#include "widgets/charts/points_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/kit/theme.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kNear = 14;

}  // namespace

PointsChart::PointsChart(Source source, QWidget* parent) : QWidget(parent), m_source(std::move(source)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    refresh();
}

void PointsChart::refresh() {
    m_layout = layoutPoints(m_source(themeOf(palette()).id), size());
    if (m_at && !pointOf(*m_at)) m_at.reset();
    setAccessibleDescription(model().spoken);
    update();
}

Picture PointsChart::picture() const {
    return {size(), {}, {[list = pointsList(m_layout)](double) { return list; }}};
}

void PointsChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintList(painter, pointsList(m_layout));
    paintHover(painter);
}

/// A ring around the point, and its card.
void PointsChart::paintHover(QPainter& painter) const {
    if (!m_at) return;
    const ChartPoint& point = model().points[*m_at];
    const QPointF at = *pointOf(*m_at);
    const Theme& theme = m_layout.theme();
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.text, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, point.radius + 3, point.radius + 3);
    HoverCard card = model().card(*m_at);
    for (HoverRow& row : card.rows) row.color = point.color;
    const QRectF home(0, m_layout.area.top(), width(), m_layout.area.height());
    paintHoverCard(painter, theme, card.title, std::move(card.rows), at.x(), home, size());
}

// Pointing

std::optional<std::size_t> PointsChart::pointAt(QPointF position) const {
    std::optional<std::size_t> nearest;
    double closest = kNear;
    for (const std::size_t each : model().order) {
        const double distance = m_layout.names[each].contains(position) ? 0 : QLineF(*pointOf(each), position).length();
        if (distance < closest) closest = distance, nearest = each;
    }
    return nearest;
}

void PointsChart::pointTo(std::optional<std::size_t> point) {
    if (m_at == point) return;
    m_at = point;
    update();
}

/// To the next point, or to the previous one for -1.
void PointsChart::walk(int step) {
    const auto& along = model().walked;
    const auto last = std::ssize(along) - 1;
    const auto now = m_at ? std::find(along.begin(), along.end(), *m_at) : along.end();
    const auto place = now == along.end() ? (step > 0 ? 0 : last) : now - along.begin() + step;
    pointTo(along[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, last))]);
}

void PointsChart::keyPressEvent(QKeyEvent* event) {
    if (model().walked.empty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down: return walk(1);
        case Qt::Key_Left:
        case Qt::Key_Up: return walk(-1);
        case Qt::Key_Home: return pointTo(model().walked.front());
        case Qt::Key_End: return pointTo(model().walked.back());
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
    if (!m_at && !model().walked.empty() && event->reason() != Qt::MouseFocusReason) walk(1);
    update();
}

void PointsChart::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    pointTo(std::nullopt);
}

void PointsChart::mouseMoveEvent(QMouseEvent* event) {
    pointTo(pointAt(event->position()));
    setCursor(m_at ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PointsChart::mousePressEvent(QMouseEvent*) { setFocus(Qt::MouseFocusReason); }

void PointsChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto at = pointAt(event->position())) emit chosen(*at);
}

void PointsChart::leaveEvent(QEvent*) { pointTo(std::nullopt); }

void PointsChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) refresh();
}

void PointsChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_layout = layoutPoints(*m_layout.model, size());
}

}  // namespace bubblescope
