// How a SweepChart looks: captions, names at the ends of curves, marker and hover box.

#include "widgets/charts/sweep_chart.h"

#include "engine/core/text.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/hover_card.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Moves labels apart so that none overlap, as little as possible from where they belong.
void spread(std::vector<double>& centres, double distance, double top, double bottom) {
    for (std::size_t i = 0; i < centres.size(); ++i)
        centres[i] = std::max(centres[i], i == 0 ? top : centres[i - 1] + distance);
    for (std::size_t i = centres.size(); i-- > 0;)
        centres[i] = std::min(centres[i], i + 1 == centres.size() ? bottom : centres[i + 1] - distance);
}

}  // namespace

QString SweepChart::xCaption() const {
    const SweepAxisInfo& info = infoOf(m_sweep.axis);
    const QString name =
        toQString(info.symbol) + QChar(' ') + QCoreApplication::translate("axis", std::string(info.title).c_str());
    if (m_sweep.axis == SweepAxis::Comm) {
        const QString text = m_quantity.timeUnit.isEmpty() ? name : name + QStringLiteral(", ") + m_quantity.timeUnit;
        return presentValue(m_scenario, m_sweep.axis) ? text : tr("%1, in place of the matrix").arg(text);
    }
    if (m_sweep.axis == SweepAxis::Devices) {
        const double ratio = static_cast<double>(m_scenario.workload.microbatches) / m_scenario.workload.devices;
        return m_sweep.keepRatio ? tr("%1, MBS/D kept at %2, log scale").arg(name, formatNumber(ratio, 4))
                                 : tr("%1, log scale").arg(name);
    }
    return isLogarithmic() ? tr("%1, log scale").arg(name) : name;
}

QString SweepChart::notice() const {
    if (m_outcomes.empty()) return tr("Choose a schedule to compare.");
    if (!m_sweep.complete) return {};
    std::vector<const StudyPoint*> points;
    for (const auto& series : m_sweep.series)
        for (const auto& point : series)
            if (point) points.push_back(&*point);
    const auto all = [&](auto&& isSo) { return std::all_of(points.begin(), points.end(), isSo); };
    if (points.empty() || !all([](auto* point) { return !point->refusal.empty(); })) return {};
    if (all([](auto* point) { return point->isTooLarge; }))
        return tr("No curves: each point would run more than %1 operations, which is where curves stop.")
            .arg(toQString(withThousands(kMaxSweepOps)));
    if (all([&](auto* point) { return point->refusal == points.front()->refusal; }))
        return tr("No schedule runs here: %1").arg(toQString(points.front()->refusal));
    return tr("No point of a curve runs here. Point at one for the reasons.");
}

void SweepChart::paintCaptions(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    painter.setFont(uiFont(11));
    painter.setPen(theme.mutedText);
    const QFontMetricsF metrics(painter.font());
    const QString quantity = m_quantity.caption();
    painter.drawText(QPointF(2, metrics.ascent()), showsPinned() ? tr("%1 · dashed: pinned").arg(quantity) : quantity);
    const QString caption = xCaption();
    const double width = symbolsWidth(painter.font(), caption);
    const double x = std::max(2.0, std::min(area.right() - width, m_plot->width() - width - 2.0));
    drawSymbols(painter, {x, m_plot->height() - metrics.descent() - 2}, caption);

    const QString message = notice();
    if (message.isEmpty()) return;
    const QRectF box = area.adjusted(8, 0, -8, 0);
    painter.fillRect(painter.boundingRect(box, Qt::AlignCenter | Qt::TextWordWrap, message).adjusted(-6, -4, 6, 4),
                     theme.window);
    painter.drawText(box, Qt::AlignCenter | Qt::TextWordWrap, message);
}

