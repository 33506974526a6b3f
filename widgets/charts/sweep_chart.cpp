#include "widgets/charts/sweep_chart.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include "engine/core/ruler.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/curve_points.h"
#include "widgets/charts/marker_steps.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/scenario_edit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr int kSweepTop = 20, kSweepBottom = 38, kSweepLeft = 46, kSweepRight = 14, kTickGap = 8;
constexpr int kLow = 150, kLowBottom = 22;  // a lower chart has no caption below its ticks: the heading shows it
constexpr int kNarrow = 240;                // a narrower chart has no names
constexpr double kWidestEntry = 150, kNamesShare = 0.32;
constexpr std::size_t kFewNames = 5;
constexpr int kBurstMs = 800;
constexpr double kDash = 4;           // times the width of a line
constexpr double kFarFromNone = 0.3;  // of the largest value: an axis from 0 would leave that much empty

/// Ticks of the swept axis: round numbers, whole if only whole numbers make sense.
class SweptTicker : public QCPAxisTicker {
public:
    bool isWhole = false;

protected:
    double getTickStep(const QCPRange& range) override {
        const double step = QCPAxisTicker::getTickStep(range);
        return isWhole && step > 1 ? 2 * std::round(step / 2) : isWhole ? 1 : step;  // some accept only even v
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return formatNumber(tick, 6); }
};

}  // namespace

SweepChart::SweepChart(QWidget* parent)
    : StudyChart(
          {.reach = {4, 0, 4, kSweepBottom / 2}, .isDraggedAnywhere = true, .goesToRefused = true, .marksCurves = true},
          parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Curves of all schedules against one parameter"));
    m_plot->plotLayout()->setMargins(QMargins());
    m_panels.push_back({m_plot->axisRect(), m_plot->xAxis, m_plot->yAxis});
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintCaptions(painter); });
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintCurveNames(painter); });
    SweepChart::style();
    rebuild();
}

void SweepChart::setOutcomes(const std::vector<Outcome>& outcomes) {
    m_outcomes = outcomes;
    rebuild();
}

void SweepChart::setStudy(const Study& study) {
    m_study = study;
    forgetSpot();
    rebuild();
}

void SweepChart::setPinned(const Study& pinned, const std::vector<std::optional<std::size_t>>& of) {
    m_pinned = pinned;
    m_pinnedOf = of;
    rebuild();
}

bool SweepChart::showsPinned() const {
    const bool isSameRatio = m_pinned.path != "devices" || m_pinned.keepRatio == m_study.keepRatio;
    return !m_pinned.series.empty() && m_pinned.path == m_study.path && isSameRatio;
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

void SweepChart::setBeginsNear(bool beginsNear) { m_beginsNear = beginsNear; }

void SweepChart::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    rebuild();
}

QString SweepChart::nameOf(std::size_t schedule) const {
    // If v is swept, a title with v would be wrong on most of the curve.
    if (m_study.path == "chunks" && schedule < m_scenario.schedules.size())
        return QString::fromStdString(displayLabel(m_scenario.schedules[schedule]));
    return m_outcomes[schedule].title;
}

std::optional<double> SweepChart::presentValue() const { return bubblescope::presentValue(m_scenario, m_study.path); }

std::optional<double> SweepChart::markerNear(double x) const { return steps().snapped(x); }

void SweepChart::rebuild() {
    rebuildCurves();
    rebuildGhosts();
    setRanges();
    arrange();
    const auto marker = markerValue();
    setAccessibleDescription(marker ? axisValueText(m_study.path, *marker, m_quantity.timeUnit) : QString());
}

void SweepChart::rebuildCurves() {
    const std::size_t count = std::min(m_outcomes.size(), m_study.series.size());
    while (m_curves.size() < count) {
        m_curves.push_back({m_plot->addGraph(), newWholeGraph(*m_plot->xAxis, *m_plot->yAxis)});
        m_parts.push_back(
            {newWholeGraph(*m_plot->xAxis, *m_plot->yAxis), newWholeGraph(*m_plot->xAxis, *m_plot->yAxis)});
        m_curves.back().dots->setLineStyle(QCPGraph::lsNone);
    }
    std::vector<CurvePoints> drawn;
    for (std::size_t s = 0; s < m_curves.size(); ++s) {
        const CurvePoints curve = s < count ? curveOf(m_study, s, m_quantity.quantity) : CurvePoints();
        const CoveringParts parts = partsOver(curve, drawn);
        setPoints(*m_curves[s].line, curve);
        setPoints(*m_parts[s].apart, parts.apart);
        setPoints(*m_parts[s].together, parts.together);
        setPoints(*m_curves[s].dots, lonePoints(curve));
        drawn.push_back(curve);
        if (s >= count) continue;
        const QColor color = m_outcomes[s].color;
        QPen pen(color, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
        m_curves[s].line->setPen(QPen(color, 2, Qt::NoPen));  // only its parts are visible
        m_parts[s].apart->setPen(pen);
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern({kDash, kDash * std::max(1, parts.most)});  // so that all of them are visible
        m_parts[s].together->setPen(pen);
        m_curves[s].dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 6));
    }
}

