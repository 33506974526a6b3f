#include "widgets/charts/charts_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>

#include "engine/io/scenario_file.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/chart_ways.h"
#include "widgets/charts/curves_view.h"
#include "widgets/charts/points_chart.h"
#include "widgets/kit/format.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/stale_overlay.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/entry_ids.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// A wider panel has room for curves of a second metric.
constexpr int kWide = 1100;
constexpr int kMargin = 16, kHeaderGap = 6, kHeadGap = 8;
constexpr int kBarsShare = 36, kCurvesShare = 64;  // of the width

bool sameSchedules(const Scenario& a, const Scenario& b) {
    return std::equal(a.schedules.begin(), a.schedules.end(), b.schedules.begin(), b.schedules.end(),
                      [](const ScheduleEntry& x, const ScheduleEntry& y) { return x.id == y.id && x.kind == y.kind; });
}

QLabel* headerLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setFont(uiFont(13, QFont::DemiBold));
    return label;
}

QWidget* side(QWidget* parent, std::initializer_list<QWidget*> header, QWidget* chart, QBoxLayout** head = nullptr) {
    auto* box = new QWidget(parent);
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(kMargin, 8, kMargin, 8);
    rows->setSpacing(kHeaderGap);
    auto* line = new QHBoxLayout;
    line->setSpacing(kHeadGap);
    if (head) *head = line;
    for (QWidget* widget : header) line->addWidget(widget);
    line->addStretch(1);
    rows->addLayout(line);
    rows->addWidget(chart, 1);
    return box;
}

PickCombo* metricCombo(QWidget* parent) {
    auto* combo = new PickCombo(ChartsPanel::tr("Metric"), parent, PickCombo::Width::Texts);
    for (const Quantity metric : chartMetrics()) combo->addItem(titleOf(metric));
    combo->setToolTip(ChartsPanel::tr(
        "The metric of the chart: bubble, total time, time per microbatch, or peak activations per device."));
    return combo;
}

}  // namespace

ChartsPanel::ChartsPanel(QWidget* parent) : QWidget(parent) {
    m_bars = new BarChart([this](ThemeId theme) { return modelOf(m_values, theme); }, this);
    m_bars->setAccessibleName(tr("Bar chart of all schedules"));
    for (std::size_t i : {0, 1}) m_views[i] = newLiveView(m_live[i], this);
    m_frontier = new PointsChart([this](ThemeId theme) { return modelOf(m_points, theme); }, this);
    m_frontier->setMinimumSize(140, 60);
    m_frontier->setAccessibleName(tr("All schedules: chosen quantity against peak activations"));
    m_against = new QStackedWidget(this);
    m_against->addWidget(m_views[0]);
    m_against->addWidget(m_frontier);
    m_metricCombo = metricCombo(this);
    m_moreMetricCombo = metricCombo(this);
    m_axisCombo = new PickCombo(tr("Parameter of the horizontal axis"), this, PickCombo::Width::Texts);
    for (const WorkloadKey* key : liveAxes())
        m_axisCombo->addItem(toQString(key->symbol) + QLatin1Char(' ') + Text::tr(std::string(key->word).c_str()));
    m_axisCombo->addItem(titleOf(Quantity::PeakActivations).toLower());
    m_axisCombo->setToolTip(
        tipHtml(tr("The parameter that the curves sweep. A swept v, r or T_C replaces the values of schedules.\n"
                   "To set the value, drag the line in the chart, click, or press the arrow keys.\n"
                   "Against peak activations, each schedule is a point, and a line joins those that no other beats. "
                   "Schedules that are not compared are grey; click one to compare it.")));
    m_nowLabel = headerLabel(this);
    m_againstLabel = headerLabel(this);
    m_moreAgainstLabel = headerLabel(this);

    m_barsSide = side(this, {m_metricCombo, m_nowLabel}, m_bars);
    m_curvesSide = side(this, {m_againstLabel, m_axisCombo}, m_against, &m_curvesHead);
    m_moreSide = side(this, {m_moreMetricCombo, m_moreAgainstLabel}, m_views[1], &m_moreHead);
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(m_barsSide, kBarsShare);
    columns->addWidget(m_curvesSide, kCurvesShare);
    columns->addWidget(m_moreSide, kCurvesShare);

    const auto chosenMetric = [](int index) { return chartMetrics()[static_cast<std::size_t>(index)]; };
    connect(m_metricCombo, &QComboBox::activated, this, [=, this](int index) {
        setMetric(chosenMetric(index));
        emit metricChanged(metric());
    });
    connect(m_moreMetricCombo, &QComboBox::activated, this, [=, this](int index) {
        m_moreMetric = chosenMetric(index);
        showQuantities();
    });
    connect(m_axisCombo, &QComboBox::activated, this, &ChartsPanel::chooseAxis);
    connect(m_frontier, &PointsChart::chosen, this, [this](std::size_t point) {
        const std::size_t compared = m_points.compared.size();
        point < compared ? emit chosen(point) : emit otherChosen(point - compared);
    });
    for (std::size_t i : {0, 1}) {
        connect(m_views[i], &CurvesView::valueDragged, this,
                [this, i](double value, int gesture) { emit valueDragged(m_live[i].study.path.text, value, gesture); });
        makeWays(*m_views[i], QStringLiteral("curves"), m_live[i], [this, i] { return exportedCurves(m_live[i]); });
    }
    makeWays(*m_bars, QStringLiteral("bars"), m_values, [this] { return exportedBars(m_values, live().scenario); });
    makeWays(*m_frontier, QStringLiteral("frontier"), m_points,
             [this] { return exportedFrontier(m_points, live().scenario); });
    showQuantities();
}

