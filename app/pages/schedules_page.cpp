#include "app/pages/schedules_page.h"

#include "app/commands/actions.h"
#include "app/commands/window_controller.h"
#include "app/pages/inspector.h"
#include "app/pages/lower_area.h"
#include "app/pages/pages.h"
#include "app/pages/picture_commands.h"
#include "engine/core/text.h"
#include "engine/results/run_each.h"
#include "engine/schedules/order_text.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/gallery/schedule_gallery.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/inspector/op_panel.h"
#include "widgets/kit/format.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/veil.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/pair_table.h"
#include "widgets/panels/scenario_panel.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_panel.h"

#include <QDesktopServices>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

void paintIcon(QPainter& painter, const QRectF& rect, const QColor& color) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double step = rect.height() / 3;
    for (int row = 0; row < 3; ++row)
        painter.drawRoundedRect(QRectF(rect.left() + row * 6, rect.top() + row * step + 1, 20, step - 2.5), 1.5, 1.5);
}

bool isSuited(WindowController& controller) {
    const auto& schedules = controller.scenario().scenario().schedules;
    return schedules.empty() || std::any_of(schedules.begin(), schedules.end(), [](const ScheduleEntry& entry) {
               return entry.family == Family::Schedule;
           });
}

}  // namespace

const PageKind kSchedulesPage{
    .id = "schedules",
    .title = QT_TRANSLATE_NOOP("Text", "Schedules"),
    .paintIcon = paintIcon,
    .document = &kScenarioKind,
    .suits = isSuited,
    .ownActions = [](const Actions& actions) { return ganttActions(actions) << actions.gallery; },
    .make = [](WindowController& controller, QWidget* parent) -> Page* {
        return new SchedulesPage(controller, parent);
    },
};

SchedulesPage::SchedulesPage(WindowController& controller, QWidget* parent)
    : GanttPage(controller, &ViewPreferences::schedulesLook, &Settings::splitter, parent),
      m_scenarioPanel(new ScenarioPanel),
      m_charts(new ChartsPanel),
      m_table(new MetricsTable),
      m_pairTable(new PairTable),
      m_gallery(new ScheduleGallery),
      m_upper(new QStackedWidget),
      m_tableVeil(new Veil(m_table)),
      m_pairVeil(new Veil(m_pairTable)),
      m_galleryVeil(new Veil(m_gallery)) {
    auto* lower = new LowerArea({m_charts, tr("Charts")}, {m_table, tr("Table")}, tr("All metrics"));
    lower->addSecondTable({m_pairTable, tr("Device by device")});
    layOut(m_scenarioPanel, lower, {560, 290});
    m_splitter->replaceWidget(0, m_upper);
    m_splitter->setStretchFactor(0, 2);
    m_upper->addWidget(m_gantt);
    m_upper->addWidget(m_gallery);
    connectScenario();
    connectViews();
    connectCharts();
    connectReferences();
    connectGallery();
    showOutcomes();
    showStyle();
    showParts();
}

QWidget* SchedulesPage::start() const { return m_upper->currentWidget(); }

void SchedulesPage::connectScenario() {
    ScenarioDocument& document = m_controller.scenario();
    connect(m_scenarioPanel, &ScenarioPanel::edited, &document, &ScenarioDocument::apply);
    connect(m_pickLink, &Inspector::edited, &document, &ScenarioDocument::apply);
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
    connect(m_scenarioPanel->schedules(), &SchedulePanel::orderAsked, this, &SchedulesPage::keepOrder);
}

void SchedulesPage::connectViews() {
    m_pickLink->showFormulas();
    connect(m_gantt, &GanttWidget::picked, this, &SchedulesPage::showParts);
    connect(m_controller.actions().copyMetrics, &QAction::triggered, this, [this] {
        if (!isVisible()) return;
        m_lower->showsSecond() ? m_pairTable->copy() : m_table->copy();
        emit confirmed(tr("Copied the metrics"));
    });
}

