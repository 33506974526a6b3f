#include "widgets/charts/bar_chart.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/held_text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kTallestBar = 36, kTallestRow = 46, kGap = 7;

/// Elides each line to `width`.
QString elided(const QString& text, const QFontMetricsF& metrics, double width) {
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideMiddle, width);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

BarChart::BarChart(QWidget* parent) : QWidget(parent), m_plot(newPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->plotLayout()->setMargins(QMargins());
    m_plot->yAxis->setRangeReversed(true);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTickLabels(false);
        axis->grid()->setVisible(false);
    }
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintTexts(painter); });
    m_plot->installEventFilter(this);
    setAccessibleName(tr("Bar chart of all schedules"));
    stylePlot(*m_plot, themeOf(palette()));
}

void BarChart::setOutcomes(const std::vector<Outcome>& outcomes) {
    m_outcomes = outcomes;
    rebuild();
}

void BarChart::setQuantity(const ChartQuantity& quantity, Quantity bubble) {
    m_bubble = bubble;
    if (m_quantity == quantity) return;
    m_quantity = quantity;
    rebuild();
}

void BarChart::rebuild() {
    m_order.resize(m_outcomes.size());
    for (std::size_t i = 0; i < m_order.size(); ++i) m_order[i] = i;
    std::stable_sort(m_order.begin(), m_order.end(), [&](std::size_t a, std::size_t b) {
        const bool hasA = hasValue(a), hasB = hasValue(b);
        return hasA && hasB ? value(a) < value(b) : hasA && !hasB;
    });
    while (m_bars.size() < m_order.size()) {
        m_bars.push_back(new QCPBars(m_plot->yAxis, m_plot->xAxis));
        m_bars.back()->setPen(Qt::NoPen);
        m_bars.back()->setAntialiased(false);
        m_bars.back()->setWidthType(QCPBars::wtAbsolute);
    }
    double largest = 0;
    for (const std::size_t index : m_order)
        if (hasValue(index)) largest = std::max({largest, value(index), pinnedValue(index).value_or(0)});
    m_scaled = m_quantity.scaledTo(largest);
    QStringList spoken;
    for (std::size_t row = 0; row < m_bars.size(); ++row) {
        const bool isShown = row < m_order.size() && hasValue(m_order[row]);
        m_bars[row]->data()->clear();
        if (!isShown) continue;
        const Outcome& outcome = m_outcomes[m_order[row]];
        const double now = value(m_order[row]);
        m_bars[row]->addData(static_cast<double>(row), now);
        m_bars[row]->setBrush(outcome.color);
        const auto then = pinnedValue(m_order[row]);
        const QString value = m_scaled.text(now);
        spoken << tr("%1: %2").arg(outcome.title,
                                   then ? tr("%1, %2 vs pinned").arg(value, m_scaled.difference(now - *then)) : value);
    }
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    const double end = roundedUp(largest);
    m_plot->xAxis->setRange(0, end > 0 ? end : 1);
    arrange();
}

std::optional<double> BarChart::pinnedValue(std::size_t index) const {
    const Run* const pinned = m_outcomes[index].pinned();
    return pinned ? std::optional(m_quantity.of(*pinned)) : std::nullopt;
}

bool BarChart::isAnyPinned() const {
    return std::any_of(m_outcomes.begin(), m_outcomes.end(), [](const Outcome& o) { return o.pinned() != nullptr; });
}

QString BarChart::textOf(std::size_t index) const {
    const double now = value(index);
    const auto then = pinnedValue(index);
    if (!then) return m_scaled.text(now);
    const bool hasRoom = rowHeight() >= 2 * QFontMetricsF(textFont()).height();
    return m_scaled.text(now) + (hasRoom ? QStringLiteral("\n") : QStringLiteral("  ")) +
           m_scaled.difference(now - *then);
}

QString BarChart::nameOf(const Outcome& outcome) const {
    const QFontMetricsF metrics(textFont());
    const qsizetype comma = outcome.title.lastIndexOf(QLatin1String(", "));
    const bool isLong = metrics.horizontalAdvance(outcome.title) > width() * 0.32;
    if (comma < 0 || !isLong || rowHeight() < 2 * metrics.height()) return outcome.title;
    return QString(outcome.title).replace(comma, 2, QStringLiteral(",\n"));
}

QFont BarChart::textFont() const { return uiFont(std::clamp(rowHeight() * 0.7, 8.0, 12.0)); }

double BarChart::rowHeight() const {
    return m_order.empty() ? kTallestRow : std::min(kTallestRow, height() / static_cast<double>(m_order.size()));
}

