#include "app/pages/steps_facet.h"

#include "app/commands/actions.h"
#include "app/commands/export_picture.h"
#include "app/pages/inspector.h"
#include "app/pages/lower_area.h"
#include "app/pages/mesh_search.h"
#include "app/pages/pages.h"
#include "app/pages/scenario_page.h"
#include "app/pages/step_notes.h"
#include "app/pages/step_study.h"
#include "engine/core/text.h"
#include "engine/entries/model_edits.h"
#include "engine/entries/step_edits.h"
#include "engine/io/scenario_file.h"
#include "engine/results/nearest_fits.h"
#include "engine/steps/run_step.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/chart_ways.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/format.h"
#include "widgets/kit/stale_overlay.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/shown/entry_ids.h"
#include "widgets/shown/verdict_text.h"
#include "widgets/steps/step_form.h"
#include "widgets/steps/step_table.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QStackedWidget>

#include <algorithm>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

constexpr double kReadableRow = 15;  // pixels at the usual font size
constexpr int kReadableRows = 40;
constexpr long long kMostUnfoldedOps = 200'000;

void paintIcon(QPainter& painter, const QRectF& rect, const QColor& color) {
    painter.setPen(Qt::NoPen);
    QColor quiet = color;
    quiet.setAlphaF(0.4f);
    const double row = rect.height() / 4;
    const auto bar = [&](int line, double from, double to, const QColor& ink) {
        painter.setBrush(ink);
        painter.drawRoundedRect(QRectF(rect.left() + rect.width() * from, rect.top() + line * row + 0.5,
                                       rect.width() * (to - from), row - 1.5),
                                1.5, 1.5);
    };
    bar(0, 0.0, 0.45, color);
    bar(0, 0.5, 1.0, color);
    bar(1, 0.2, 0.75, quiet);
    bar(2, 0.0, 0.6, color);
    bar(2, 0.65, 1.0, color);
    bar(3, 0.35, 0.9, quiet);
}

/// Overlays and definitions of the bubble do not apply to steps.
QList<QAction*> stepActions(const Actions& actions) {
    QList<QAction*> own = ganttActions(actions);
    for (QAction* const other :
         {actions.markHeld, actions.markCritical, actions.marks->menuAction(), actions.bubble->menu()->menuAction()})
        own.removeAll(other);
    return own << actions.ranks->menu()->menuAction();
}

bool isSuited(WindowController& controller) { return !stepsOf(controller.scenario().scenario()).empty(); }

}  // namespace

const PageKind kStepsPage{
    .id = "steps",
    .title = QT_TRANSLATE_NOOP("Text", "Steps"),
    .paintIcon = paintIcon,
    .document = &kScenarioKind,
    .suits = isSuited,
    .ownActions = stepActions,
    .make = [](WindowController& controller, QWidget* parent) -> Page* {
        return new ScenarioPage(controller, newFacet<StepsFacet>, parent);
    },
    .stage = QT_TRANSLATE_NOOP("Text", "Layer"),
};

StepsFacet::StepsFacet(ScenarioPage& page)
    : ScenarioFacet(page),
      m_form(new StepForm),
      m_bars(new BarChart([this](ThemeId theme) { return modelOf(m_spent, theme); })),
      m_study(new StepStudy(page.controller().settings(), page.results().age())),
      m_table(new StepTable),
      m_meshes(new MeshSearch),
      m_notes(new StepNotes(page.gantt(), page.opPanel(), this)),
      m_charts(new QStackedWidget) {
    m_charts->addWidget(newLowerPart());
    m_charts->addWidget(m_meshes);
    m_parts = {Family::Step,
               &ViewPreferences::stepsLook,
               &Settings::stepsSplitter,
               {560, 250},
               tr("Computing steps"),
               tr("Copied the table"),
               tr("Nothing to export yet. Choose a step first.")};
    m_parts.form = m_form;
    m_parts.lower = new LowerArea({m_charts, tr("Charts")}, {m_table, tr("Table")}, tr("Steps side by side"));
    m_parts.cards = new CardGallery(
        {tr("Example training steps"), tr("Choose a training step to start with, or open a file"),
         tr("Data, tensor, context and expert parallelism, sharding and offload, each shown as one training step of "
            "a few layers. Add more steps to compare them on one time axis.")});
    m_parts.preset = "preset:training-steps";
    m_study->setHeadRoom(m_parts.lower->switchRoom());
    for (QWidget* part : {static_cast<QWidget*>(m_bars), static_cast<QWidget*>(m_table)})
        new StaleOverlay(part, {&page.results().age()});
    connectDocument();
    connectGantt();
    connectCharts();
    connectMeshes();
}