void SweepChart::paintCurveNames(QPainter& painter) const {
    if (m_nameRoom <= 0) return;
    const QRectF area = m_plot->axisRect()->rect();
    painter.setFont(uiFont(11));
    const QFontMetricsF metrics(painter.font());
    struct Name {
        double y;
        std::size_t schedule;
    };
    std::vector<Name> names;
    for (std::size_t s = 0; s < std::min(m_outcomes.size(), m_lines.size()); ++s) {
        auto& points = *m_lines[s]->data();
        for (auto at = points.constEnd(); at != points.constBegin();) {
            --at;
            if (qIsNaN(at->value)) continue;
            names.push_back({m_plot->yAxis->coordToPixel(at->value), s});
            break;
        }
    }
    std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
    std::vector<double> centres;
    for (const Name& name : names) centres.push_back(name.y);
    spread(centres, metrics.height(), area.top(), area.bottom());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Outcome& outcome = m_outcomes[names[i].schedule];
        const QRectF box(area.right() + 16, centres[i] - metrics.height() / 2, m_nameRoom, metrics.height());
        painter.setPen(QPen(outcome.color, 2));
        painter.drawLine(QPointF(box.left() - 12, centres[i]), QPointF(box.left() - 5, centres[i]));
        painter.setPen(themeOf(palette()).mutedText);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(nameOf(names[i].schedule), Qt::ElideMiddle, m_nameRoom));
    }
}

void SweepChart::paintMarker(QPainter& painter) const {
    const auto marker = markerValue();
    if (!marker || m_sweep.values.empty()) return;
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    const double x = m_plot->xAxis->coordToPixel(*marker);
    painter.setPen(QPen(m_dragged ? theme.accent : theme.text, 1.5));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const double presentX = m_plot->xAxis->coordToPixel(*presentValue(m_scenario, m_sweep.axis));
    for (const Outcome& outcome : m_outcomes) {
        if (!outcome.run) continue;
        painter.setPen(QPen(theme.window, 1));
        painter.setBrush(outcome.color);
        const double y = m_plot->yAxis->coordToPixel(m_quantity.of(*outcome.run));
        painter.drawEllipse(QPointF(presentX, y), 4, 4);
    }
    painter.setPen(QPen(hasFocus() || m_dragged ? theme.accent : theme.text, hasFocus() ? 2.5 : 1.5));
    painter.setBrush(theme.window);
    constexpr double kHandleRadius = 5;
    painter.drawEllipse(QPointF(x, area.bottom()), kHandleRadius, kHandleRadius);
}

void SweepChart::paintHover(QPainter& painter) const {
    if (!m_hovered || *m_hovered >= m_sweep.values.size()) return;
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    const double x = m_plot->xAxis->coordToPixel(m_sweep.values[*m_hovered]);
    painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const std::vector<Row> rows = rowsAt(*m_hovered);
    if (m_nearest && *m_nearest < m_lines.size()) {
        QPolygonF line;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_outcomes[*m_nearest].color, 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        auto& points = *m_lines[*m_nearest]->data();
        for (const QCPGraphData& point : points) {
            if (qIsNaN(point.value)) {
                painter.drawPolyline(line);
                line.clear();
            } else {
                line << QPointF(m_plot->xAxis->coordToPixel(point.key), m_plot->yAxis->coordToPixel(point.value));
            }
        }
        painter.drawPolyline(line);
    }
    for (const Row& row : rows) {
        if (!row.point->refusal.empty()) continue;
        painter.setPen(QPen(theme.window, 1));
        painter.setBrush(m_outcomes[row.schedule].color);
        painter.drawEllipse(QPointF(x, m_plot->yAxis->coordToPixel(m_quantity.of(*row.point))), 4, 4);
    }
    paintHoverBox(painter, x, rows);
}

void SweepChart::paintHoverBox(QPainter& painter, double x, const std::vector<Row>& rows) const {
    std::vector<HoverRow> shown;
    for (const Row& row : rows) {
        const bool isRefused = !row.point->refusal.empty();
        shown.push_back({m_outcomes[row.schedule].color, nameOf(row.schedule), isRefused ? QString() : rowText(row),
                         QString(), isRefused ? rowText(row) : QString(), m_nearest == row.schedule});
    }
    const QRectF home(0, m_plot->axisRect()->top(), m_plot->width(), m_plot->axisRect()->height());
    paintHoverCard(painter, themeOf(palette()),
                   axisValueText(m_sweep.axis, m_sweep.values[*m_hovered], m_quantity.timeUnit), std::move(shown), x,
                   home, m_plot->size());
}

}  // namespace bubblescope
