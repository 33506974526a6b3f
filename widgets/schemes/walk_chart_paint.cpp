// Painting of a WalkChart: titles, legends and the ends of its axes.

#include "widgets/schemes/walk_chart.h"

#include <QLabel>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"

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
        QString title = Text::tr(panel.title);
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
        const QString name = Text::tr(series.name);
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
    if (m_study.values.empty()) return;
    const QFontMetricsF metrics(painter.font());
    const QRectF area = panel.rect->rect();
    const double y = area.bottom() + kEndsBelow;
    painter.setPen(themeOf(palette()).mutedText);
    const QString from = m_from->text(), to = m_to->text();
    const double toWidth = metrics.horizontalAdvance(to), fromWidth = metrics.horizontalAdvance(from);
    if (from.isEmpty() && to.isEmpty()) {
        const QString number = toQString(numberOf(m_study));
        const QString name = m_axis.isLog ? tr("%1, log scale").arg(number) : number;
        painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(name), y), name);
        return;
    }
    if (fromWidth + toWidth + 12 > area.width() + 16) return;  // the slider shows it
    painter.drawText(QPointF(area.left() - 4, y), from);
    painter.drawText(QPointF(area.right() + 8 - toWidth, y), to);
}

}  // namespace bubblescope