template <class Chart, class Of>
void ChartsPanel::makeWays(Chart& chart, const QString& name, const Of& of, std::function<Exportable()> exported) {
    addChartWays(
        chart, {name, [&chart] { return chart.picture(); }, [&of] { return csvText(tableOf(of)); },
                [this] { return writeScenario(live().scenario); }, [this](const QString& line) { emit message(line); },
                [this](const Exportable& thing, const QString& file) { emit exportWanted(thing, file); },
                std::move(exported)});
}

void ChartsPanel::refreshCurves() {
    for (CurvesView* view : m_views) view->refresh();
}

void ChartsPanel::setScenario(const Scenario& scenario) {
    const bool isOther = !sameSchedules(live().scenario, scenario);
    for (LiveCurves& live : m_live) live.scenario = scenario;
    if (isOther) showStudy(liveStudy(scenario, m_axis, live().study.keepRatio));
    if (m_pinned) showPinned();
    showQuantities();
}

void ChartsPanel::setPinned(const std::optional<Pinned>& pinned) {
    m_pinned = pinned;
    showPinned();
}

void ChartsPanel::showPinned() {
    const auto of = m_pinned ? placesIn(m_pinned->scenario.schedules, live().scenario.schedules)
                             : std::vector<std::optional<std::size_t>>();
    for (LiveCurves& live : m_live) {
        live.pinned = m_pinned ? m_pinned->curves : Study();
        live.pinnedOf = of;
    }
    refreshCurves();
}

void ChartsPanel::dimWhileOld(const Staleness& bars, const Staleness& curves) {
    for (QWidget* chart : {static_cast<QWidget*>(m_bars), static_cast<QWidget*>(m_frontier)})
        new StaleOverlay(chart, {&bars});
    for (CurvesView* view : m_views) new StaleOverlay(view, {&curves});
}

void ChartsPanel::setOutcomes(const std::vector<Outcome>& outcomes) {
    m_values.outcomes = outcomes;
    m_bars->refresh();
    m_points.compared = outcomes;
    m_frontier->refresh();
    for (LiveCurves& live : m_live) live.outcomes = outcomes;
    refreshCurves();
}

void ChartsPanel::setOthers(const std::vector<Outcome>& others) {
    m_points.others = others;
    m_frontier->refresh();
}

void ChartsPanel::setStudy(const Study& study) {
    if (study.path != m_axis || study.series.size() != live().scenario.schedules.size())
        return;  // of an earlier scenario
    const auto& shown = live().study.series;
    const bool showsCurves = std::any_of(shown.begin(), shown.end(), [](const auto& points) {
        return std::any_of(points.begin(), points.end(), [](const auto& point) { return point.has_value(); });
    });
    if (!showsCurves || study.hasShape()) showStudy(study);
}

void ChartsPanel::showStudy(const Study& study) {
    for (LiveCurves& live : m_live) live.study = study;
    for (CurvesView* view : m_views) view->leaveSpot();  // another value may be under the mouse
    refreshCurves();
}

void ChartsPanel::setBubbleKind(Quantity kind) {
    m_bubble = kind;
    showQuantities();
}

void ChartsPanel::setMetric(Quantity wanted) {
    if (wanted == m_moreMetric) m_moreMetric = metric();
    (isAlongMicrobatches() ? m_metricOfMicrobatches : m_metric) = wanted;
    showQuantities();
}

void ChartsPanel::chooseAxis(int index) {
    const auto axis = static_cast<std::size_t>(index);
    const bool isPeak = axis == liveAxes().size();
    if (isPeak != m_againstPeak) {
        setAgainstPeak(isPeak);
        emit againstPeakChanged(isPeak);
    }
    if (isPeak) return;
    setAxis(std::string(liveAxes()[axis]->key));
    emit axisChanged(m_axis);
}