void SchedulesPage::connectCharts() {
    const auto showCurves = [this] {
        if (const auto& curves = m_controller.background().curves()) m_charts->setStudy(*curves);
    };
    connect(&m_controller.background(), &Background::curvesReady, this, showCurves);
    const Settings& settings = m_controller.settings();
    m_charts->setHeadRoom(m_lower->switchRoom());
    for (const auto& [axis, metric] : {std::pair(std::string("microbatches"), settings.chartMetricOfMicrobatches),
                                       {std::string(kUsualAxis), settings.chartMetric}}) {
        m_charts->setAxis(axis);
        if (const auto known = chartMetric(metric)) m_charts->setMetric(*known);
    }
    m_charts->setAxis(settings.chartAxis);
    m_charts->setAgainstPeak(settings.chartAgainstPeak);
    showCurves();
    connect(m_charts, &ChartsPanel::axisChanged, &m_controller, &WindowController::setCurveAxis);
    connect(m_charts, &ChartsPanel::metricChanged, &m_controller,
            [this](Quantity metric) { m_controller.setCurveMetric(idOf(metric)); });
    connect(m_charts, &ChartsPanel::againstPeakChanged, &m_controller, &WindowController::setCurvesAgainstPeak);
    connect(m_charts, &ChartsPanel::chosen, this, &SchedulesPage::choose);
    // Advice is for the schedule chosen last, in the charts or in the picture.
    const auto forget = [this] {
        if (!std::exchange(m_hasChosen, false)) return;
        m_pickLink->setAtHand(std::nullopt);
        m_pickLink->refresh();
    };
    connect(m_gantt, &GanttWidget::picked, this, forget);
    connect(m_gantt, &GanttWidget::cleared, this, forget);
    connect(&m_controller.scenario(), &Document::opened, this, forget);
    connect(m_charts, &ChartsPanel::valueDragged, &m_controller, &WindowController::setSweptValue);
    connect(m_charts, &ChartsPanel::message, this, &Page::confirmed);
}

/// Scrolls to a schedule and shows the advice for it.
void SchedulesPage::choose(std::size_t schedule) {
    m_gantt->clearPick();
    m_gantt->showTrack(static_cast<int>(schedule));
    m_scenarioPanel->schedules()->setCurrentEntry(schedule);
    m_pickLink->setAtHand(schedule);
    m_pickLink->refresh();
    m_hasChosen = true;
}

/// Adds a copy of a schedule after it, with its current order fixed op by op.
void SchedulesPage::keepOrder(std::size_t schedule) {
    const auto& outcomes = m_controller.results().outcomes();
    Scenario scenario = m_controller.scenario().scenario();
    if (m_controller.results().isOld() || schedule >= outcomes.size() || !outcomes[schedule].run)
        return emit failed(tr("There is no order to copy yet: the schedule has not run."));
    const Run& run = *outcomes[schedule].run;
    auto kept = asOrders(scenario.schedules[schedule], *run.timeline->program);
    if (!kept)
        return emit failed(
            tr("The order of %1 cannot be copied: its operations run in parts, which a list of operations cannot "
               "express.")
                .arg(outcomes[schedule].title));
    kept->label = tr("%1, fixed order").arg(outcomes[schedule].title).toStdString();
    scenario.schedules.insert(scenario.schedules.begin() + static_cast<std::ptrdiff_t>(schedule) + 1, *kept);
    m_controller.scenario().apply({scenario, tr("Copy with fixed order")});
}

void SchedulesPage::connectReferences() {
    const auto showPin = [this] { m_charts->setPinned(m_controller.results().references().pinned()); };
    connect(&m_controller.results(), &Results::pinChanged, this, showPin);
    showPin();
}