void BarChart::arrange() {
    const QFontMetricsF metrics(textFont());
    double names = 0, values = 0;
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        names = std::max(names, metrics.size(0, nameOf(m_outcomes[i])).width());
        if (m_outcomes[i].run) values = std::max(values, metrics.size(0, textOf(i)).width());
    }
    // Names are shortened before bars are.
    const double left = std::min(std::ceil(names) + 1, width() * 0.42) + kGap;
    const double right = std::min(values + kGap + 2, width() * (isAnyPinned() ? 0.42 : 0.35));
    m_plot->axisRect()->setMargins(QMargins(qCeil(left), 0, qCeil(right), 0));
    const double rows = height() / rowHeight();
    const double spare = (rows - static_cast<double>(m_order.size())) / 2;
    m_plot->yAxis->setRange(-0.5 - spare, static_cast<double>(m_order.size()) - 0.5 + spare);
    for (QCPBars* bars : m_bars) bars->setWidth(std::max(2.0, std::min(kTallestBar, std::floor(rowHeight() * 0.78))));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BarChart::paintTexts(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    painter.setFont(textFont());
    const QFontMetricsF metrics(painter.font());
    if (m_outcomes.empty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(m_plot->viewport(), Qt::AlignCenter | Qt::TextWordWrap, tr("Choose a schedule to compare."));
        return;
    }
    for (std::size_t row = 0; row < m_order.size(); ++row) {
        const Outcome& outcome = m_outcomes[m_order[row]];
        const double y = m_plot->yAxis->coordToPixel(static_cast<double>(row)), half = rowHeight() / 2;
        const QRectF nameBox(0, y - half, area.left() - kGap, 2 * half);
        const bool isOver = outcome.run && outcome.run->workerOverLimit();
        painter.setPen(isOver ? theme.error : theme.mutedText);
        painter.drawText(nameBox, Qt::AlignRight | Qt::AlignVCenter, elided(nameOf(outcome), metrics, nameBox.width()));
        if (!hasValue(m_order[row])) {
            const QRectF box(area.left(), y - half, m_plot->viewport().right() - area.left(), 2 * half);
            const QString why = outcome.run           ? tr("no value")
                                : outcome.isAwaited() ? outcome.awaitedText()
                                                      : outcome.refusal;
            painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.elidedText(why, Qt::ElideRight, box.width()));
            continue;
        }
        double furthest = value(m_order[row]);
        if (const auto then = pinnedValue(m_order[row])) {
            const double bar = m_bars[row]->width() / 2, end = std::floor(m_plot->xAxis->coordToPixel(*then));
            painter.setPen(QPen(theme.text, 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(area.left(), y - bar, end - area.left(), 2 * bar).adjusted(0.5, 0.5, -0.5, -0.5));
            furthest = std::max(furthest, *then);
        }
        const double x = std::floor(m_plot->xAxis->coordToPixel(furthest)) + kGap;
        painter.setPen(theme.text);
        painter.drawText(QRectF(x, y - half, m_plot->viewport().right() - x + 1, 2 * half),
                         Qt::AlignLeft | Qt::AlignVCenter, textOf(m_order[row]));
    }
}

QString BarChart::toolTipOf(const Outcome& outcome) const {
    if (!outcome.run) return outcome.refusal.isEmpty() ? QString() : tr("%1: %2").arg(outcome.title, outcome.refusal);
    QStringList lines{outcome.title};
    for (const Quantity metric : chartMetrics()) {
        const ChartQuantity quantity{metric == Quantity::BubbleRatio ? m_bubble : metric, m_quantity.timeUnit};
        const double now = quantity.of(*outcome.run);
        if (std::isnan(now)) continue;
        const QString line = tr("%1: %2").arg(quantity.caption(), quantity.fullText(now));
        const Run* const pinned = outcome.pinned();
        lines << (pinned ? tr("%1 (%2 vs pinned)").arg(line, quantity.difference(now - quantity.of(*pinned))) : line);
    }
    if (const QString over = overLimitText(*outcome.run); !over.isEmpty())
        lines << tr("over the memory limit: %1").arg(over);
    if (const QString copies = copiesText(*outcome.run->timeline->program); !copies.isEmpty()) lines << copies;
    if (!outcome.run->step) lines << formatOverBound(outcome.run->metrics.overBound()) << boundTip();
    return tipHtml(lines.join(QLatin1Char('\n')));
}

Table BarChart::table() const {
    QStringList keys{QStringLiteral("schedule"), m_quantity.caption()};
    if (isAnyPinned()) keys << tr("%1, pinned").arg(m_quantity.caption());
    std::vector<std::vector<TableValue>> rows;
    for (std::size_t index : m_order)
        rows.push_back({m_outcomes[index].title, hasValue(index) ? TableValue(value(index)) : TableValue(),
                        cellOf(pinnedValue(index))});
    return valueTable(keys, std::move(rows));
}

QSize BarChart::minimumSizeHint() const { return {140, 60}; }

void BarChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    stylePlot(*m_plot, themeOf(palette()));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BarChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool BarChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const double row = std::round(m_plot->yAxis->pixelToCoord(help->pos().y()));
        const bool isRow = row >= 0 && row < static_cast<double>(m_order.size());
        QToolTip::showText(help->globalPos(),
                           isRow ? toolTipOf(m_outcomes[m_order[static_cast<std::size_t>(row)]]) : QString(), m_plot);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace bubblescope
