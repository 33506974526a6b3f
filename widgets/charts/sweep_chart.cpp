#include "widgets/charts/sweep_chart.h"

#include <QApplication>
#include <QKeyEvent>
#include <QVBoxLayout>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/marker_steps.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/csv.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"
#include "widgets/shown/scenario_edit.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kTop = 20, kBottom = 38, kLeft = 46, kRight = 14;
constexpr double kNearMarker = 7, kNearCurve = 28, kWidestName = 150;
constexpr int kBurstMs = 800;

/// Ticks of a value axis, labelled as the quantity is written.
class QuantityTicker : public QCPAxisTicker {
public:
    ChartQuantity quantity;

protected:
    double getTickStep(const QCPRange& range) override { return m_step = QCPAxisTicker::getTickStep(range); }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return quantity.tick(tick, m_step); }

private:
    double m_step = 1;
};

/// Ticks of the swept axis: round numbers, whole where only whole numbers make sense.
class SweptTicker : public QCPAxisTicker {
public:
    bool isWhole = false;

protected:
    double getTickStep(const QCPRange& range) override {
        const double step = QCPAxisTicker::getTickStep(range);
        return isWhole && step > 1 ? 2 * std::round(step / 2) : isWhole ? 1 : step;  // even: some take even v only
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return formatNumber(tick, 6); }
};

/// 1 2 4 8 ..., every second or fourth where there is no room.
QSharedPointer<QCPAxisTicker> powersOfTwo(double from, double to, double width) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    constexpr double kRoom = 34;
    const double octaves = std::max(1.0, std::log2(to / from));
    const int every = std::max(1, static_cast<int>(std::ceil(octaves * kRoom / std::max(width, 1.0))));
    for (int i = 0; i < 31; i += every) {
        const double value = std::ldexp(1.0, i);
        if (value >= from && value <= to) ticker->addTick(value, formatNumber(value, 7));
    }
    return ticker;
}

}  // namespace

SweepChart::SweepChart(QWidget* parent) : QWidget(parent), m_plot(newPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Curves: every schedule against one parameter"));
    m_plot->plotLayout()->setMargins(QMargins());
    m_plot->yAxis->setTicker(QSharedPointer<QuantityTicker>::create());
    m_plot->installEventFilter(this);
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintCaptions(painter); });
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintCurveNames(painter); });
    paintOnLayer(*m_plot, kMarkerLayer, [this](QPainter& painter) { paintMarker(painter); });
    paintOnLayer(*m_plot, kHoverLayer, [this](QPainter& painter) { paintHover(painter); });
    stylePlot(*m_plot, themeOf(palette()));
    rebuild();
}

void SweepChart::setOutcomes(const std::vector<Outcome>& outcomes) {
    m_outcomes = outcomes;
    rebuild();
}

void SweepChart::setSweep(const SweepData& sweep) {
    m_sweep = sweep;
    m_hovered.reset();
    m_nearest.reset();
    rebuild();
}

void SweepChart::setPinned(const SweepData& pinned, const std::vector<std::optional<std::size_t>>& of) {
    m_pinned = pinned;
    m_pinnedOf = of;
    rebuild();
}

bool SweepChart::showsPinned() const {
    const bool isSameRatio = m_pinned.axis != SweepAxis::Devices || m_pinned.keepRatio == m_sweep.keepRatio;
    return !m_pinned.series.empty() && m_pinned.axis == m_sweep.axis && isSameRatio;
}

std::optional<double> SweepChart::pinnedAt(std::size_t schedule, double x) const {
    if (!showsPinned() || schedule >= m_pinnedOf.size() || !m_pinnedOf[schedule]) return std::nullopt;
    const auto& values = m_pinned.values;
    const auto at = std::lower_bound(values.begin(), values.end(), x);
    if (at == values.end() || *at != x) return std::nullopt;
    const auto& series = m_pinned.series[*m_pinnedOf[schedule]];
    const auto& point = series[static_cast<std::size_t>(at - values.begin())];
    return point && point->refusal.empty() ? std::optional(m_quantity.of(*point)) : std::nullopt;
}

void SweepChart::setQuantity(const ChartQuantity& quantity) {
    if (m_quantity == quantity) return;
    m_quantity = quantity;
    rebuild();
}

void SweepChart::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    rebuild();
}

QString SweepChart::nameOf(std::size_t schedule) const {
    // Where v is swept, a title that tells v would be wrong on most of the curve.
    if (m_sweep.axis == SweepAxis::Chunks && schedule < m_scenario.schedules.size())
        return QString::fromStdString(displayLabel(m_scenario.schedules[schedule]));
    return m_outcomes[schedule].title;
}