void SchedulesPage::connectGallery() {
    QAction* const action = m_controller.actions().gallery;
    SchedulePanel* const schedules = m_scenarioPanel->schedules();
    schedules->offerGallery();
    connect(schedules, &SchedulePanel::galleryAsked, action, &QAction::toggle);
    connect(m_gallery, &ScheduleGallery::closed, action, [action] { action->setChecked(false); });
    connect(action, &QAction::toggled, this, &SchedulesPage::openGallery);
    connect(m_gallery, &ScheduleGallery::toggled, this, [this](const ScheduleEntry& entry) { toggleSchedule(entry); });
    connect(m_gallery, &ScheduleGallery::sizeAsked, this, &SchedulesPage::useSize);
    connect(m_gallery, &ScheduleGallery::linkAsked, this, [](const QUrl& link) { QDesktopServices::openUrl(link); });
    connect(m_charts, &ChartsPanel::otherChosen, this,
            [this](std::size_t other) { toggleSchedule(ScheduleEntry(m_others[other])); });
    connect(m_charts, &ChartsPanel::againstPeakChanged, this, &SchedulesPage::askForGallery);
    connect(&m_controller.scenario(), &Document::changed, this, &SchedulesPage::askForGallery);
    connect(&m_galleryRunner, &GalleryRunner::changed, this, [this] {
        m_galleryAge.come(isGalleryCurrent());
        showGallery();
    });
    connect(&m_galleryRunner, &GalleryRunner::failed, this,
            [this](const QString& why) { emit failed(tr("The gallery could not be computed: %1").arg(why)); });
    connect(&m_galleryAge, &Age::changed, this, [this] { m_galleryVeil->setVisible(m_galleryAge.isOld()); });
}

bool SchedulesPage::isGalleryOpen() const { return m_upper->currentWidget() == m_gallery; }

void SchedulesPage::openGallery(bool on) {
    if (on == isGalleryOpen()) return;
    m_upper->setCurrentWidget(on ? static_cast<QWidget*>(m_gallery) : m_gantt);
    showParts();
    askForGallery();
    showAdded();
    start()->setFocus();
    emit statusChanged();
}

/// Whether the gallery's runs are for the current document.
bool SchedulesPage::isGalleryCurrent() const {
    const auto& runs = m_galleryRunner.runs();
    return runs && runs->scenario == galleryOf(m_controller.scenario().scenario());
}

/// Requests the gallery's runs while the gallery, or the chart that shows all schedules, is on screen. The compared
/// schedules run first, and the gallery reuses their runs.
void SchedulesPage::askForGallery() {
    const bool isSeen = isVisible() && (isGalleryOpen() || m_charts->isAgainstPeak());
    if (!isSeen) {
        if (m_galleryRunner.isBusy()) m_galleryRunner.cancel();
        return;
    }
    isGalleryCurrent() ? m_galleryAge.come(true) : m_galleryAge.await();
    showGallery();
    const Results& results = m_controller.results();
    const Scenario& scenario = m_controller.scenario().scenario();
    if (!scenario.schedules.empty() && !(results.isCurrent() && results.isWhole())) return;
    std::vector<std::shared_ptr<const Run>> known;
    for (const Outcome& outcome : results.outcomes()) known.push_back(outcome.run);
    m_galleryRunner.request(scenario, known);
}

/// Shows the gallery's runs so far: all in the gallery, those of schedules not compared in the charts.
void SchedulesPage::showGallery() {
    const auto& runs = m_galleryRunner.runs();
    if (!runs) return;
    const Results& results = m_controller.results();
    const Scenario& scenario = m_controller.scenario().scenario();
    const auto colors = seriesColors(scenario.schedules, results.theme());
    std::vector<GalleryEntry> entries;
    std::vector<Outcome> others;
    m_others.clear();
    const std::vector<ScheduleEntry> published = galleryEntries();
    for (std::size_t i = 0; i < runs->runs.size(); ++i) {
        GalleryEntry entry{published[i], outcomeOf(runs->scenario, i, runs->runs[i]), runs->offers[i]};
        if (!entry.offers.empty()) entry.outcome.refusal = toQString(runs->runs[i].error().message);
        const auto compared = entryOfGallery(scenario, entry.of);
        entry.isCompared = compared.has_value();
        if (compared) {  // its run in the comparison, which may have searched longer than the gallery does
            if (const auto run = results.isCurrent() ? results.outcomes()[*compared].run : nullptr) {
                entry.outcome.run = run;
                entry.outcome.refusal.clear();
                entry.offers.clear();
            }
            entry.outcome.color = colors[*compared];
        }
        if (!compared && entry.outcome.run) {
            m_others.push_back(entry.of);
            others.push_back(entry.outcome);
        }
        entries.push_back(std::move(entry));
    }
    m_gallery->setEntries(std::move(entries), runs->scenario.workload);
    m_charts->setOthers(others);
}