void ChartsPanel::setAgainstPeak(bool on) {
    m_againstPeak = on;
    m_against->setCurrentIndex(on ? 1 : 0);
    showQuantities();
}

void ChartsPanel::setHeadRoom(int room) {
    m_headRoom = room;
    arrange();
}

void ChartsPanel::setAxis(const std::string& axis) {
    if (axis != m_axis) {
        m_axis = axis;
        showStudy(liveStudy(live().scenario, axis, live().study.keepRatio));
    }
    showQuantities();
}

ChartQuantity ChartsPanel::quantityOf(Quantity metric) const {
    return {metric == Quantity::BubbleRatio ? m_bubble : metric, unitText(live().scenario.workload.timeUnit)};
}

void ChartsPanel::showQuantities() {
    // The two sets of curves never show the same metric.
    if (metric() == m_moreMetric)
        m_moreMetric = metric() == Quantity::BubbleRatio ? Quantity::TotalTime : Quantity::BubbleRatio;
    const bool isOfPeak = m_againstPeak && m_metric == Quantity::PeakActivations;  // never against itself
    const Quantity risen = isOfPeak ? Quantity::BubbleRatio : metric();
    const ChartQuantity first = quantityOf(metric()), second = quantityOf(m_moreMetric);
    if (first != m_values.quantity || m_bubble != m_values.bubble) {
        m_values.quantity = first;
        m_values.bubble = m_bubble;
        m_bars->refresh();
    }
    m_live[0].quantity = first;
    m_live[1].quantity = second;
    refreshCurves();
    if (quantityOf(risen) != m_points.quantity || m_points.limit != live().scenario.workload.memoryLimit) {
        m_points.quantity = quantityOf(risen);
        m_points.limit = live().scenario.workload.memoryLimit;
        m_frontier->refresh();
    }
    const auto indexOf = [](const auto& list, const auto& isIt) {
        return static_cast<int>(std::find_if(list.begin(), list.end(), isIt) - list.begin());
    };
    m_metricCombo->setCurrentIndex(indexOf(chartMetrics(), [&](Quantity m) { return m == metric(); }));
    m_moreMetricCombo->setCurrentIndex(indexOf(chartMetrics(), [&](Quantity m) { return m == m_moreMetric; }));
    m_axisCombo->setCurrentIndex(m_againstPeak
                                     ? static_cast<int>(liveAxes().size())
                                     : indexOf(liveAxes(), [&](const WorkloadKey* key) { return key->key == m_axis; }));
    m_now = first.isTime() || first.definition().isEmpty() ? tr("now") : tr("now, %1").arg(first.definition());
    m_againstWhat = tr("%1 against").arg(titleOf(risen));
    m_moreAgainstLabel->setText(symbolHtml(tr("against %1").arg(toQString(findNumberKey(m_axis)->symbol))));
    arrange();
}

void ChartsPanel::arrange() {
    const bool hasMore = width() > kWide;
    m_moreSide->setVisible(hasMore);
    const int room = std::max(0, m_headRoom - kMargin + kHeadGap);
    m_curvesHead->setContentsMargins(0, 0, hasMore ? 0 : room, 0);
    m_moreHead->setContentsMargins(0, 0, hasMore ? room : 0, 0);
    // If there is no room beside a choice, a shorter text is used; the chart shows the full one.
    const auto say = [&](QLabel* label, const QString& full, const QString& brief, const QWidget* choice, int share,
                         int left) {
        const int shares = kBarsShare + kCurvesShare * (hasMore ? 2 : 1);
        const int space = width() * share / shares - 2 * kMargin - kHeadGap - left - choice->sizeHint().width();
        const QFontMetrics metrics(label->font());
        label->setText(metrics.horizontalAdvance(full) <= space ? full : brief);
        label->setMinimumWidth(metrics.horizontalAdvance(brief));  // else the full text keeps the panel wide
    };
    say(m_nowLabel, m_now, tr("now"), m_metricCombo, kBarsShare, 0);
    say(m_againstLabel, m_againstWhat, tr("against"), m_axisCombo, kCurvesShare, hasMore ? 0 : room);
}

void ChartsPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) update();
}

void ChartsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void ChartsPanel::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.setPen(QPen(theme.line, 1));
    for (const QWidget* column : {m_curvesSide, m_moreSide})
        if (column->isVisible()) painter.drawLine(column->x(), 10, column->x(), height() - 10);
}

}  // namespace bubblescope