std::optional<double> SweepChart::markerValue() const {
    const auto present = presentValue(m_scenario, m_sweep.axis);
    return present && m_dragged ? m_dragged : present;
}

bool SweepChart::isLogarithmic() const {
    return m_sweep.axis == SweepAxis::Devices || m_sweep.axis == SweepAxis::Microbatches;
}

const StudyPoint* SweepChart::pointAt(std::size_t schedule, std::size_t index) const {
    if (schedule >= m_sweep.series.size() || index >= m_sweep.series[schedule].size()) return nullptr;
    const auto& point = m_sweep.series[schedule][index];
    return point ? &*point : nullptr;
}

void SweepChart::rebuild() {
    rebuildCurves();
    rebuildGhosts();
    setRanges();
    arrange();
    const auto marker = markerValue();
    setAccessibleDescription(marker ? axisValueText(m_sweep.axis, *marker, m_quantity.timeUnit) : QString());
}

void SweepChart::rebuildCurves() {
    const std::size_t count = std::min(m_outcomes.size(), m_sweep.series.size());
    while (m_lines.size() < count) {
        m_lines.push_back(m_plot->addGraph());
        m_dots.push_back(newWholeGraph(*m_plot->xAxis, *m_plot->yAxis));
        m_dots.back()->setLineStyle(QCPGraph::lsNone);
    }
    for (std::size_t s = 0; s < m_lines.size(); ++s) {
        QVector<double> x, y, dotX, dotY;
        bool isAfterGap = true;
        for (std::size_t i = 0; s < count && i < m_sweep.values.size(); ++i) {
            const StudyPoint* point = pointAt(s, i);
            if (!point) continue;  // awaited: the line goes straight to the next
            const bool isGap = !point->refusal.empty();
            x.push_back(m_sweep.values[i]);
            y.push_back(isGap ? qQNaN() : m_quantity.of(*point));
        }
        for (qsizetype i = 0; i < y.size(); ++i) {
            const bool isLast = i + 1 == y.size() || qIsNaN(y[i + 1]);
            if (!qIsNaN(y[i]) && isAfterGap && isLast) dotX.push_back(x[i]), dotY.push_back(y[i]);
            isAfterGap = qIsNaN(y[i]);
        }
        m_lines[s]->setData(x, y, true);
        m_dots[s]->setData(dotX, dotY, true);
        if (s >= count) continue;
        const QColor color = m_outcomes[s].color;
        m_lines[s]->setPen(QPen(color, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        m_dots[s]->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 6));
    }
}

void SweepChart::rebuildGhosts() {
    const std::size_t count = showsPinned() ? std::min(m_outcomes.size(), m_pinnedOf.size()) : 0;
    while (m_ghosts.size() < count) {
        m_ghosts.push_back(m_plot->addGraph());
        m_ghosts.back()->setLayer(QStringLiteral("grid"));  // behind the present ones
    }
    for (std::size_t s = 0; s < m_ghosts.size(); ++s) {
        QVector<double> x, y;
        for (std::size_t i = 0; s < count && m_pinnedOf[s] && i < m_pinned.values.size(); ++i) {
            const auto& point = m_pinned.series[*m_pinnedOf[s]][i];
            if (!point) continue;
            x.push_back(m_pinned.values[i]);
            y.push_back(point->refusal.empty() ? m_quantity.of(*point) : qQNaN());
        }
        m_ghosts[s]->setData(x, y, true);
        if (s < count) m_ghosts[s]->setPen(QPen(m_outcomes[s].color, 1.5, Qt::DashLine, Qt::FlatCap));
    }
}

void SweepChart::setRanges() {
    m_range = sweepRange(m_scenario, m_sweep.axis);
    const auto marker = markerValue();
    if (marker) m_range.to = std::max(m_range.to, *marker);
    if (isLogarithmic() && !m_sweep.values.empty()) {
        m_range.from = marker ? std::min(*marker, m_sweep.values.front()) : m_sweep.values.front();
        m_range.from = std::max(1.0, m_range.from);
    }
    double largest = 0;
    for (const auto& graphs : {m_lines, m_ghosts})
        for (const QCPGraph* line : graphs)
            for (const QCPGraphData& point : *line->data())
                if (point.value > largest) largest = point.value;
    for (const Outcome& outcome : m_outcomes)
        if (outcome.run && marker) largest = std::max(largest, m_quantity.of(*outcome.run));
    const double end = roundedUp(largest);
    m_plot->yAxis->setRange(0, end > 0 ? end : 1);
}