void SweepChart::rebuildGhosts() {
    const std::size_t count = showsPinned() ? std::min(m_outcomes.size(), m_pinnedOf.size()) : 0;
    while (m_ghosts.size() < count) {
        m_ghosts.push_back(m_plot->addGraph());
        m_ghosts.back()->setLayer(QStringLiteral("grid"));  // behind the present ones
    }
    for (std::size_t s = 0; s < m_ghosts.size(); ++s) {
        const bool isPinned = s < count && m_pinnedOf[s];
        setPoints(*m_ghosts[s], isPinned ? curveOf(m_pinned, *m_pinnedOf[s], m_quantity.quantity) : CurvePoints());
        if (s < count) m_ghosts[s]->setPen(QPen(m_outcomes[s].color, 1.5, Qt::DashLine, Qt::FlatCap));
    }
}

void SweepChart::setRanges() {
    m_range = axisRange(m_scenario, m_study.path);
    const auto marker = markerValue();
    if (marker) m_range.to = std::max(m_range.to, *marker);
    if (isLogarithmic() && !m_study.values.empty()) {
        m_range.from = marker ? std::min(*marker, m_study.values.front()) : m_study.values.front();
        m_range.from = std::max(1.0, m_range.from);
    }
    double least = std::numeric_limits<double>::infinity(), largest = 0;
    const auto take = [&](double value) {
        if (value < least) least = value;
        if (value > largest) largest = value;
    };
    for (int i = 0; i < m_plot->graphCount(); ++i)
        for (const QCPGraphData& point : *m_plot->graph(i)->data()) take(point.value);
    for (const Outcome& outcome : m_outcomes)
        if (outcome.run && marker) take(m_quantity.of(*outcome.run));
    const double end = roundedUp(largest), step = roundedUp((largest - least) / 4);
    if (m_beginsNear && m_quantity.quantity == Quantity::TotalTime && step > 0 && least > kFarFromNone * largest)
        m_plot->yAxis->setRange(std::floor(least / step) * step, std::ceil(largest / step) * step);
    else
        m_plot->yAxis->setRange(0, end > 0 ? end : 1);
}

void SweepChart::arrange() {
    const QFontMetricsF metrics(uiFont(11));
    // Names are placed at the ends of their curves if there is room.
    m_nameRoom = 0;
    const int bottom = m_plot->height() < kLow ? kLowBottom : kSweepBottom;
    const double height = m_plot->height() - kSweepTop - bottom;
    const double widest = std::min(kWidestEntry, m_plot->width() * kNamesShare);
    const std::size_t named = std::min(m_outcomes.size(), kFewNames);  // if there are more, those that are apart
    if (m_plot->width() >= kNarrow && height >= static_cast<double>(named) * metrics.height())
        for (std::size_t s = 0; s < m_outcomes.size(); ++s)
            m_nameRoom = std::max(m_nameRoom, std::min(widest, metrics.horizontalAdvance(nameOf(s)) + 1));
    const int right = m_nameRoom > 0 ? qCeil(m_nameRoom) + 18 : kSweepRight;
    const double most = m_plot->yAxis->range().upper;  // its label is the widest
    const int left = std::max(kSweepLeft, qCeil(metrics.horizontalAdvance(m_quantity.tick(most, most))) + kTickGap);
    m_plot->axisRect()->setMargins(QMargins(left, kSweepTop, right, bottom));
    const double width = m_plot->width() - left - right;

    QCPAxis* axis = m_plot->xAxis;
    double from = m_range.from, to = m_range.to;
    if (isLogarithmic()) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        const auto label = [](double value) { return formatNumber(value, 7); };
        const double room = std::max(34, QFontMetrics(uiFont(11)).horizontalAdvance(label(to)) + 10);
        setTicks(*axis, powersOfTwo(from, to, width, room), label);
        if (from == to) from /= 1.5, to *= 1.5;
    } else {
        axis->setScaleType(QCPAxis::stLinear);
        auto ticker = QSharedPointer<SweptTicker>::create();
        ticker->isWhole = m_study.path == "chunks";
        ticker->setTickCount(std::clamp(static_cast<int>(width / 60), 2, 8));
        axis->setTicker(ticker);
    }
    axis->setRange(from, to);
    setTicks(*m_plot->yAxis, m_quantity.scaledTo(m_plot->yAxis->range().upper),
             std::clamp(static_cast<int>(height / 40), 2, 5));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::vector<StudyChart::Reading> SweepChart::readingsAt(std::size_t value) const {
    std::vector<Reading> readings;
    for (std::size_t s = 0; s < std::min(m_outcomes.size(), m_study.series.size()); ++s) {
        const StudyPoint* point = m_study.at(s, value);
        if (!point) continue;
        Reading reading{.row = {.color = m_outcomes[s].color, .name = nameOf(s)}, .curve = s};
        if (!point->refusal.empty()) {
            reading.row.reason = toQString(point->refusal);
        } else {
            const double now = reading.y = m_quantity.of(*point);
            const auto then = pinnedAt(s, m_study.values[value]);
            reading.row.value = m_quantity.fullText(now);
            if (then) reading.row.value = tr("%1 · %2").arg(reading.row.value, m_quantity.difference(now - *then));
        }
        readings.push_back(std::move(reading));
    }
    std::stable_sort(readings.begin(), readings.end(),
                     [](const Reading& a, const Reading& b) { return std::isnan(b.y) ? !std::isnan(a.y) : a.y > b.y; });
    return readings;
}