QWidget* StepsFacet::newLowerPart() {
    auto* part = new QWidget;
    m_spentHeading = new QLabel;
    m_spentHeading->setFont(uiFont(13, QFont::DemiBold));
    m_bars->setAccessibleName(tr("Where the time of each step goes"));
    auto* left = new QVBoxLayout;
    left->setSpacing(2);
    left->addWidget(m_spentHeading);
    auto* bars = new QScrollArea;
    bars->setWidget(m_bars);
    bars->setWidgetResizable(true);
    bars->setFrameShape(QFrame::NoFrame);
    bars->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    bars->setMinimumSize(220, 90);
    left->addWidget(bars, 1);
    auto* row = new QHBoxLayout(part);
    row->setContentsMargins(16, 9, 8, 6);
    row->setSpacing(16);
    row->addLayout(left, 1);
    row->addWidget(m_study, 1);
    return part;
}

void StepsFacet::connectDocument() {
    ScenarioDocument& document = m_page.document();
    connect(&document, &Document::opened, this, [this] {
        m_notes->forgetMoment();
        m_unfolded.clear();
        m_form->steps()->forgetUnchecked();
    });
    connect(&document, &Document::changed, this, [this] {
        if (showsMeshes()) askForMeshes();
    });
    connect(m_form, &StepForm::edited, &document, &ScenarioDocument::apply);
    connect(m_form, &StepForm::chosen, this, &StepsFacet::goTo);
}

void StepsFacet::connectGantt() {
    GanttWidget* const gantt = &m_page.gantt();
    connect(gantt, &GanttWidget::picked, this, [this] { m_notes->forgetMoment(); });
    connect(gantt, &GanttWidget::momentPicked, this, &StepsFacet::pickMoment);
    connect(gantt, &GanttWidget::rowsAsked, this, [this](int track) {
        const EntryId step = m_page.entryOf(track);
        setUnfolded({step}, !m_unfolded.contains(step));
    });
    connect(m_page.controller().actions().ranks, &Choice::picked, this, [this](int picked) {
        std::vector<EntryId> steps;
        for (const ScheduleEntry& entry : m_page.scenario().schedules)
            if (entry.family == Family::Step) steps.push_back(entry.id);
        setUnfolded(steps, picked == 1);
    });
    gantt->setRowTip(
        tr("Drag right to slow down this rank; of several equal ranks, the first. Double-click to reset it. Click to "
           "unfold or fold equal ranks."));
    connect(gantt, &GanttWidget::rowScaled, this, &StepsFacet::slowRow);
    connect(gantt, &GanttWidget::rowReset, this, [this](int track, WorkerId worker) {
        m_slowed = slowedRank(track, worker);
        if (m_slowed) slow(1, newGesture());
    });
}

void StepsFacet::connectCharts() {
    addChartWays(
        *m_bars, QStringLiteral("times"), m_spent, [this] { return writeScenario(m_page.scenario()); },
        [this](const QString& line) { emit m_page.confirmed(line); },
        chartExporter(m_page.controller().settings(), &m_page));
    connect(m_bars, &BarChart::chosen, this, [this](std::size_t bar) {
        if (bar < m_page.shown().size()) m_page.setCurrentTrack(static_cast<int>(bar));
    });
    connect(m_study, &StepStudy::numbersWanted, this,
            [this](const std::vector<std::pair<std::string, double>>& numbers, const QString& what, int gesture) {
                Scenario after = m_page.scenario();
                for (const auto& [path, value] : numbers) after = atValue(std::move(after), path, value, true);
                m_page.apply(std::move(after), what, gesture);
            });
    connect(m_study, &StepStudy::progressChanged, &m_page, &Page::statusChanged);
    connect(m_study, &StepStudy::failed, &m_page, &Page::failed);
    connect(m_study, &StepStudy::confirmed, &m_page, &Page::confirmed);
}

void StepsFacet::connectMeshes() {
    connect(m_form, &StepForm::meshWanted, this, [this] { showMeshes(true); });
    connect(m_meshes, &MeshSearch::closed, this, [this] { showMeshes(false); });
    connect(m_meshes, &MeshSearch::chosen, this,
            [this](const MeshChoice& choice) { openMesh(m_meshes->question(), choice); });
    connect(m_meshes, &MeshSearch::confirmed, &m_page, &Page::confirmed);
    connect(m_meshes, &MeshSearch::exportWanted, &m_page, chartExporter(m_page.controller().settings(), &m_page));
    connect(m_meshes, &MeshSearch::progressChanged, &m_page, &Page::statusChanged);
    connect(m_meshes, &MeshSearch::failed, this,
            [this](const QString& why) { emit m_page.failed(tr("The mesh search failed: %1").arg(why)); });
    connect(m_notes, &StepNotes::changed, this, &StepsFacet::showPick);
    connect(m_notes, &StepNotes::meshWanted, this, &StepsFacet::openMesh);
    connect(m_notes, &StepNotes::searchWanted, this, [this] { showMeshes(true); });
    connect(m_notes, &StepNotes::failed, this,
            [this](const QString& why) { emit m_page.failed(tr("Plain FSDP could not be run: %1").arg(why)); });
}