void SweepChart::arrange() {
    const QFontMetricsF metrics(uiFont(11));
    // Names stand at the ends of their curves where there is room for them.
    m_nameRoom = 0;
    const double height = m_plot->height() - kTop - kBottom;
    if (m_plot->width() >= 420 && height >= static_cast<double>(m_outcomes.size()) * metrics.height())
        for (std::size_t s = 0; s < m_outcomes.size(); ++s)
            m_nameRoom = std::max(m_nameRoom, std::min(kWidestName, metrics.horizontalAdvance(nameOf(s)) + 1));
    const int right = m_nameRoom > 0 ? qCeil(m_nameRoom) + 18 : kRight;
    m_plot->axisRect()->setMargins(QMargins(kLeft, kTop, right, kBottom));
    const double width = m_plot->width() - kLeft - right;

    QCPAxis* axis = m_plot->xAxis;
    double from = m_range.from, to = m_range.to;
    if (isLogarithmic()) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(powersOfTwo(from, to, width));
        if (from == to) from /= 1.5, to *= 1.5;
    } else {
        axis->setScaleType(QCPAxis::stLinear);
        auto ticker = QSharedPointer<SweptTicker>::create();
        ticker->isWhole = m_sweep.axis == SweepAxis::Chunks;
        ticker->setTickCount(std::clamp(static_cast<int>(width / 60), 2, 8));
        axis->setTicker(ticker);
    }
    axis->setRange(from, to);
    auto ticker = m_plot->yAxis->ticker().staticCast<QuantityTicker>();
    ticker->quantity = m_quantity;
    ticker->setTickCount(std::clamp(static_cast<int>(height / 40), 1, 5));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::vector<SweepChart::Row> SweepChart::rowsAt(std::size_t index) const {
    std::vector<Row> rows;
    for (std::size_t s = 0; s < std::min(m_outcomes.size(), m_sweep.series.size()); ++s)
        if (const StudyPoint* point = pointAt(s, index)) rows.push_back({s, point, m_sweep.values[index]});
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        const bool refusedA = !a.point->refusal.empty(), refusedB = !b.point->refusal.empty();
        return !refusedA && !refusedB ? m_quantity.of(*a.point) > m_quantity.of(*b.point) : !refusedA && refusedB;
    });
    return rows;
}

QString SweepChart::rowText(const Row& row) const {
    if (!row.point->refusal.empty()) return QString::fromStdString(row.point->refusal);
    const double now = m_quantity.of(*row.point);
    const auto then = pinnedAt(row.schedule, row.x);
    return then ? tr("%1 · %2").arg(m_quantity.text(now), m_quantity.difference(now - *then)) : m_quantity.text(now);
}

QStringList SweepChart::linesAt(std::size_t index) const {
    QStringList lines;
    for (const Row& row : rowsAt(index)) lines << tr("%1: %2").arg(nameOf(row.schedule), rowText(row));
    return lines;
}

