#include "app/pages/schedules_facet.h"

#include "app/commands/actions.h"
#include "app/commands/export_picture.h"
#include "app/pages/inspector.h"
#include "app/pages/lower_area.h"
#include "app/pages/pages.h"
#include "app/pages/scenario_page.h"
#include "engine/core/text.h"
#include "engine/results/run_each.h"
#include "engine/schedules/order_text.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/gallery/schedule_gallery.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/format.h"
#include "widgets/kit/stale_overlay.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/pair_table.h"
#include "widgets/panels/scenario_panel.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_panel.h"
#include "widgets/shown/entry_ids.h"

#include <QDesktopServices>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr int kGalleryNiceness = 12;
constexpr std::chrono::milliseconds kGalleryPatience{200};

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
        return new ScenarioPage(controller, newFacet<SchedulesFacet>, parent);
    },
};

SchedulesFacet::SchedulesFacet(ScenarioPage& page)
    : ScenarioFacet(page),
      m_scenarioPanel(new ScenarioPanel),
      m_charts(new ChartsPanel),
      m_table(new MetricsTable),
      m_pairTable(new PairTable),
      m_gallery(new ScheduleGallery),
      m_galleryJob({kGalleryNiceness, kGalleryPatience, kGalleryPatience}) {
    auto* lower = new LowerArea({m_charts, tr("Charts")}, {m_table, tr("Table")}, tr("All metrics"));
    lower->addSecondTable({m_pairTable, tr("Device by device")});
    m_parts = {{},         &ViewPreferences::schedulesLook, &Settings::splitter,
               {560, 290}, tr("Computing schedules"),       tr("Copied the metrics")};
    m_parts.form = m_scenarioPanel;
    m_parts.lower = lower;
    m_parts.instead = m_gallery;
    const Results& results = page.results();
    m_charts->dimWhileOld(results.age(), results.curvesAge());
    for (QWidget* table : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_pairTable)})
        new StaleOverlay(table, {&results.age()});
    new StaleOverlay(m_gallery, {&m_galleryJob.age()});
    page.inspector().showFormulas();
    connectScenario();
    connectCharts();
    connectGallery();
}

void SchedulesFacet::connectScenario() {
    ScenarioDocument& document = m_page.document();
    WindowController& controller = m_page.controller();
    WorkloadPanel* workload = m_scenarioPanel->workload();
    connect(workload, &WorkloadPanel::edited, &document, &ScenarioDocument::apply);
    connect(m_scenarioPanel->schedules(), &SchedulePanel::edited, &document, &ScenarioDocument::apply);
    workload->setKeepsRatio(controller.settings().keepRatio);
    connect(workload, &WorkloadPanel::keepsRatioChanged, &controller, &WindowController::setKeepRatio);
    connect(&m_page.results(), &Results::ageChanged, this, [this, workload] {
        if (m_page.results().isOld()) workload->setErrors({}, {});  // they were about the previous values
    });
    connect(&document, &Document::opened, m_scenarioPanel->schedules(), &SchedulePanel::forgetUnchecked);
    connect(m_scenarioPanel->schedules(), &SchedulePanel::orderAsked, this, &SchedulesFacet::keepOrder);
}

void SchedulesFacet::showDocument() {
    m_scenarioPanel->setScenario(m_page.scenario());
    m_charts->setScenario(m_page.scenario());
}

void SchedulesFacet::connectCharts() {
    WindowController& controller = m_page.controller();
    const auto showCurves = [this] {
        if (const auto& curves = m_page.controller().background().curves()) m_charts->setStudy(*curves);
    };
    connect(&controller.background(), &Background::curvesReady, this, showCurves);
    const Settings& settings = controller.settings();
    m_charts->setHeadRoom(m_parts.lower->switchRoom());
    for (const auto& [axis, metric] : {std::pair(std::string("microbatches"), settings.chartMetricOfMicrobatches),
                                       {std::string(kUsualAxis), settings.chartMetric}}) {
        m_charts->setAxis(axis);
        if (const auto known = chartMetric(metric)) m_charts->setMetric(*known);
    }
    m_charts->setAxis(settings.chartAxis);
    m_charts->setAgainstPeak(settings.chartAgainstPeak);
    showCurves();
    connect(m_charts, &ChartsPanel::axisChanged, &controller, &WindowController::setCurveAxis);
    connect(m_charts, &ChartsPanel::metricChanged, &controller,
            [&controller](Quantity metric) { controller.setCurveMetric(idOf(metric)); });
    connect(m_charts, &ChartsPanel::againstPeakChanged, &controller, &WindowController::setCurvesAgainstPeak);
    connect(m_charts, &ChartsPanel::chosen, this, &SchedulesFacet::choose);
    connect(m_charts, &ChartsPanel::valueDragged, &controller, &WindowController::setSweptValue);
    connect(m_charts, &ChartsPanel::message, &m_page, &Page::confirmed);
    connect(m_charts, &ChartsPanel::exportWanted, &m_page, chartExporter(controller.settings(), &m_page));
    const auto showPin = [this] { m_charts->setPinned(m_page.results().references().pinned()); };
    connect(&m_page.results(), &Results::pinChanged, this, showPin);
    showPin();
}

