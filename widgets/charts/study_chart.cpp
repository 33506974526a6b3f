#include "widgets/charts/study_chart.h"

#include <QApplication>
#include <QMouseEvent>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plot_library.h"
#include "widgets/shown/scenario_edit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr double kNearMarker = 7, kNearCurve = 28;

void paintDot(QPainter& painter, const Theme& theme, QPointF centre, const QColor& color) {
    painter.setPen(QPen(theme.window, 1));
    painter.setBrush(color);
    painter.drawEllipse(centre, 4, 4);
}

void paintUpright(QPainter& painter, double x, const QRectF& area, const QPen& pen) {
    painter.setPen(pen);
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
}

}  // namespace

StudyChart::StudyChart(const Manner& manner, QWidget* parent)
    : QWidget(parent), m_plot(newPlot(this)), m_manner(manner) {
    m_plot->installEventFilter(this);
    paintOnLayer(*m_plot, kMarkerLayer, [this](QPainter& painter) { paintMarker(painter); });
    paintOnLayer(*m_plot, kHoverLayer, [this](QPainter& painter) { paintHover(painter); });
}

void StudyChart::style() { stylePlot(*m_plot, themeOf(palette())); }

void StudyChart::showMarker() { replotLayer(*m_plot, kMarkerLayer); }

void StudyChart::moveTo(double value, int gesture) {
    if (markerValue() == value) return;
    if (isDragging()) {
        m_dragged = value;
        showMarker();
    }
    emit valueDragged(m_study.path.text, value, gesture);
}

std::size_t StudyChart::panelAt(QPointF position) const {
    std::size_t best = 0;
    for (std::size_t p = 0; p < m_panels.size(); ++p)
        if (m_panels[p].rect->outerRect().contains(position.toPoint())) best = p;
    return best;
}

/// The value nearest to the mouse, if the mouse is in a panel.
std::optional<std::size_t> StudyChart::valueAt(QPointF position) const {
    const Panel& panel = m_panels[panelAt(position)];
    if (!panel.rect->rect().marginsAdded(m_manner.reach).contains(position.toPoint())) return std::nullopt;
    std::optional<std::size_t> best;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_study.values.size(); ++i) {
        const double away = std::abs(panel.x->coordToPixel(m_study.values[i]) - position.x());
        if (away < distance) distance = away, best = i;
    }
    return best;
}

bool StudyChart::isOnMarker(QPointF position) const {
    const auto marker = markerValue();
    return marker && std::abs(m_panels[panelAt(position)].x->coordToPixel(*marker) - position.x()) <= kNearMarker;
}

void StudyChart::hover(QPointF position) {
    std::optional<Spot> spot;
    const std::size_t panel = panelAt(position);
    if (const auto value = valueAt(position)) {
        spot = {*value, panel, std::nullopt};
        double closest = kNearCurve;
        for (const Reading& reading : m_manner.marksCurves ? readingsAt(*value) : std::vector<Reading>()) {
            const double away = std::abs(m_panels[panel].y->coordToPixel(reading.y) - position.y());
            if (away < closest) closest = away, spot->curve = reading.curve;
        }
        m_plot->setCursor(isOnMarker(position) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    } else {
        m_plot->unsetCursor();
    }
    m_plot->setToolTip(spot ? QString() : m_panels[panel].tip);
    if (m_spot == spot) return;
    m_spot = spot;
    replotLayer(*m_plot, kHoverLayer);
}

void StudyChart::leave() {
    m_plot->unsetCursor();
    if (!m_spot) return;
    m_spot.reset();
    replotLayer(*m_plot, kHoverLayer);
}

void StudyChart::press(QPointF position) {
    m_isPressed = true;
    m_pressedAt = position;
    m_gesture = newGesture();
    m_lastKey.invalidate();
    if (isOnMarker(position)) m_dragged = markerValue();
}

void StudyChart::release(QPointF position) {
    m_isPressed = false;
    const bool wasDragged = m_dragged.has_value();
    m_dragged.reset();
    const auto value = valueAt(position);
    const auto ran = [&](std::size_t schedule) { return m_study.ran(schedule, *value) != nullptr; };
    if (!wasDragged && value && (m_manner.goesToRefused || ran(0))) moveTo(m_study.values[*value], m_gesture);
    showMarker();
    hover(position);
}

void StudyChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void StudyChart::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    replotLayer(*m_plot, kMarkerLayer);
}