void SchedulesPage::toggleSchedule(const ScheduleEntry& entry) {
    ScenarioDocument& document = m_controller.scenario();
    Scenario after = document.scenario();
    const auto compared = entryOfGallery(after, entry);
    if (compared)
        after.schedules.erase(after.schedules.begin() + static_cast<std::ptrdiff_t>(*compared));
    else
        after.schedules.push_back(entry);
    m_added = compared ? std::nullopt : std::optional(after.schedules.size() - 1);
    document.apply({after, compared ? tr("Remove schedule") : tr("Add schedule")});
    const QString title = titleOf(entry);
    emit confirmed(compared ? tr("Removed %1 from the comparison").arg(title)
                            : tr("Added %1 to the comparison").arg(title));
}

/// Scrolls to the added schedule as soon as it has a row, even while it is still computed.
void SchedulesPage::showAdded() {
    const auto& shown = m_controller.results().scenario().schedules;
    if (!m_added || isGalleryOpen() || shown != m_controller.scenario().scenario().schedules) return;
    m_scenarioPanel->schedules()->setCurrentEntry(*m_added);
    m_gantt->showTrack(static_cast<int>(*std::exchange(m_added, std::nullopt)));
}

void SchedulesPage::useSize(const OtherSize& size) {
    ScenarioDocument& document = m_controller.scenario();
    Scenario after = document.scenario();
    after.workload = atSize(std::move(after.workload), size);
    document.apply({after, tr("Use %1").arg(toQString(textOf(size)))});
}

void SchedulesPage::showOutcomes() {
    const std::vector<Outcome>& outcomes = m_controller.results().outcomes();
    m_gantt->setGanttStyle(ganttStyle());
    m_pickLink->setOutcomes(outcomes, m_controller.settings().bubble);
    m_charts->setOutcomes(outcomes);
    m_table->setOutcomes(outcomes);
    m_pairTable->setOutcomes(outcomes);
    m_lower->offerSecond(!m_pairTable->isEmpty());
    m_pickLink->refresh();
    m_gallery->setLook(ganttStyle(), m_controller.settings().bubble);
    askForGallery();
    showAdded();
    emit statusChanged();
    if (!m_controller.results().isCurrent()) return;
    std::vector<QString> refusals;
    for (const Outcome& outcome : outcomes) refusals.push_back(outcome.refusal);
    m_scenarioPanel->schedules()->setRefusals(refusals);
    m_scenarioPanel->workload()->setErrors(m_controller.results().workloadErrors(),
                                           m_controller.results().workloadOffers());
}

void SchedulesPage::showStyle() {
    m_charts->setBubbleKind(m_controller.settings().bubble);
    m_table->setBubble(m_controller.settings().bubble);
    m_gallery->setLook(ganttStyle(), m_controller.settings().bubble);
    GanttPage::showStyle();
    askForHeld();
}

/// The gallery hides the panel that explains ops, which belongs to the Gantts.
void SchedulesPage::showParts() {
    GanttPage::showParts();
    m_gallery->setScale(isPresenting() ? projectorScale(*this) : 1);
    if (!isGalleryOpen()) return;
    m_opPanel->hide();
    m_scenarioPanel->setVisible(showsPanels());
}

/// The pick in the hidden Gantts stays while the gallery is open.
bool SchedulesPage::escape() { return !isGalleryOpen() && GanttPage::escape(); }

