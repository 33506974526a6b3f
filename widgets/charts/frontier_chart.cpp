#include "widgets/charts/frontier_chart.h"

#include <QFocusEvent>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/held_text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kTop = 20, kBottom = 38, kLeft = 46, kRight = 20;
constexpr double kRadius = 5, kQuietRadius = 3.5, kNear = 14, kWidestName = 150;

ChartQuantity held() { return {Quantity::PeakActivations, {}}; }

}  // namespace

FrontierChart::FrontierChart(QWidget* parent)
    : PointsChart(tr("Frontier of all schedules against peak activations"), {kLeft, kTop, kRight, kBottom}, parent) {
    rebuild();
}

void FrontierChart::setOutcomes(const std::vector<Outcome>& outcomes) {
    m_outcomes.erase(m_outcomes.begin(), m_outcomes.begin() + static_cast<std::ptrdiff_t>(m_compared));
    m_outcomes.insert(m_outcomes.begin(), outcomes.begin(), outcomes.end());
    m_compared = outcomes.size();
    rebuild();
}

void FrontierChart::setOthers(const std::vector<Outcome>& others) {
    m_outcomes.resize(m_compared);
    m_outcomes.insert(m_outcomes.end(), others.begin(), others.end());
    rebuild();
}

ChartQuantity FrontierChart::scaled() const { return m_quantity.scaledTo(m_plot->yAxis->range().upper); }

void FrontierChart::setQuantity(const ChartQuantity& quantity) {
    if (m_quantity == quantity) return;
    m_quantity = quantity;
    rebuild();
}

void FrontierChart::setLimit(std::optional<double> limit) {
    if (m_limit == limit) return;
    m_limit = limit;
    rebuild();
}

double FrontierChart::heldBy(std::size_t outcome) const { return held().of(*m_outcomes[outcome].run); }
double FrontierChart::valueOf(std::size_t outcome) const { return m_quantity.of(*m_outcomes[outcome].run); }
HeldAndValue FrontierChart::placeOf(std::size_t outcome) const { return {heldBy(outcome), valueOf(outcome)}; }
bool FrontierChart::isOver(std::size_t outcome) const { return m_outcomes[outcome].run->workerOverLimit().has_value(); }

double FrontierChart::radiusOf(std::size_t outcome) const { return isQuiet(outcome) ? kQuietRadius : kRadius; }

bool FrontierChart::isBest(std::size_t outcome) const {
    return std::find(m_frontier.begin(), m_frontier.end(), outcome) != m_frontier.end();
}

std::optional<std::size_t> FrontierChart::beats(std::size_t outcome) const {
    for (const std::size_t other : m_frontier)
        if (bubblescope::beats(placeOf(other), placeOf(outcome))) return other;
    return std::nullopt;
}

void FrontierChart::rebuild() {
    m_ran.clear();
    for (std::size_t i = 0; i < m_outcomes.size(); ++i)
        if (m_outcomes[i].run && std::isfinite(valueOf(i)) && std::isfinite(heldBy(i))) m_ran.push_back(i);
    std::stable_sort(m_ran.begin(), m_ran.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(heldBy(a), valueOf(a)) < std::pair(heldBy(b), valueOf(b));
    });
    std::vector<HeldAndValue> places;
    for (const std::size_t each : m_ran) places.push_back(placeOf(each));
    m_frontier.clear();
    for (const std::size_t each : frontierOf(places)) m_frontier.push_back(m_ran[each]);
    if (m_at && std::find(m_ran.begin(), m_ran.end(), *m_at) == m_ran.end()) m_at.reset();
    QStringList spoken;
    for (const std::size_t each : m_ran) spoken << linesOf(each).join(QStringLiteral(", "));
    setAccessibleDescription(notice() + spoken.join(QStringLiteral("; ")));

    double most = m_limit.value_or(0), worst = 0;
    for (const std::size_t each : m_ran) {
        most = std::max(most, heldBy(each)), worst = std::max(worst, valueOf(each));
        if (const Run* pinned = m_outcomes[each].pinned())
            most = std::max(most, held().of(*pinned)), worst = std::max(worst, m_quantity.of(*pinned));
    }
    m_plot->xAxis->setRange(0, most > 0 ? roundedUp(most * 1.02) : 1);
    m_plot->yAxis->setRange(0, worst > 0 ? roundedUp(worst) : 1);
    arrange();
}