/// Scrolls to a schedule and shows the advice for it.
void SchedulesFacet::choose(std::size_t track) {
    m_page.gantt().clearPick();
    const auto entry = entryPlace(m_page.scenario().schedules, m_page.entryOf(static_cast<int>(track)));
    if (!entry) return;
    m_scenarioPanel->schedules()->setCurrentEntry(*entry);
    m_page.setCurrent(entry);
    m_page.scrollTo(*entry);
}

/// Adds a copy of a schedule after it, with its current order fixed op by op.
void SchedulesFacet::keepOrder(std::size_t schedule) {
    const auto& outcomes = m_page.results().outcomes();
    Scenario scenario = m_page.scenario();
    if (m_page.results().isOld() || schedule >= outcomes.size() || !outcomes[schedule].run)
        return emit m_page.failed(tr("There is no order to copy yet: the schedule has not run."));
    const Run& run = *outcomes[schedule].run;
    auto kept = asOrders(scenario.schedules[schedule], *run.timeline->program);
    if (!kept)
        return emit m_page.failed(
            tr("The order of %1 cannot be copied: its operations run in parts, which a list of operations cannot "
               "express.")
                .arg(outcomes[schedule].title));
    kept->label = tr("%1, fixed order").arg(outcomes[schedule].title).toStdString();
    scenario.schedules.insert(scenario.schedules.begin() + static_cast<std::ptrdiff_t>(schedule) + 1, *kept);
    m_page.document().apply({scenario, tr("Copy with fixed order")});
}

void SchedulesFacet::connectGallery() {
    QAction* const action = m_page.controller().actions().gallery;
    SchedulePanel* const schedules = m_scenarioPanel->schedules();
    schedules->offerGallery();
    connect(schedules, &SchedulePanel::galleryAsked, action, &QAction::toggle);
    connect(m_gallery, &ScheduleGallery::closed, action, [action] { action->setChecked(false); });
    connect(action, &QAction::toggled, &m_page, &ScenarioPage::showInstead);
    connect(m_gallery, &ScheduleGallery::toggled, this, [this](const ScheduleEntry& entry) { toggleSchedule(entry); });
    connect(m_gallery, &ScheduleGallery::sizeAsked, this, &SchedulesFacet::useSize);
    connect(m_gallery, &ScheduleGallery::linkAsked, this, [](const QUrl& link) { QDesktopServices::openUrl(link); });
    connect(m_charts, &ChartsPanel::otherChosen, this,
            [this](std::size_t other) { toggleSchedule(ScheduleEntry(m_others[other])); });
    connect(m_charts, &ChartsPanel::againstPeakChanged, this, &SchedulesFacet::request);
    connect(&m_galleryJob, &JobSignals::changed, this, &SchedulesFacet::showGallery);
    connect(&m_galleryJob, &JobSignals::failed, this,
            [this](const QString& why) { emit m_page.failed(tr("The gallery could not be computed: %1").arg(why)); });
}

/// Requests activation memory over time only while it is shown: it takes up to half as long as the runs themselves.
/// Requests the gallery's runs while the gallery, or the chart that shows all schedules, is on screen. The compared
/// schedules run first, and the gallery reuses their runs.
void SchedulesFacet::request() {
    m_page.results().setWithHeld(m_page.isVisible() && m_page.ganttStyle().marks.held);
    const bool isSeen = m_page.isVisible() && (m_page.showsInstead() || m_charts->isAgainstPeak());
    if (!isSeen) {
        if (m_galleryJob.isBusy()) m_galleryJob.cancel();
        return;
    }
    if (!m_galleryJob.isOf(galleryOf(m_page.scenario()))) m_galleryJob.await();
    showGallery();
    const Results& results = m_page.results();
    const Scenario& scenario = m_page.scenario();
    if (!scenario.schedules.empty() && !(results.isCurrent() && results.isWhole())) return;
    std::vector<std::shared_ptr<const Run>> known;
    for (const Outcome& outcome : results.outcomes()) known.push_back(outcome.run);
    requestGallery(m_galleryJob, scenario, known);
}