bool StepsFacet::showsMeshes() const { return m_charts->currentWidget() == m_meshes; }

void StepsFacet::showMeshes(bool isShown) {
    m_charts->setCurrentIndex(isShown ? 1 : 0);
    if (isShown)
        askForMeshes();
    else
        m_meshes->stop();
    m_page.showOutcomes();
}

/// Searches meshes for the current step; closes the search if that step has no model.
void StepsFacet::askForMeshes() {
    const Scenario& scenario = m_page.scenario();
    const auto current = m_page.current();
    if (!current || !isOfModel(scenario, *current)) return showMeshes(false);
    m_meshes->ask(questionOf(scenario, *current));
}

void StepsFacet::openMesh(const MeshQuestion& question, const MeshChoice& choice) {
    OpenedChoice opened = withChoice(m_page.scenario(), question, choice);
    m_page.apply(std::move(opened.scenario), tr("Open %1").arg(toQString(textOf(choice))));
    goTo(opened.step);
}

/// Applies an advice. If it would make a step equal to another step of the scenario, goes to that one instead.
void StepsFacet::takeAdvice(const ScenarioEdit& edit) {
    const Scenario& now = m_page.scenario();
    Scenario rest = edit.after;
    std::vector<std::size_t> changed;
    for (std::size_t step = 0; step < now.schedules.size() && step < rest.schedules.size(); ++step)
        if (rest.schedules[step] != now.schedules[step]) changed.push_back(step);
    if (changed.size() == 1) {
        const ScheduleEntry made = std::exchange(rest.schedules[changed[0]], now.schedules[changed[0]]);
        for (std::size_t step = 0; step < now.schedules.size() && rest == now; ++step) {
            ScheduleEntry labelled = now.schedules[step];
            labelled.label = made.label;
            if (step != changed[0] && labelled == made) return goTo(step);
        }
    }
    m_page.document().apply(edit);
}

/// Makes a step the current one and scrolls to it as soon as it has run.
void StepsFacet::goTo(std::size_t step) {
    m_page.setCurrent(step);
    m_page.scrollTo(step);
}

void StepsFacet::setCards(const Scenario& cards) { m_form->steps()->setCards(cards.schedules); }

void StepsFacet::showDocument() { m_form->setScenario(m_page.scenario(), m_page.current()); }

/// The first rank that a row represents, and its slowdown; empty if there is no result.
std::optional<StepsFacet::SlowedRank> StepsFacet::slowedRank(int track, WorkerId worker) const {
    const auto& run = m_page.shown()[static_cast<std::size_t>(track)].run;
    if (!run || !run->step || worker.value >= run->step->ranks.workers()) return std::nullopt;
    const StepRun& step = *run->step;
    const int rank = step.ranks.firstRank[worker.index()];
    const auto& factors = step.setup.factors;
    const auto place = static_cast<std::size_t>(rank);
    return SlowedRank{m_page.entryOf(track), step.ranks.ranks(), rank, place < factors.size() ? factors[place] : 1};
}

void StepsFacet::slowRow(int track, WorkerId worker, double doublings, int gesture) {
    if (gesture != m_slowGesture) m_slowed = slowedRank(track, worker);
    m_slowGesture = gesture;
    if (m_slowed) slow(slowedBy(m_slowed->before, doublings), gesture);
}

void StepsFacet::slow(double factor, int gesture) {
    const Scenario& now = m_page.scenario();
    const auto schedule = entryPlace(now.schedules, m_slowed->step);
    if (!schedule) return;
    m_page.gantt().setRowNote(tr("rank %1: %2\u202f×").arg(m_slowed->rank).arg(formatNumber(factor)));
    Scenario after = withSlowdown(now, *schedule, m_slowed->ranks, m_slowed->rank, factor);
    m_page.apply(std::move(after), tr("Slow rank %1").arg(m_slowed->rank), gesture);
}

void StepsFacet::setUnfolded(const std::vector<EntryId>& steps, bool areUnfolded) {
    for (const EntryId step : steps)
        if (areUnfolded)
            m_unfolded.try_emplace(step);
        else
            m_unfolded.erase(step);
    m_page.showOutcomes();
}

void StepsFacet::adapt(std::vector<Outcome>& outcomes) {
    std::erase_if(m_unfolded, [&](const auto& each) { return !entryPlace(m_page.scenario().schedules, each.first); });
    m_page.controller().actions().ranks->setCurrent(m_unfolded.empty() ? 0 : 1);
    for (std::size_t track = 0; track < outcomes.size(); ++track) {
        Outcome& outcome = outcomes[track];
        const auto at = m_unfolded.find(m_page.entryOf(static_cast<int>(track)));
        if (at == m_unfolded.end() || !outcome.run || !outcome.run->step) continue;
        Unfolded& runs = at->second;
        if (runs.folded != outcome.run) runs = {outcome.run, unfolded(outcome.run, kMostUnfoldedOps)};
        outcome.run = runs.whole;
    }
}