void SchedulesPage::setPresenting(bool on) {
    if (on) m_controller.actions().gallery->setChecked(false);
    GanttPage::setPresenting(on);
}

/// Requests activation memory over time only while it is shown: it takes up to half as long as the runs themselves.
void SchedulesPage::askForHeld() { m_controller.results().setWithHeld(isVisible() && ganttStyle().marks.held); }

void SchedulesPage::showAge() {
    GanttPage::showAge();
    const Results& results = m_controller.results();
    m_charts->setOld(results.isOld(), results.areCurvesOld());
    for (Veil* veil : {m_tableVeil, m_pairVeil}) veil->setVisible(results.isOld());
    if (results.isOld()) m_scenarioPanel->workload()->setErrors({}, {});  // they were about the previous values
}

QString SchedulesPage::answer() const {
    const Results& results = m_controller.results();
    if (results.isOld() && !results.isCancelled()) return tr("Computing… · dimmed parts show the previous values");
    if (results.isCancelled() && results.isWhole()) return tr("Stopped: the picture shows the last computed values");
    QStringList parts{results.summary()};
    if (results.areCurvesOld() && !results.isCancelled())
        parts += tr("dimmed curves show the previous values");
    else
        parts += {heldLimit(), galleryHint()};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

/// Points to the gallery when no compared schedule fits in memory.
QString SchedulesPage::galleryHint() const {
    const auto& outcomes = m_controller.results().outcomes();
    const auto runs = std::count_if(outcomes.begin(), outcomes.end(), [](const Outcome& one) { return !!one.run; });
    const auto over = std::count_if(outcomes.begin(), outcomes.end(),
                                    [](const Outcome& one) { return one.run && one.run->workerOverLimit(); });
    return runs == 0 || over < runs || isGalleryOpen() ? QString()
                                                       : tr("the gallery (Ctrl+G) shows which schedules fit");
}

/// Explains why the overlay of activation memory is missing although it is switched on.
QString SchedulesPage::heldLimit() const {
    if (!ganttStyle().marks.held || keepsHeld(m_controller.scenario().scenario())) return {};
    return tr("activation memory is shown only up to %1 operations in total")
        .arg(QString::fromStdString(withThousands(kMostHeldOps)));
}

QString SchedulesPage::answerTip() const { return m_controller.results().outcomes().empty() ? QString() : boundTip(); }

QString SchedulesPage::definition() const { return m_controller.definition(); }

std::optional<WorkProgress> SchedulesPage::progress() const {
    const Background& background = m_controller.background();
    if (const auto runs = background.runsProgress()) return WorkProgress{tr("Computing schedules"), *runs};
    if (const auto curves = background.curvesProgress()) return WorkProgress{tr("Computing curves"), *curves};
    return std::nullopt;
}

void SchedulesPage::stop() { m_controller.results().cancel(); }

bool SchedulesPage::isStopped() const { return m_controller.results().isCancelled(); }

void SchedulesPage::goOn() { m_controller.results().goOn(); }

void SchedulesPage::exportPicture() { m_pictures->exportPicture(m_controller.scenario().name(), gantt().timeView()); }

void SchedulesPage::copyImage() { m_pictures->copyImage(); }

QString SchedulesPage::table() const { return m_lower->showsSecond() ? m_pairTable->toCsv() : m_table->toCsv(); }

void SchedulesPage::showEvent(QShowEvent* event) {
    GanttPage::showEvent(event);
    m_pickLink->refresh();
    askForHeld();
    askForGallery();
}

void SchedulesPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    askForHeld();
    askForGallery();
}

/// The overlay of activation memory is readable only above a certain row height; the picture scrolls if needed.
GanttStyle SchedulesPage::ganttStyle() const {
    constexpr double kLeastHeldRow = 12;
    GanttStyle style = GanttPage::ganttStyle();
    if (style.marks.held) style.leastRowHeight = kLeastHeldRow;
    return style;
}

}  // namespace bubblescope