void StudyChart::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    replotLayer(*m_plot, kMarkerLayer);
}

bool StudyChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_plot) return QWidget::eventFilter(watched, event);
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            setFocus(Qt::MouseFocusReason);
            if (mouse->button() != Qt::LeftButton || !markerValue() || m_study.values.empty()) return false;
            if (!m_manner.isDraggedAnywhere && !valueAt(mouse->position())) return false;
            return press(mouse->position()), true;
        case QEvent::MouseMove:
            if (m_isPressed && !m_dragged &&
                (mouse->position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
                m_dragged = markerValue();
            if (!m_dragged) return hover(mouse->position()), true;
            leave();
            m_plot->setCursor(Qt::SizeHorCursor);
            if (const auto value = markerNear(m_panels[panelAt(m_pressedAt)].x->pixelToCoord(mouse->position().x())))
                moveTo(*value, m_gesture);
            return true;
        case QEvent::MouseButtonRelease:
            if (!m_isPressed || mouse->button() != Qt::LeftButton) return false;
            return release(mouse->position()), true;
        case QEvent::MouseButtonDblClick: return true;
        case QEvent::Leave: leave(); return false;
        default: return false;
    }
}

void StudyChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    style();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void StudyChart::paintMarker(QPainter& painter) const {
    const auto marker = markerValue();
    if (!marker || m_study.values.empty()) return;
    const Theme& theme = themeOf(palette());
    const bool isHeld = isDragging() || hasFocus();
    const std::vector<Reading> readings = readingsAtMarker();
    for (std::size_t p = 0; p < m_panels.size(); ++p) {
        const Panel& panel = m_panels[p];
        const QRectF area = panel.rect->rect();
        const double x = panel.x->coordToPixel(*marker);
        paintUpright(painter, x, area, QPen(isDragging() ? theme.accent : theme.text, 1.5));
        for (const Reading& reading : readings)
            if (reading.panel == p && !std::isnan(reading.y))
                paintDot(painter, theme, {panel.x->coordToPixel(reading.x), panel.y->coordToPixel(reading.y)},
                         reading.row.color);
        painter.setPen(QPen(isHeld ? theme.accent : theme.text, isHeld ? 2.5 : 1.5));
        painter.setBrush(theme.window);
        constexpr double kHandleRadius = 5;
        painter.drawEllipse(QPointF(x, area.bottom()), kHandleRadius, kHandleRadius);
    }
}

/// Paints a curve again, thicker, to highlight it.
void StudyChart::paintStrong(QPainter& painter, std::size_t curve) const {
    const QCPGraph& line = *m_curves[curve].line;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(line.pen().color(), 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QPolygonF piece;
    for (const QCPGraphData& point : *line.data()) {
        if (!std::isnan(point.value)) {
            piece << QPointF(line.keyAxis()->coordToPixel(point.key), line.valueAxis()->coordToPixel(point.value));
            continue;
        }
        painter.drawPolyline(piece);
        piece.clear();
    }
    painter.drawPolyline(piece);
}

void StudyChart::paintHover(QPainter& painter) const {
    if (!m_spot || m_spot->value >= m_study.values.size()) return;
    const Theme& theme = themeOf(palette());
    const auto xIn = [&](const Panel& panel) { return panel.x->coordToPixel(m_study.values[m_spot->value]); };
    for (const Panel& panel : m_panels)
        paintUpright(painter, xIn(panel), panel.rect->rect(), QPen(theme.mutedText, 1, Qt::DashLine));
    if (m_spot->curve && *m_spot->curve < m_curves.size()) paintStrong(painter, *m_spot->curve);
    std::vector<HoverRow> rows;
    for (Reading& reading : readingsAt(m_spot->value)) {
        const Panel& panel = m_panels[reading.panel];
        if (!std::isnan(reading.y))
            paintDot(painter, theme, {xIn(panel), panel.y->coordToPixel(reading.y)}, reading.row.color);
        reading.row.isMarked = m_manner.marksCurves ? m_spot->curve == reading.curve
                                                    : !std::isnan(reading.y) && reading.panel == m_spot->panel;
        rows.push_back(std::move(reading.row));
    }
    const Card card = cardAt(m_spot->value, m_spot->panel);
    paintHoverCard(painter, theme, card.title, std::move(rows), xIn(m_panels[m_spot->panel]), card.home, card.bounds);
}

}  // namespace bubblescope
