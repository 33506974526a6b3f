#include "app/pages/schedules_page.h"

#include "app/actions.h"
#include "app/pages/gantt_actions.h"
#include "app/pages/lower_area.h"
#include "app/pages/pages.h"
#include "app/pages/pick_link.h"
#include "app/pages/picture_commands.h"
#include "app/window_controller.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/op_panel.h"
#include "widgets/panels/pair_table.h"
#include "widgets/panels/scenario_panel.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_panel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QSplitter>

#include <algorithm>

namespace bubblescope {

namespace {

/// Below this width there is room for one panel: the right one while something is picked, else the left one.
constexpr int kRoomForRight = 1060;

void paintIcon(QPainter& painter, const QRectF& rect, const QColor& color) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double step = rect.height() / 3;
    for (int row = 0; row < 3; ++row)
        painter.drawRoundedRect(QRectF(rect.left() + row * 6, rect.top() + row * step + 1, 20, step - 2.5), 1.5, 1.5);
}

bool isSuited(WindowController& controller) {
    const auto& schedules = controller.scenario().scenario().schedules;
    return schedules.empty() ||
           std::any_of(schedules.begin(), schedules.end(), [](const ScheduleEntry& entry) { return !entry.scheme; });
}

QList<QAction*> ownActions(const Actions& actions) {
    QList<QAction*> own = {actions.zoomIn, actions.zoomOut,   actions.fit,         actions.find,
                           actions.table,  actions.showLower, actions.copyMetrics, actions.align};
    for (const Choice* choice : {actions.colorBy, actions.palette, actions.labels, actions.numbering, actions.bubble})
        own += choice->menu()->menuAction();
    return own;
}

}  // namespace

const PageKind kSchedulesPage{
    .id = "schedules",
    .title = QT_TRANSLATE_NOOP("page", "Schedules"),
    .paintIcon = paintIcon,
    .document = &kScenarioKind,
    .suits = isSuited,
    .ownActions = ownActions,
    .make = [](WindowController& controller, QWidget* parent) -> Page* {
        return new SchedulesPage(controller, parent);
    },
};

SchedulesPage::SchedulesPage(WindowController& controller, QWidget* parent)
    : Page(parent),
      m_controller(controller),
      m_scenarioPanel(new ScenarioPanel),
      m_gantt(new GanttWidget),
      m_charts(new ChartsPanel),
      m_table(new MetricsTable),
      m_pairTable(new PairTable),
      m_lower(new LowerArea({m_charts, tr("Charts")}, {m_table, tr("Table")}, tr("All metrics"))),
      m_splitter(new QSplitter(Qt::Vertical)),
      m_opPanel(new OpPanel),
      m_pickLink(new PickLink(controller.comparison(), *m_gantt, *m_opPanel, this)),
      m_pictures(new PictureCommands(controller.comparison(), controller.settings(),
                                     controller.settings().schedulesLook, this)) {
    layOut();
    connectScenario();
    connectViews();
    connectCharts();
    connectReferences();
    showOutcomes();
    connect(&controller.comparison(), &Comparison::outcomesChanged, this, &SchedulesPage::showOutcomes);
    connect(&controller.background(), &Background::progressChanged, this, &Page::statusChanged);
    connect(&controller, &WindowController::styleChanged, this, &SchedulesPage::showStyle);
    connect(m_pictures, &PictureCommands::failed, this, &Page::failed);
    connect(m_pictures, &PictureCommands::copied, this, &Page::confirmed);
    showStyle();
    showParts();
}

QWidget* SchedulesPage::start() const { return m_gantt; }

void SchedulesPage::layOut() {
    m_lower->addSecondTable({m_pairTable, tr("Device by device")});
    m_splitter->addWidget(m_gantt);
    m_splitter->addWidget(m_lower);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    if (!m_splitter->restoreState(m_controller.settings().splitter)) m_splitter->setSizes({560, 290});

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_scenarioPanel);
    row->addWidget(m_splitter, 1);
    row->addWidget(m_opPanel);
    m_scenarioPanel->setFixedWidth(275);
    m_opPanel->setFixedWidth(240);
}

void SchedulesPage::connectScenario() {
    ScenarioDocument& document = m_controller.scenario();
    connect(m_scenarioPanel, &ScenarioPanel::edited, &document, &ScenarioDocument::apply);
    const auto showScenario = [this] {
        m_scenarioPanel->setScenario(m_controller.scenario().scenario());
        m_charts->setScenario(m_controller.scenario().scenario());
    };
    showScenario();
    connect(&document, &Document::changed, this, showScenario);
    connect(&document, &Document::refused, this, showScenario);
    WorkloadPanel* workload = m_scenarioPanel->workload();
    workload->setKeepsRatio(m_controller.settings().keepRatio);
    connect(workload, &WorkloadPanel::keepsRatioChanged, &m_controller, &WindowController::setKeepRatio);
    connect(&document, &Document::opened, m_scenarioPanel->schedules(), &SchedulePanel::forgetUnchecked);
}

void SchedulesPage::connectViews() {
    connect(m_gantt, &GanttWidget::picked, this, &SchedulesPage::showParts);
    connect(m_gantt, &GanttWidget::cleared, this, &SchedulesPage::showParts);
    const Actions& actions = m_controller.actions();
    connectGanttActions(actions, *m_gantt);
    connect(actions.table, &QAction::toggled, m_lower, &LowerArea::showTable);
    connect(m_lower, &LowerArea::tableChosen, actions.table, &QAction::setChecked);
    m_lower->showTable(actions.table->isChecked());
    connect(actions.copyMetrics, &QAction::triggered, this, [this] {
        if (!isVisible()) return;
        m_lower->showsSecond() ? m_pairTable->copy() : m_table->copy();
        emit confirmed(tr("Copied the metrics"));
    });
    connect(actions.showLower, &QAction::toggled, this, &SchedulesPage::showParts);
}

