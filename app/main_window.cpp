#include "app/main_window.h"

#include "app/actions.h"
#include "app/lower_area.h"
#include "app/message_bar.h"
#include "app/pick_link.h"
#include "app/status_line.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/op_panel.h"
#include "widgets/panels/scenario_panel.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_panel.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QShortcut>
#include <QSplitter>
#include <QToolBar>
#include <QUndoStack>

namespace bubblescope {

namespace {

constexpr QSize kUsualSize{1440, 900};
constexpr QSize kFrame{4, 32};  // what a window manager puts around
constexpr QSize kLeastSize{900, 600};
constexpr int kConfirmMs = 4000;
/// Below this width there is room for one panel: the right one while something is picked, else the left one.
constexpr int kRoomForRight = 1120;

/// The one file of a drop.
QString droppedFile(const QMimeData* mime) {
    const QList<QUrl> urls = mime->urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow()
    : m_controller(this),
      m_toolBar(new QToolBar(tr("Toolbar"), this)),
      m_messages(new MessageBar),
      m_scenarioPanel(new ScenarioPanel),
      m_gantt(new GanttWidget),
      m_charts(new ChartsPanel),
      m_table(new MetricsTable),
      m_lower(new LowerArea(m_charts, m_table)),
      m_splitter(new QSplitter(Qt::Vertical)),
      m_opPanel(new OpPanel),
      m_pickLink(new PickLink(m_controller.comparison(), *m_gantt, *m_opPanel, this)),
      m_status(new StatusLine(m_controller)) {
    layOut();
    connectScenario();
    connectViews();
    connectOutcomes();
    showStyle();
    showParts();
    m_gantt->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut() {
    Actions& actions = m_controller.actions();
    actions.fill(*menuBar());
    m_toolBar->setMovable(false);
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    actions.fill(*m_toolBar);
    addToolBar(m_toolBar);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setStatusBar(m_status);

    m_splitter->addWidget(m_gantt);
    m_splitter->addWidget(m_lower);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);

    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_splitter, 1);

    auto* all = new QWidget;
    auto* row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_scenarioPanel);
    row->addWidget(centre, 1);
    row->addWidget(m_opPanel);
    m_scenarioPanel->setFixedWidth(275);
    m_opPanel->setFixedWidth(240);
    setCentralWidget(all);
    setAcceptDrops(true);
    setMinimumSize(kLeastSize);
    resize(kUsualSize.boundedTo(screen()->availableSize() - kFrame));
    restoreGeometry(m_controller.settings().geometry);
    if (!m_splitter->restoreState(m_controller.settings().splitter)) m_splitter->setSizes({560, 290});
}

void MainWindow::connectScenario() {
    Document& document = m_controller.document();
    connect(m_scenarioPanel, &ScenarioPanel::edited, &document, &Document::apply);
    const auto showScenario = [this] {
        m_scenarioPanel->setScenario(m_controller.document().scenario());
        m_charts->setScenario(m_controller.document().scenario());
    };
    connect(&document, &Document::changed, this, showScenario);
    connect(&document, &Document::refused, this, showScenario);
    WorkloadPanel* workload = m_scenarioPanel->workload();
    workload->setKeepsRatio(m_controller.settings().keepRatio);
    connect(workload, &WorkloadPanel::keepsRatioChanged, &m_controller, &WindowController::setKeepRatio);
    connect(&m_controller, &WindowController::settled, m_messages, &MessageBar::clear);
    connect(&document.undoStack(), &QUndoStack::indexChanged, m_messages, &MessageBar::clear);  // it was of before
    connect(&m_controller, &WindowController::settled, m_scenarioPanel->schedules(), &SchedulePanel::forgetUnchecked);
    connect(&m_controller, &WindowController::failed, m_messages, &MessageBar::showError);
    connect(&m_controller, &WindowController::noted, m_messages, &MessageBar::showNote);
    connect(&m_controller, &WindowController::titleChanged, this, &MainWindow::setWindowTitle);
}

void MainWindow::connectViews() {
    connect(m_gantt, &GanttWidget::picked, this, &MainWindow::showParts);
    connect(m_gantt, &GanttWidget::cleared, this, &MainWindow::showParts);
    Actions& actions = m_controller.actions();
    constexpr double kZoomStep = 1.5;
    connect(actions.zoomIn, &QAction::triggered, m_gantt, [this] { m_gantt->zoomBy(kZoomStep); });
    connect(actions.zoomOut, &QAction::triggered, m_gantt, [this] { m_gantt->zoomBy(1 / kZoomStep); });
    connect(actions.fit, &QAction::triggered, m_gantt, &GanttWidget::fit);
    connect(actions.find, &QAction::triggered, m_gantt, &GanttWidget::openFind);
    connect(actions.present, &QAction::toggled, this, &MainWindow::present);
    connect(actions.table, &QAction::toggled, m_lower, &LowerArea::showTable);
    connect(m_lower, &LowerArea::tableChosen, actions.table, &QAction::setChecked);
    m_lower->showTable(actions.table->isChecked());
    connect(actions.copyMetrics, &QAction::triggered, m_table, [this] {
        m_table->copy();
        m_status->showMessage(tr("Copied the metrics"), kConfirmMs);
    });
    connect(actions.saveTable, &QAction::triggered, this, [this] { m_controller.files().saveTable(m_table->toCsv()); });
    for (QAction* part : {actions.showPanels, actions.showLower})
        connect(part, &QAction::toggled, this, &MainWindow::showParts);
    // Only while it has a meaning for the whole window: fields and the picture have their own.
    auto* escape = new QShortcut(Qt::Key_Escape, this);
    const auto enable = [=, this] { escape->setEnabled(m_status->showsProgress() || isPresenting()); };
    connect(escape, &QShortcut::activated, this, &MainWindow::escape);
    connect(&m_controller.background(), &Background::progressChanged, escape, enable);
    connect(actions.present, &QAction::toggled, escape, enable);
    enable();

    m_charts->setMetric(chartMetric(m_controller.settings().chartMetric));
    m_charts->setAxis(m_controller.settings().chartAxis);
    connect(m_charts, &ChartsPanel::axisChanged, &m_controller, &WindowController::setCurveAxis);
    connect(m_charts, &ChartsPanel::metricChanged, &m_controller,
            [this](ChartMetric metric) { m_controller.setCurveMetric(idOf(metric)); });
    connect(m_charts, &ChartsPanel::valueDragged, &m_controller, &WindowController::setSweptValue);
    const auto confirm = [this](const QString& line) { m_status->showMessage(line, kConfirmMs); };
    connect(m_charts, &ChartsPanel::message, m_status, confirm);
    connect(&m_controller, &WindowController::confirmed, m_status, confirm);
}

void MainWindow::connectOutcomes() {
    connect(&m_controller.comparison(), &Comparison::outcomesChanged, this, &MainWindow::showOutcomes);
    connect(&m_controller.background(), &Background::curvesReady, this,
            [this] { m_charts->setSweep(m_controller.background().curves()->data); });
    connect(&m_controller, &WindowController::styleChanged, this, &MainWindow::showStyle);
}

void MainWindow::showOutcomes() {
    const std::vector<Outcome>& outcomes = m_controller.comparison().outcomes();
    m_gantt->setGanttStyle(m_controller.style());
    m_gantt->setOutcomes(outcomes);
    m_charts->setOutcomes(outcomes);
    m_table->setOutcomes(outcomes);
    m_pickLink->refresh();
    if (!m_controller.comparison().isCurrent()) return;
    std::vector<QString> refusals;
    for (const Outcome& outcome : outcomes) refusals.push_back(outcome.refusal);
    m_scenarioPanel->schedules()->setRefusals(refusals);
    m_scenarioPanel->workload()->setErrors(m_controller.comparison().workloadErrors());
}

void MainWindow::showStyle() {
    m_gantt->setGanttStyle(m_controller.style());
    m_charts->setBubbleKind(m_controller.settings().bubble);
    m_table->setBubble(m_controller.settings().bubble);
    m_opPanel->setFirstNumber(m_controller.settings().firstNumber);
}

void MainWindow::showParts() {
    const Actions& actions = m_controller.actions();
    const bool presenting = isPresenting();
    const bool panels = actions.showPanels->isChecked() && !presenting;
    const bool isNarrow = width() < kRoomForRight;
    const bool isPicked = m_gantt->currentPick().has_value();
    m_scenarioPanel->setVisible(panels && !(isNarrow && isPicked));
    m_opPanel->setVisible(panels && (!isNarrow || isPicked));
    m_lower->setVisible(actions.showLower->isChecked() && !presenting);
    menuBar()->setVisible(!presenting);
    m_toolBar->setVisible(!presenting);
    m_status->setVisible(!presenting);
}

bool MainWindow::isPresenting() const { return m_controller.actions().present->isChecked(); }

void MainWindow::present(bool on) {
    setWindowState(windowState().setFlag(Qt::WindowFullScreen, on));
    m_gantt->setPresentMode(on);
    showParts();
    m_gantt->setFocus();
}

void MainWindow::escape() {
    if (m_status->showsProgress())
        m_controller.comparison().cancel();
    else
        m_controller.actions().present->setChecked(false);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_controller.settings().geometry = saveGeometry();
    m_controller.settings().splitter = m_splitter->saveState();
    event->setAccepted(m_controller.mayClose());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    m_controller.files().open(droppedFile(event->mimeData()));
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    showParts();
}

}  // namespace bubblescope
