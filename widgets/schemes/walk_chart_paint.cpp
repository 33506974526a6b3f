// How a WalkChart looks: titles, legends and ends of its axes, marker and hover box.

#include "widgets/schemes/walk_chart.h"

#include <QLabel>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/hover_card.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kTitleBaseline = 12, kLegendBaseline = 27;
constexpr double kSwatch = 12, kSwatchGap = 4, kEntryGap = 10;
constexpr double kEndsBelow = 32;  // from the axis to the baseline of the words under it

}  // namespace

void WalkChart::paintWords(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    for (std::size_t p = 0; p < m_panels.size(); ++p) {
        const WalkPanel& panel = walkPanels()[p];
        const QRectF outer = m_panels[p].rect->outerRect();
        const double left = outer.left() + 16;
        painter.setFont(uiFont(12, QFont::DemiBold));
        painter.setPen(theme.text);
        QString title = walkText(panel.title);
        if (p == 0 && !m_timeUnit.isEmpty()) title = tr("%1, %2").arg(title, m_timeUnit);
        painter.drawText(QPointF(left, outer.top() + kTitleBaseline), title);
        painter.setFont(uiFont(11));
        if (panel.count > 1)
            paintLegend(painter, panel, QRectF(left, outer.top(), outer.right() - left, kLegendBaseline));
        paintEnds(painter, m_panels[p]);
    }
}

void WalkChart::paintLegend(QPainter& painter, const WalkPanel& panel, QRectF space) const {
    const Theme& theme = themeOf(palette());
    const QFontMetricsF metrics(painter.font());
    double x = space.left();
    const double y = space.bottom();
    for (std::size_t s = panel.first; s < panel.first + panel.count; ++s) {
        const WalkSeries& series = walkSeries()[s];
        if (m_curves[s].line->dataCount() == 0) continue;
        const QString name = walkText(series.name);
        if (x + kSwatch + kSwatchGap + metrics.horizontalAdvance(name) > space.right()) return;
        QPen pen = penOf(series, theme.id);
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        const double middle = y - metrics.xHeight() / 2;
        painter.drawLine(QPointF(x, middle), QPointF(x + kSwatch, middle));
        painter.setPen(theme.mutedText);
        x += kSwatch + kSwatchGap;
        painter.drawText(QPointF(x, y), name);
        x += metrics.horizontalAdvance(name) + kEntryGap;
    }
}

void WalkChart::paintEnds(QPainter& painter, const Panel& panel) const {
    if (m_walk.points.empty()) return;
    const QFontMetricsF metrics(painter.font());
    const QRectF area = panel.rect->rect();
    const double y = area.bottom() + kEndsBelow;
    painter.setPen(themeOf(palette()).mutedText);
    const QString from = m_from->text(), to = m_to->text();
    const double toWidth = metrics.horizontalAdvance(to), fromWidth = metrics.horizontalAdvance(from);
    if (from.isEmpty() && to.isEmpty()) {
        const QString number = toQString(m_walk.number);
        const QString name = m_axis.isLogarithmic ? tr("%1, log scale").arg(number) : number;
        painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(name), y), name);
        return;
    }
    if (fromWidth + toWidth + 12 > area.width() + 16) return;  // the slider says it
    painter.drawText(QPointF(area.left() - 4, y), from);
    painter.drawText(QPointF(area.right() + 8 - toWidth, y), to);
}

void WalkChart::paintMarker(QPainter& painter) const {
    const auto marker = markerValue();
    if (!marker) return;
    const Theme& theme = themeOf(palette());
    const StudyPoint* result = resultAt(*marker);
    const bool isHeld = isDragging() || m_slider->hasFocus();
    for (std::size_t p = 0; p < m_panels.size(); ++p) {
        const Panel& panel = m_panels[p];
        const QRectF area = panel.rect->rect();
        const double x = panel.x->coordToPixel(*marker);
        painter.setPen(QPen(isDragging() ? theme.accent : theme.text, 1.5));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        for (std::size_t s = walkPanels()[p].first; result && s < walkPanels()[p].first + walkPanels()[p].count; ++s) {
            const WalkSeries& series = walkSeries()[s];
            const double value = series.of(*result);
            if (qIsNaN(value)) continue;
            painter.setPen(QPen(theme.window, 1));
            painter.setBrush(colorOf(series, theme.id));
            painter.drawEllipse(QPointF(x, panel.y->coordToPixel(value)), 4, 4);
        }
        painter.setPen(QPen(isHeld ? theme.accent : theme.text, isHeld ? 2.5 : 1.5));
        painter.setBrush(theme.window);
        constexpr double kHandleRadius = 5;
        painter.drawEllipse(QPointF(x, area.bottom()), kHandleRadius, kHandleRadius);
    }
}

void WalkChart::paintHover(QPainter& painter) const {
    if (!m_hovered || *m_hovered >= m_walk.points.size()) return;
    const Theme& theme = themeOf(palette());
    const SchemeWalk::Point& point = m_walk.points[*m_hovered];
    std::vector<HoverRow> rows;
    for (std::size_t p = 0; p < m_panels.size(); ++p) {
        const Panel& panel = m_panels[p];
        const QRectF area = panel.rect->rect();
        const double x = panel.x->coordToPixel(point.value);
        painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        for (std::size_t s = walkPanels()[p].first; s < walkPanels()[p].first + walkPanels()[p].count; ++s) {
            const WalkSeries& series = walkSeries()[s];
            const double value = point.result ? series.of(*point.result) : qQNaN();
            if (qIsNaN(value)) continue;
            painter.setPen(QPen(theme.window, 1));
            painter.setBrush(colorOf(series, theme.id));
            painter.drawEllipse(QPointF(x, panel.y->coordToPixel(value)), 4, 4);
            const QString text = formatNumber(value, 4);
            rows.push_back({colorOf(series, theme.id), series.inFull(), text, {}, {}, p == m_hoveredPanel});
        }
    }
    if (rows.empty()) {
        const bool isAwaited = !point.result;
        const QString why = linesAt(*m_hovered).front();
        rows.push_back({isAwaited ? theme.mutedText : theme.error,
                        isAwaited ? tr("computing…") : tr("does not run"),
                        {},
                        {},
                        isAwaited ? QString() : why,
                        false});
    }
    QString title = valueText(m_walk, point.value);
    if (const QString meaning = meaningOf(m_walk, point.value); !meaning.isEmpty())
        title = tr("%1: %2").arg(title, meaning);
    const Panel& panel = m_panels[m_hoveredPanel];
    const QRectF outer = panel.rect->outerRect();
    const double bottom = m_scroll->viewport()->height() - m_plot->pos().y();
    const QRectF home(0, std::max(outer.top() + 4, -1.0 * m_plot->pos().y()), m_plot->width(), outer.height());
    paintHoverCard(painter, theme, title, std::move(rows), panel.x->coordToPixel(point.value), home,
                   QSizeF(m_plot->width(), std::max(60.0, bottom)));
}

}  // namespace bubblescope