void SchedulesPage::connectCharts() {
    const auto showCurves = [this] {
        if (const auto& curves = m_controller.background().curves()) m_charts->setStudy(*curves);
    };
    connect(&m_controller.background(), &Background::curvesReady, this, showCurves);
    m_charts->setMetric(chartMetric(m_controller.settings().chartMetric));
    m_charts->setAxis(m_controller.settings().chartAxis);
    showCurves();
    connect(m_charts, &ChartsPanel::axisChanged, &m_controller, &WindowController::setCurveAxis);
    connect(m_charts, &ChartsPanel::metricChanged, &m_controller,
            [this](Quantity metric) { m_controller.setCurveMetric(idOf(metric)); });
    connect(m_charts, &ChartsPanel::valueDragged, &m_controller, &WindowController::setSweptValue);
    connect(m_charts, &ChartsPanel::message, this, &Page::confirmed);
}

void SchedulesPage::connectReferences() {
    Comparison& comparison = m_controller.comparison();
    connect(&comparison, &Comparison::pinChanged, this, &SchedulesPage::showPin);
    connect(m_gantt, &GanttWidget::alignAsked, &comparison, [&comparison](int upper, int lower) {
        comparison.align(static_cast<std::size_t>(upper), static_cast<std::size_t>(lower));
    });
    connect(m_gantt, &GanttWidget::alignmentEnded, &comparison, &Comparison::endAlignment);
    showPin();
}

void SchedulesPage::showPin() {
    const Comparison& comparison = m_controller.comparison();
    m_charts->setPinned(comparison.references().pinned());
    emit pinChanged();
}

void SchedulesPage::showOutcomes() {
    const std::vector<Outcome>& outcomes = m_controller.comparison().outcomes();
    m_gantt->setGanttStyle(m_controller.style(*look()));
    m_pickLink->setOutcomes(outcomes, m_controller.settings().bubble);
    m_charts->setOutcomes(outcomes);
    m_table->setOutcomes(outcomes);
    m_pairTable->setOutcomes(outcomes);
    m_lower->offerSecond(!m_pairTable->isEmpty());
    m_pickLink->refresh();
    emit statusChanged();
    if (!m_controller.comparison().isCurrent()) return;
    std::vector<QString> refusals;
    for (const Outcome& outcome : outcomes) refusals.push_back(outcome.refusal);
    m_scenarioPanel->schedules()->setRefusals(refusals);
    m_scenarioPanel->workload()->setErrors(m_controller.comparison().workloadErrors());
}

void SchedulesPage::showStyle() {
    m_gantt->setGanttStyle(m_controller.style(*look()));
    m_pickLink->setBubble(m_controller.settings().bubble);
    m_charts->setBubbleKind(m_controller.settings().bubble);
    m_table->setBubble(m_controller.settings().bubble);
    m_opPanel->setFirstNumber(m_controller.settings().firstNumber);
    emit statusChanged();
}

void SchedulesPage::showParts() {
    const bool panels = m_panelsShown && !m_isPresenting;
    const bool isNarrow = width() < kRoomForRight;
    const bool isPicked = m_gantt->currentPick().has_value();
    m_scenarioPanel->setVisible(panels && !(isNarrow && isPicked));
    m_opPanel->setVisible(panels && (!isNarrow || isPicked));
    m_lower->setVisible(m_controller.actions().showLower->isChecked() && !m_isPresenting);
}

GanttLook* SchedulesPage::look() const { return &m_controller.settings().schedulesLook; }

QString SchedulesPage::answer() const {
    const Comparison& comparison = m_controller.comparison();
    return comparison.isCancelled() && comparison.isWhole()
               ? tr("Stopped: the picture shows the last values that were computed")
               : comparison.summary();
}

QString SchedulesPage::definition() const { return m_controller.definition(); }

std::optional<WorkProgress> SchedulesPage::progress() const {
    const auto progress = m_controller.background().progress();
    if (!progress) return std::nullopt;
    return WorkProgress{progress->schedules ? tr("Computing schedules") : tr("Computing curves"), progress->share,
                        progress->secondsLeft};
}

void SchedulesPage::stop() { m_controller.comparison().cancel(); }

bool SchedulesPage::isPinned() const { return m_controller.comparison().references().pinned().has_value(); }

void SchedulesPage::setPinned(bool on) { m_controller.comparison().setPinned(on); }

void SchedulesPage::exportPicture() { m_pictures->exportPicture(m_controller.scenario().name()); }

void SchedulesPage::copyImage() { m_pictures->copyImage(); }

QString SchedulesPage::table() const { return m_lower->showsSecond() ? m_pairTable->toCsv() : m_table->toCsv(); }

void SchedulesPage::setPanelsShown(bool on) {
    m_panelsShown = on;
    showParts();
}

void SchedulesPage::setPresenting(bool on) {
    m_isPresenting = on;
    m_gantt->setPresentMode(on);
    showParts();
    m_gantt->setFocus();
}

void SchedulesPage::keepLayout(Settings& settings) const { settings.splitter = m_splitter->saveState(); }

void SchedulesPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    m_pickLink->refresh();
}

void SchedulesPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    showParts();
}

}  // namespace bubblescope