void FrontierChart::arrange() {
    const double width = m_plot->width() - kLeft - kRight, height = m_plot->height() - kTop - kBottom;
    setTicks(*m_plot->xAxis, held(), std::clamp(static_cast<int>(width / 60), 2, 8));
    setTicks(*m_plot->yAxis, scaled(), std::clamp(static_cast<int>(height / 40), 2, 5));
    m_names.clear();  // placed when the axes are in place
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<QPointF> FrontierChart::pointOf(std::size_t outcome) const {
    if (outcome >= m_outcomes.size() || !m_outcomes[outcome].run) return std::nullopt;
    return QPointF(m_plot->xAxis->coordToPixel(heldBy(outcome)), m_plot->yAxis->coordToPixel(valueOf(outcome)));
}

QPolygonF FrontierChart::steps() const {
    if (m_frontier.empty()) return {};
    const QRectF area = m_plot->axisRect()->rect();
    QPolygonF steps{{pointOf(m_frontier.front())->x(), area.top()}};
    for (const std::size_t each : m_frontier) {
        const QPointF at = *pointOf(each);
        steps << QPointF(at.x(), steps.back().y()) << at;
    }
    return steps << QPointF(area.right(), steps.back().y());
}

std::optional<QPointF> FrontierChart::pinnedPointOf(std::size_t outcome) const {
    const Run* const pinned = m_outcomes[outcome].pinned();
    if (!pinned) return std::nullopt;
    return QPointF(m_plot->xAxis->coordToPixel(held().of(*pinned)),
                   m_plot->yAxis->coordToPixel(m_quantity.of(*pinned)));
}

/// The areas that names must not cover: points, the frontier, the limit, and the lines from pinned points.
std::vector<QRectF> FrontierChart::takenByLines() const {
    const QRectF area = m_plot->axisRect()->rect();
    std::vector<QRectF> taken;
    const auto addPoint = [&](QPointF at, double radius) {
        taken.emplace_back(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius);
    };
    for (const std::size_t each : m_ran) {
        const QPointF at = *pointOf(each);
        addPoint(at, radiusOf(each));
        if (const auto then = pinnedPointOf(each))
            for (int step = 0; step <= 20; ++step)
                addPoint(at + (*then - at) * (step / 20.0), step == 20 ? kRadius : 2);
    }
    const QPolygonF line = steps();
    for (qsizetype i = 1; i < line.size(); ++i)
        taken.push_back(QRectF(line[i - 1], line[i]).normalized().adjusted(-1, -1, 1, 1));
    if (m_limit) taken.emplace_back(m_plot->xAxis->coordToPixel(*m_limit) - 1, area.top(), 2, area.height());
    return taken;
}

/// Places names next to their points, compared and best schedules first; if neither side is free, further up or down
/// with a line to the point; if that is not free either, the name is left out.
void FrontierChart::placeNames() const {
    m_names.assign(m_outcomes.size(), QRectF());
    const QFontMetricsF metrics(uiFont(11));
    const QRectF area = QRectF(m_plot->axisRect()->rect()).adjusted(2, -kTop / 2.0, kRight - 2, 0);
    std::vector<QRectF> taken = takenByLines();
    std::vector<std::size_t> order = m_frontier;
    for (const std::size_t each : m_ran)
        if (!isBest(each)) order.push_back(each);
    std::stable_partition(order.begin(), order.end(), [&](std::size_t each) { return !isQuiet(each); });
    for (const std::size_t each : order) {
        const QPointF at = *pointOf(each);
        const QSizeF size(std::min(metrics.horizontalAdvance(m_outcomes[each].title) + 1, kWidestName),
                          metrics.height());
        const double gap = kRadius + 3;
        std::vector<QPointF> centres;  // relative to the point
        const double beside = gap + size.width() / 2, over = gap + size.height() / 2;
        for (const double x : {beside, -beside})
            for (const double y : {0.0, 5 - over, over - 5}) centres.emplace_back(x, y);
        for (int row = 0; row < 6; ++row)
            for (const double side : {0.0, 0.5, -0.5, 0.9, -0.9})
                for (const double y : {-over - row * size.height(), over + row * size.height()})
                    centres.emplace_back(side * size.width(), y);
        for (const QPointF centre : centres) {
            const QRectF box(at + centre - QPointF(size.width(), size.height()) / 2, size);
            const bool isFree = area.contains(box) && std::none_of(taken.begin(), taken.end(), [&](const QRectF& one) {
                                    return one.intersects(box);
                                });
            if (!isFree) continue;
            m_names[each] = box;
            taken.push_back(box);
            break;
        }
    }
}

/// The line from a point to its name, if the name is not next to it.
std::optional<QLineF> FrontierChart::leaderOf(std::size_t outcome) const {
    const QPointF at = *pointOf(outcome);
    const QRectF& name = m_names[outcome];
    const QPointF nearest(std::clamp(at.x(), name.left(), name.right()), std::clamp(at.y(), name.top(), name.bottom()));
    const QLineF line(at, nearest);
    if (name.isEmpty() || line.length() < 2 * kRadius + 4) return std::nullopt;
    return QLineF(line.pointAt((kRadius + 1) / line.length()), nearest);
}

QString FrontierChart::notice() const {
    if (m_outcomes.empty()) return tr("Choose a schedule to compare.");
    const auto isAwaited = [](const Outcome& outcome) { return outcome.isAwaited(); };
    if (!m_ran.empty() || std::any_of(m_outcomes.begin(), m_outcomes.end(), isAwaited)) return {};
    return tr("No schedule can run this workload.");
}

void FrontierChart::paintGround(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    paintCaptions(painter, scaled().caption(), held().caption());
    if (!m_limit) return;
    const double x = m_plot->xAxis->coordToPixel(*m_limit);
    QColor beyond = theme.error;
    beyond.setAlphaF(0.07F);
    painter.fillRect(QRectF(QPointF(x, area.top()), area.bottomRight()), beyond);
    painter.setPen(QPen(theme.error, 1.5));
    painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom()));
    const QFontMetricsF metrics(painter.font());
    const QString text = tr("limit %1").arg(formatNumber(*m_limit, 4));
    const double width = metrics.horizontalAdvance(text);
    painter.setPen(theme.error);
    const double free = 2 + metrics.horizontalAdvance(scaled().caption()) + 8;
    painter.drawText(QPointF(std::min(std::max(x - width / 2, free), m_plot->width() - width - 2), area.top() - 7),
                     text);
}