void StepsFacet::showOutcomes() {
    const std::vector<Outcome>& shown = m_page.shown();
    m_spent.setOutcomes(shown);
    m_bars->refresh();
    const QString& unit = m_spent.unit;
    m_spentHeading->setText(unit.isEmpty() ? tr("Where the time goes") : tr("Where the time goes, %1").arg(unit));
    m_table->setOutcomes(shown);
    m_study->setOutcomes(shown);
    showPick();
    const auto open = m_page.trackOf(m_page.current());
    m_meshes->setOpen(open ? &shown[*open] : nullptr);
    const Results& results = m_page.results();
    if (!results.isCurrent()) return;
    std::vector<QString> refusals;
    for (const Outcome& outcome : results.outcomes()) refusals.push_back(outcome.refusal);
    const auto current = m_page.current();
    m_form->setRefusals(std::move(refusals), current ? toQString(keyOf(results.errorField(*current))) : QString());
}

void StepsFacet::showPick() {
    const auto track = m_page.trackOf(m_page.current());
    if (!track || !m_page.shown()[*track].run) return m_notes->clear();
    m_notes->show({m_page.results().scenario(), *m_page.current(), static_cast<int>(*track), m_page.shown()[*track],
                   !showsMeshes()});
}

void StepsFacet::pickMoment(int track, WorkerId worker, Time at) {
    const auto place = static_cast<std::size_t>(track);
    if (track >= 0 && place < m_page.shown().size() && m_page.shown()[place].run) {
        const Timeline& timeline = *m_page.shown()[place].run->timeline;
        m_notes->pickMoment(m_page.scheduleOf(track), worker,
                            std::clamp(at, timeline.earliestStart, timeline.latestEnd - 1));
        m_page.setCurrentTrack(track);
    } else {
        m_notes->forgetMoment();
    }
    showPick();
}

void StepsFacet::request() {
    const Results& results = m_page.results();
    if (!m_page.current() || !m_page.isVisible() || !results.isCurrent()) return m_study->rest();
    Scenario steps = results.scenario();
    std::erase_if(steps.schedules, [](const ScheduleEntry& entry) { return entry.family != Family::Step; });
    m_study->ask(steps, m_page.document().name(), m_page.controller().theme());
}

void StepsFacet::takeCard(const ScheduleEntry& entry) {
    Scenario after = m_page.scenario();
    after.schedules.push_back(asOneOf(after, entry));
    m_page.apply(std::move(after), tr("Add %1").arg(toQString(displayLabel(entry))));
}

void StepsFacet::adapt(GanttStyle& style) const {
    int rows = 0;
    for (const Outcome& outcome : m_page.shown())
        if (outcome.run) rows += outcome.run->timeline->program->workers;
    if (rows <= kReadableRows) style.leastRowHeight = kReadableRow;
}

void StepsFacet::showStyle() {
    showPick();  // the colours of notes depend on the theme
    m_spent.style = m_page.ganttStyle();
    m_bars->refresh();
}

QString StepsFacet::answer() const {
    if (!m_page.current()) return tr("Choose a training step to start");
    if (m_page.results().isOld()) return tr("Computing… · dimmed parts show the previous values");
    const QString count = m_page.shown().size() == 1 ? tr("1 step") : tr("%1 steps").arg(m_page.shown().size());
    QString found = showsMeshes() ? m_meshes->answer() : QString();
    if (found.isEmpty()) found = verdictText(m_page.shown());
    return found.isEmpty() ? count : count + QStringLiteral(" · ") + found;
}

QString StepsFacet::definition() const {
    return tr("compute + exposed communication + offload + idle time = step time");
}

std::optional<WorkProgress> StepsFacet::progress() const {
    if (const auto meshes = m_meshes->progress()) return WorkProgress{tr("Searching meshes"), *meshes};
    if (const auto curves = m_study->progress()) return WorkProgress{tr("Computing curves"), *curves};
    return std::nullopt;
}

void StepsFacet::stop() {
    ScenarioFacet::stop();
    m_study->rest();
    m_meshes->stop();
    m_notes->stop();
}

bool StepsFacet::isStopped() const { return showsMeshes() && m_meshes->isStopped(); }

void StepsFacet::goOn() {
    request();
    if (showsMeshes()) askForMeshes();
}

QString StepsFacet::table() const { return m_table->toCsv(); }

void StepsFacet::copyTable() { m_table->copy(); }

}  // namespace bubblescope