std::vector<StudyChart::Reading> SweepChart::readingsAtMarker() const {
    std::vector<Reading> readings;
    for (const Outcome& outcome : m_outcomes)
        if (outcome.run)
            readings.push_back(
                {.row = {.color = outcome.color}, .x = *presentValue(), .y = m_quantity.of(*outcome.run)});
    return readings;
}

StudyChart::Card SweepChart::cardAt(std::size_t value, std::size_t) const {
    return {axisValueText(m_study.path, m_study.values[value], m_quantity.timeUnit),
            QRectF(0, m_plot->axisRect()->top(), m_plot->width(), m_plot->axisRect()->height()), m_plot->size()};
}

QStringList SweepChart::linesAt(std::size_t index) const {
    QStringList lines;
    for (const auto& [row, curve, panel, x, y] : readingsAt(index))
        lines << tr("%1: %2").arg(row.name, row.reason.isEmpty() ? row.value : row.reason);
    return lines;
}

Table SweepChart::table() const {
    const std::size_t count = std::min(m_outcomes.size(), m_study.series.size());
    std::vector<double> values = m_study.values;
    const auto isPinned = [&](std::size_t s) { return showsPinned() && s < m_pinnedOf.size() && m_pinnedOf[s]; };
    if (showsPinned()) {
        values.insert(values.end(), m_pinned.values.begin(), m_pinned.values.end());
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    QStringList keys{toQString(m_study.path.text)};
    for (std::size_t s = 0; s < count; ++s) {
        const QString name = nameOf(s) + QStringLiteral(" (%1)").arg(m_quantity.caption());
        keys << name;
        if (isPinned(s)) keys << tr("%1, pinned").arg(name);
    }
    std::vector<std::vector<TableValue>> rows;
    for (const double x : values) {
        const auto index = static_cast<std::size_t>(std::find(m_study.values.begin(), m_study.values.end(), x) -
                                                    m_study.values.begin());
        std::vector<TableValue>& cells = rows.emplace_back(1, x);
        for (std::size_t s = 0; s < count; ++s) {
            const StudyPoint* point = m_study.ran(s, index);
            cells.push_back(point ? TableValue(m_quantity.of(*point)) : TableValue());
            if (isPinned(s)) cells.push_back(cellOf(pinnedAt(s, x)));
        }
    }
    return valueTable(keys, std::move(rows));
}

QSize SweepChart::minimumSizeHint() const { return {180, 90}; }

/// The next value of the sweep above or below `x`.
double SweepChart::paged(double x, bool isUp) const {
    const auto& values = m_study.values;
    const auto above = std::upper_bound(values.begin(), values.end(), x);
    const auto below = std::lower_bound(values.begin(), values.end(), x);
    if (isUp) return above == values.end() ? x : *above;
    return below == values.begin() ? x : *(below - 1);
}

MarkerSteps SweepChart::steps() const { return {m_study.path, m_range, m_scenario.workload.devices}; }

void SweepChart::keyPressEvent(QKeyEvent* event) {
    const auto marker = markerValue();
    if (!marker || m_study.values.empty()) return QWidget::keyPressEvent(event);
    double x = *marker;
    switch (event->key()) {
        case Qt::Key_Left: x = steps().stepped(x, false); break;
        case Qt::Key_Right: x = steps().stepped(x, true); break;
        case Qt::Key_PageDown: x = paged(x, false); break;
        case Qt::Key_PageUp: x = paged(x, true); break;
        case Qt::Key_Home: x = m_study.values.front(); break;
        case Qt::Key_End: x = m_study.values.back(); break;
        default: return QWidget::keyPressEvent(event);
    }
    if (!m_lastKey.isValid() || m_lastKey.elapsed() > kBurstMs || m_gesture == 0) m_gesture = newGesture();
    m_lastKey.start();
    moveTo(x, m_gesture);
}

}  // namespace bubblescope