void FrontierChart::paintPoints(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    if (m_names.size() != m_outcomes.size()) placeNames();
    if (const QString message = notice(); !message.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.setFont(uiFont(11));
        painter.drawText(m_plot->axisRect()->rect(), Qt::AlignCenter | Qt::TextWordWrap, message);
        return;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.mutedText, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPolyline(steps());
    painter.setFont(uiFont(11));
    const QFontMetricsF metrics(painter.font());
    for (const bool quiet : {true, false})
        for (std::size_t i = m_ran.size(); i-- > 0;)  // those with the lowest peaks on top
            if (isQuiet(m_ran[i]) == quiet) paintPoint(painter, m_ran[i]);
    for (const std::size_t each : m_ran) {
        if (m_names[each].isEmpty()) continue;
        painter.setPen(isQuiet(each)  ? theme.mutedText
                       : isOver(each) ? theme.error
                       : isBest(each) ? theme.text
                                      : theme.mutedText);
        painter.drawText(m_names[each], Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_outcomes[each].title, Qt::ElideMiddle, m_names[each].width()));
    }
}

void FrontierChart::paintPoint(QPainter& painter, std::size_t each) const {
    const Theme& theme = themeOf(palette());
    const QPointF at = *pointOf(each);
    const double radius = radiusOf(each);
    const QColor& color = isQuiet(each) ? theme.mutedText : m_outcomes[each].color;
    if (const auto then = pinnedPointOf(each)) {
        painter.setPen(QPen(color, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawLine(*then, at);
        painter.drawEllipse(*then, kRadius - 1, kRadius - 1);
    }
    if (const auto leader = leaderOf(each)) {
        painter.setPen(QPen(theme.mutedText, 1));
        painter.drawLine(*leader);
    }
    painter.setPen(isBest(each) ? QPen(theme.window, 1) : QPen(color, isQuiet(each) ? 1.5 : 2));
    painter.setBrush(isBest(each) ? QBrush(color) : QBrush(theme.window));
    painter.drawEllipse(at, radius, radius);
    if (!isOver(each)) return;
    painter.setPen(QPen(theme.error, isQuiet(each) ? 1 : 1.5, Qt::SolidLine, Qt::RoundCap));
    const QPointF across(radius + 2, radius + 2), down(radius + 2, -radius - 2);
    painter.drawLine(at - across, at + across);
    painter.drawLine(at - down, at + down);
}

QStringList FrontierChart::linesOf(std::size_t outcome) const {
    const Run& run = *m_outcomes[outcome].run;
    QStringList lines{m_outcomes[outcome].title,
                      tr("%1: %2").arg(m_quantity.caption(), m_quantity.fullText(valueOf(outcome))),
                      tr("peak activations: %1").arg(held().text(heldBy(outcome)))};
    if (m_quantity.quantity != Quantity::TotalTime) {
        const ChartQuantity total{Quantity::TotalTime, unitText(run.schedule.workload.timeUnit)};
        lines += tr("total time: %1").arg(total.fullText(total.of(run)));
    }
    if (const QString over = overLimitText(run); !over.isEmpty()) lines += tr("over the memory limit: %1").arg(over);
    if (const QString copies = copiesText(*run.timeline->program); !copies.isEmpty()) lines += copies;
    if (isBest(outcome))
        lines += tr("on the frontier: no schedule beats it in both");
    else if (const auto better = beats(outcome))
        lines += (valueOf(*better) < valueOf(outcome) ? tr("%1 is better with no more activations")
                                                      : tr("%1 is as good with fewer activations"))
                     .arg(m_outcomes[*better].title);
    if (isQuiet(outcome)) lines += tr("click to compare it");
    return lines;
}

void FrontierChart::paintHover(QPainter& painter) const {
    if (!m_at || *m_at >= m_outcomes.size() || !m_outcomes[*m_at].run) return;
    const QColor& color = isQuiet(*m_at) ? themeOf(palette()).mutedText : m_outcomes[*m_at].color;
    const std::size_t values = m_quantity.quantity == Quantity::TotalTime ? 2 : 3;
    paintPointed(painter, *pointOf(*m_at), radiusOf(*m_at) + 3, linesOf(*m_at), color, values);
}

std::optional<std::size_t> FrontierChart::pointAt(QPointF position) const {
    std::optional<std::size_t> nearest;
    double closest = kNear;
    for (const std::size_t each : m_ran) {
        const QPointF away = *pointOf(each) - position;
        const double distance = m_names.size() == m_outcomes.size() && m_names[each].contains(position)
                                    ? 0
                                    : std::hypot(away.x(), away.y());
        if (distance < closest) closest = distance, nearest = each;
    }
    return nearest;
}

void FrontierChart::walk(int step) {
    const auto now = m_at ? std::find(m_ran.begin(), m_ran.end(), *m_at) : m_ran.end();
    const auto last = static_cast<std::ptrdiff_t>(m_ran.size()) - 1;
    const auto place = now == m_ran.end() ? (step > 0 ? 0 : last) : (now - m_ran.begin()) + step;
    pointTo(m_ran[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, last))]);
}

void FrontierChart::focusInEvent(QFocusEvent* event) {
    PointsChart::focusInEvent(event);
    if (!m_at && !m_ran.empty() && event->reason() != Qt::MouseFocusReason) walk(1);
    replotLayer(*m_plot, kHoverLayer);
}

Table FrontierChart::table() const {
    std::vector<std::vector<TableValue>> rows;
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        rows.push_back({m_outcomes[i].title, {}, {}, {}, isQuiet(i) ? 0.0 : 1.0});
        if (m_outcomes[i].run) rows[i][1] = heldBy(i), rows[i][2] = valueOf(i), rows[i][3] = isBest(i) ? 1.0 : 0.0;
    }
    return valueTable({QStringLiteral("schedule"), held().caption(), m_quantity.caption(), QStringLiteral("frontier"),
                       QStringLiteral("compared")},
                      std::move(rows));
}

}  // namespace bubblescope
