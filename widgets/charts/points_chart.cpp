#include "widgets/charts/points_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QVBoxLayout>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/hover_card.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/theme.h"

namespace bubblescope {

PointsChart::PointsChart(const QString& name, const QMargins& margins, QWidget* parent)
    : QWidget(parent), m_plot(newPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(name);
    m_plot->plotLayout()->setMargins(QMargins());
    m_plot->axisRect()->setMargins(margins);
    m_plot->xAxis->grid()->setVisible(true);
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintGround(painter); });
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintPoints(painter); });
    paintOnLayer(*m_plot, kHoverLayer, [this](QPainter& painter) { paintHover(painter); });
    m_plot->installEventFilter(this);
    stylePlot(*m_plot, themeOf(palette()));
}

void PointsChart::pointTo(std::optional<std::size_t> point) {
    if (m_at == point) return;
    m_at = point;
    replotLayer(*m_plot, kHoverLayer);
}

void PointsChart::paintCaptions(QPainter& painter, const QString& upwards, const QString& along) const {
    const QFont font = uiFont(11);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(themeOf(palette()).mutedText);
    painter.drawText(QPointF(2, metrics.ascent()), upwards);
    const double right = QRectF(m_plot->axisRect()->rect()).right();
    painter.drawText(QPointF(right - metrics.horizontalAdvance(along), m_plot->height() - metrics.descent() - 2),
                     along);
}

void PointsChart::paintPointed(QPainter& painter, const QPointF& at, double radius, const QStringList& lines,
                               const QColor& color, std::size_t values) const {
    const Theme& theme = themeOf(palette());
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.text, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, radius, radius);
    std::vector<HoverRow> rows;
    for (const QString& line : lines.mid(1)) {
        const qsizetype colon = line.lastIndexOf(QLatin1String(": "));
        const bool isValue = colon > 0 && rows.size() < values;
        rows.push_back({color, isValue ? line.left(colon) : line, isValue ? line.mid(colon + 2) : QString()});
    }
    const QRectF area = m_plot->axisRect()->rect();
    paintHoverCard(painter, theme, lines.front(), std::move(rows), at.x(),
                   {0, area.top(), static_cast<double>(m_plot->width()), area.height()}, m_plot->size());
}

void PointsChart::keyPressEvent(QKeyEvent* event) {
    const std::vector<std::size_t> points = walked();
    if (points.empty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down: return walk(1);
        case Qt::Key_Left:
        case Qt::Key_Up: return walk(-1);
        case Qt::Key_Home: return pointTo(points.front());
        case Qt::Key_End: return pointTo(points.back());
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_at) emit chosen(*m_at);
            return;
        default: QWidget::keyPressEvent(event);
    }
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
    stylePlot(*m_plot, themeOf(palette()));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PointsChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

}  // namespace bubblescope
