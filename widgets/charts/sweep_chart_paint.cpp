// The painting of SweepChart: captions, and names at the ends of curves.

#include "widgets/charts/sweep_chart.h"

#include <QCoreApplication>

#include "engine/core/text.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/table.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Moves labels apart, as little as possible, so that none overlap.
void spread(std::vector<double>& centres, double distance, double top, double bottom) {
    for (std::size_t i = 0; i < centres.size(); ++i)
        centres[i] = std::max(centres[i], i == 0 ? top : centres[i - 1] + distance);
    for (std::size_t i = centres.size(); i-- > 0;)
        centres[i] = std::min(centres[i], i + 1 == centres.size() ? bottom : centres[i + 1] - distance);
}

/// `count` of `all` places, evenly spaced, including the first and the last.
std::vector<std::size_t> somePlaces(std::size_t all, std::size_t count) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < std::min(all, count); ++i)
        places.push_back(all <= count ? i : i * (all - 1) / std::max<std::size_t>(count - 1, 1));
    return places;
}

}  // namespace

QString SweepChart::xCaption() const {
    const QString name = axisName(m_study.path);
    if (m_study.path == "comm") {
        const QString text = titleWithUnit(name, m_quantity.timeUnit);
        return presentValue() ? text : tr("%1, the same for all links").arg(text);
    }
    if (m_study.path.isTime() && !m_quantity.timeUnit.isEmpty()) return titleWithUnit(name, m_quantity.timeUnit);
    if (m_study.path == "devices") {
        const double ratio = static_cast<double>(m_scenario.workload.microbatches) / m_scenario.workload.devices;
        return m_study.keepRatio ? tr("%1, MBS/D fixed at %2, log scale").arg(name, formatNumber(ratio, 4))
                                 : tr("%1, log scale").arg(name);
    }
    return isLogarithmic() ? tr("%1, log scale").arg(name) : name;
}

QString SweepChart::notice() const {
    if (m_outcomes.empty()) return tr("Choose a schedule to compare.");
    if (!m_study.isComplete()) return {};
    std::vector<const StudyPoint*> points;
    for (const auto& series : m_study.series)
        for (const auto& point : series)
            if (point) points.push_back(&*point);
    const auto all = [&](auto&& isSo) { return std::all_of(points.begin(), points.end(), isSo); };
    if (points.empty() || !all([](auto* point) { return !point->refusal.empty(); })) return {};
    if (all([](auto* point) { return point->isTooLarge; }))
        return tr("No curves: every point would exceed the limit of %1 operations.")
            .arg(toQString(withThousands(kMaxStudyOps)));
    if (all([&](auto* point) { return point->refusal == points.front()->refusal; }))
        return tr("No schedule can run: %1").arg(toQString(points.front()->refusal));
    return tr("No point can run. Hover over a value to see why.");
}

void SweepChart::paintCaptions(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    painter.setFont(uiFont(11));
    painter.setPen(theme.mutedText);
    const QFontMetricsF metrics(painter.font());
    const QString quantity = m_quantity.scaledTo(m_plot->yAxis->range().upper).caption();
    painter.drawText(QPointF(2, metrics.ascent()), showsPinned() ? tr("%1 · dashed: pinned").arg(quantity) : quantity);
    const bool isLow = m_plot->height() - area.bottom() < 30;  // the heading names the axis
    const QString caption = isLow ? QString() : xCaption();
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
    for (std::size_t s = 0; s < std::min(m_outcomes.size(), m_curves.size()); ++s) {
        auto& points = *m_curves[s].line->data();
        for (auto at = points.constEnd(); at != points.constBegin();) {
            --at;
            if (qIsNaN(at->value)) continue;
            names.push_back({m_plot->yAxis->coordToPixel(at->value), s});
            break;
        }
    }
    std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
    const std::size_t all = names.size(),
                      lines = static_cast<std::size_t>(std::max(1.0, area.height() / metrics.height() + 1));
    std::vector<Name> kept;
    for (const std::size_t place : somePlaces(all, lines)) kept.push_back(names[place]);
    names = std::move(kept);
    std::vector<double> centres;
    for (const Name& name : names) centres.push_back(name.y);
    spread(centres, metrics.height(), area.top(), area.bottom());
    if (names.size() < all) {
        const QRectF box(area.right() + 16, area.bottom() + metrics.height() / 2, m_nameRoom, metrics.height());
        painter.setPen(themeOf(palette()).mutedText);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(tr("and %1 more").arg(all - names.size()), Qt::ElideRight, m_nameRoom));
    }
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

}  // namespace bubblescope