/// Shows the gallery's runs so far: all in the gallery, those of schedules not compared in the charts.
void SchedulesFacet::showGallery() {
    const auto& runs = m_galleryJob.result();
    if (!runs) return;
    const Results& results = m_page.results();
    const Scenario& scenario = m_page.scenario();
    const auto colors = seriesColors(scenario.schedules, results.theme(), results.palette());
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

void SchedulesFacet::toggleSchedule(const ScheduleEntry& entry) {
    ScenarioDocument& document = m_page.document();
    Scenario after = document.scenario();
    const auto compared = entryOfGallery(after, entry);
    if (compared)
        after.schedules.erase(after.schedules.begin() + static_cast<std::ptrdiff_t>(*compared));
    else
        after.schedules.push_back(entry);
    document.apply({after, compared ? tr("Remove schedule") : tr("Add schedule")});
    if (!compared) {
        m_scenarioPanel->schedules()->setCurrentEntry(after.schedules.size() - 1);
        m_page.scrollTo(after.schedules.size() - 1);
    }
    const QString title = titleOf(entry);
    emit m_page.confirmed(compared ? tr("Removed %1 from the comparison").arg(title)
                                   : tr("Added %1 to the comparison").arg(title));
}

void SchedulesFacet::useSize(const OtherSize& size) {
    ScenarioDocument& document = m_page.document();
    Scenario after = document.scenario();
    after.workload = atSize(std::move(after.workload), size);
    document.apply({after, tr("Use %1").arg(toQString(textOf(size)))});
}

void SchedulesFacet::showOutcomes() {
    const std::vector<Outcome>& outcomes = m_page.shown();
    m_charts->setOutcomes(outcomes);
    m_table->setOutcomes(outcomes);
    m_pairTable->setOutcomes(outcomes);
    m_parts.lower->offerSecond(!m_pairTable->isEmpty());
    m_gallery->setLook(m_page.ganttStyle(), m_page.controller().settings().bubble);
    const Results& results = m_page.results();
    if (!results.isCurrent()) return;
    std::vector<QString> refusals;
    for (const Outcome& outcome : outcomes) refusals.push_back(outcome.refusal);
    m_scenarioPanel->schedules()->setRefusals(refusals);
    m_scenarioPanel->workload()->setErrors(results.workloadErrors(), results.workloadOffers());
}

void SchedulesFacet::showStyle() {
    const Quantity bubble = m_page.controller().settings().bubble;
    m_scenarioPanel->schedules()->setColors(m_page.results().palette());
    m_charts->setBubbleKind(bubble);
    m_table->setBubble(bubble);
    m_gallery->setLook(m_page.ganttStyle(), bubble);
    request();
}

void SchedulesFacet::setScale(double scale) { m_gallery->setScale(scale); }

QString SchedulesFacet::answer() const {
    const Results& results = m_page.results();
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
QString SchedulesFacet::galleryHint() const {
    const auto& outcomes = m_page.results().outcomes();
    const auto runs = std::count_if(outcomes.begin(), outcomes.end(), [](const Outcome& one) { return !!one.run; });
    const auto over = std::count_if(outcomes.begin(), outcomes.end(),
                                    [](const Outcome& one) { return one.run && one.run->workerOverLimit(); });
    return runs == 0 || over < runs || m_page.showsInstead() ? QString()
                                                             : tr("the gallery (Ctrl+G) shows which schedules fit");
}

/// Explains why the overlay of activation memory is missing although it is switched on.
QString SchedulesFacet::heldLimit() const {
    if (!m_page.ganttStyle().marks.held || keepsHeld(m_page.scenario())) return {};
    return tr("activation memory is shown only up to %1 operations in total")
        .arg(QString::fromStdString(withThousands(kMostHeldOps)));
}

QString SchedulesFacet::answerTip() const { return m_page.results().outcomes().empty() ? QString() : boundTip(); }

QString SchedulesFacet::definition() const { return m_page.controller().definition(); }

std::optional<WorkProgress> SchedulesFacet::progress() const {
    const auto curves = m_page.controller().background().curvesProgress();
    return curves ? std::optional(WorkProgress{tr("Computing curves"), *curves}) : std::nullopt;
}

QString SchedulesFacet::table() const { return m_parts.lower->showsSecond() ? m_pairTable->toCsv() : m_table->toCsv(); }

void SchedulesFacet::copyTable() { m_parts.lower->showsSecond() ? m_pairTable->copy() : m_table->copy(); }

/// The overlay of activation memory is readable only above a certain row height; the picture scrolls if needed.
void SchedulesFacet::adapt(GanttStyle& style) const {
    constexpr double kLeastHeldRow = 12;
    if (style.marks.held) style.leastRowHeight = kLeastHeldRow;
}

}  // namespace bubblescope