QString SweepChart::csv() const {
    const std::size_t count = std::min(m_outcomes.size(), m_sweep.series.size());
    std::vector<double> values = m_sweep.values;
    const auto isPinned = [&](std::size_t s) { return showsPinned() && s < m_pinnedOf.size() && m_pinnedOf[s]; };
    if (showsPinned()) {
        values.insert(values.end(), m_pinned.values.begin(), m_pinned.values.end());
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    QStringList cells{toQString(infoOf(m_sweep.axis).id)};
    for (std::size_t s = 0; s < count; ++s) {
        const QString name = nameOf(s) + QStringLiteral(" (%1)").arg(m_quantity.caption());
        cells << csvCell(name);
        if (isPinned(s)) cells << csvCell(tr("%1, pinned").arg(name));
    }
    QString text = cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const double x : values) {
        const auto index = static_cast<std::size_t>(std::find(m_sweep.values.begin(), m_sweep.values.end(), x) -
                                                    m_sweep.values.begin());
        cells = {csvNumber(x)};
        for (std::size_t s = 0; s < count; ++s) {
            const StudyPoint* point = pointAt(s, index);
            cells << (point && point->refusal.empty() ? csvNumber(m_quantity.of(*point)) : QString());
            const auto then = pinnedAt(s, x);
            if (isPinned(s)) cells << (then ? csvNumber(*then) : QString());
        }
        text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

QSize SweepChart::minimumSizeHint() const { return {180, 90}; }

void SweepChart::hover(QPointF position) {
    const bool isInside = m_plot->axisRect()->rect().adjusted(-4, 0, 4, kBottom / 2).contains(position.toPoint());
    if (!isInside || m_sweep.values.empty()) return leave();
    std::size_t best = 0;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_sweep.values.size(); ++i) {
        const double away = std::abs(m_plot->xAxis->coordToPixel(m_sweep.values[i]) - position.x());
        if (away < distance) distance = away, best = i;
    }
    std::optional<std::size_t> nearest;
    double closest = kNearCurve;
    for (const Row& row : rowsAt(best)) {
        if (!row.point->refusal.empty()) continue;
        const double away = std::abs(m_plot->yAxis->coordToPixel(m_quantity.of(*row.point)) - position.y());
        if (away < closest) closest = away, nearest = row.schedule;
    }
    m_plot->setCursor(isOnMarker(position) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (m_hovered == best && m_nearest == nearest) return;
    m_hovered = best;
    m_nearest = nearest;
    replotLayer(*m_plot, kHoverLayer);
}

void SweepChart::leave() {
    m_plot->unsetCursor();
    if (!m_hovered) return;
    m_hovered.reset();
    m_nearest.reset();
    replotLayer(*m_plot, kHoverLayer);
}

bool SweepChart::isOnMarker(QPointF position) const {
    const auto marker = markerValue();
    return marker && std::abs(m_plot->xAxis->coordToPixel(*marker) - position.x()) <= kNearMarker;
}

/// The value of the sweep next to `x`.
double SweepChart::paged(double x, bool isUp) const {
    const auto& values = m_sweep.values;
    const auto above = std::upper_bound(values.begin(), values.end(), x);
    const auto below = std::lower_bound(values.begin(), values.end(), x);
    if (isUp) return above == values.end() ? x : *above;
    return below == values.begin() ? x : *(below - 1);
}

MarkerSteps SweepChart::steps() const { return {m_sweep.axis, m_range, m_scenario.workload.devices}; }

void SweepChart::moveTo(double x, int gesture) {
    if (markerValue() == x) return;
    emit valueDragged(m_sweep.axis, x, gesture);
}

void SweepChart::drag(QPointF position) {
    const double x = steps().snapped(m_plot->xAxis->pixelToCoord(position.x()));
    if (m_dragged == x) return;
    m_dragged = x;
    replotLayer(*m_plot, kMarkerLayer);
    emit valueDragged(m_sweep.axis, x, m_gesture);
}

void SweepChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    stylePlot(*m_plot, themeOf(palette()));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void SweepChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void SweepChart::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    replotLayer(*m_plot, kMarkerLayer);
}

void SweepChart::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    replotLayer(*m_plot, kMarkerLayer);
}

void SweepChart::keyPressEvent(QKeyEvent* event) {
    const auto marker = markerValue();
    if (!marker || m_sweep.values.empty()) return QWidget::keyPressEvent(event);
    double x = *marker;
    switch (event->key()) {
        case Qt::Key_Left: x = steps().stepped(x, false); break;
        case Qt::Key_Right: x = steps().stepped(x, true); break;
        case Qt::Key_PageDown: x = paged(x, false); break;
        case Qt::Key_PageUp: x = paged(x, true); break;
        case Qt::Key_Home: x = m_sweep.values.front(); break;
        case Qt::Key_End: x = m_sweep.values.back(); break;
        default: return QWidget::keyPressEvent(event);
    }
    if (!m_lastKey.isValid() || m_lastKey.elapsed() > kBurstMs || m_gesture == 0) m_gesture = newGesture();
    m_lastKey.start();
    moveTo(x, m_gesture);
}

bool SweepChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_plot) return QWidget::eventFilter(watched, event);
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            setFocus(Qt::MouseFocusReason);
            if (mouse->button() != Qt::LeftButton || !markerValue() || m_sweep.values.empty()) return false;
            m_isPressed = true;
            m_pressedAt = mouse->position();
            m_gesture = newGesture();
            m_lastKey.invalidate();
            if (isOnMarker(m_pressedAt)) m_dragged = markerValue();
            return true;
        case QEvent::MouseMove:
            if (m_isPressed && !m_dragged &&
                (mouse->position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
                m_dragged = markerValue();
            if (m_dragged) {
                leave();
                drag(mouse->position());
                m_plot->setCursor(Qt::SizeHorCursor);
            } else {
                hover(mouse->position());
            }
            return true;
        case QEvent::MouseButtonRelease:
            if (!m_isPressed || mouse->button() != Qt::LeftButton) return false;
            m_isPressed = false;
            if (!m_dragged && m_hovered) moveTo(m_sweep.values[*m_hovered], m_gesture);
            m_dragged.reset();
            replotLayer(*m_plot, kMarkerLayer);
            hover(mouse->position());
            return true;
        case QEvent::MouseButtonDblClick: return true;
        case QEvent::Leave: leave(); return false;
        default: return false;
    }
}

}  // namespace bubblescope
