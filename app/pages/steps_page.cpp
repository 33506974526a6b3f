#include "app/pages/steps_page.h"

#include "app/commands/actions.h"
#include "app/commands/window_controller.h"
#include "app/documents/load_scenario.h"
#include "app/pages/inspector.h"
#include "app/pages/lower_area.h"
#include "app/pages/mesh_search.h"
#include "app/pages/pages.h"
#include "app/pages/picture_commands.h"
#include "app/pages/step_notes.h"
#include "app/pages/step_study.h"
#include "engine/core/text.h"
#include "engine/entries/model_edits.h"
#include "engine/entries/step_edits.h"
#include "engine/io/scenario_file.h"
#include "engine/results/nearest_fits.h"
#include "engine/steps/run_step.h"
#include "widgets/charts/chart_ways.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/inspector/op_panel.h"
#include "widgets/inspector/step_text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/theme.h"
#include "widgets/kit/veil.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/schemes/scheme_faces.h"
#include "widgets/shown/entry_ids.h"
#include "widgets/shown/verdict_text.h"
#include "widgets/steps/spent_bars.h"
#include "widgets/steps/step_form.h"
#include "widgets/steps/step_table.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

constexpr double kReadableRow = 15;  // pixels at the usual font size
constexpr int kReadableRows = 40;
constexpr long long kMostUnfoldedOps = 200'000;
constexpr char kGalleryPreset[] = "preset:training-steps";

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
    .make = [](WindowController& controller, QWidget* parent) -> Page* { return new StepsPage(controller, parent); },
    .stage = QT_TRANSLATE_NOOP("Text", "Layer"),
};

StepsPage::StepsPage(WindowController& controller, QWidget* parent)
    : GanttPage(controller, &ViewPreferences::stepsLook, &Settings::stepsSplitter, parent),
      m_form(new StepForm),
      m_gallery(new CardGallery(
          {tr("Example training steps"), tr("Choose a training step to start with, or open a file"),
           tr("Data, tensor, context and expert parallelism, sharding and offload, each shown as one training step of "
              "a few layers. Add more steps to compare them on one time axis.")})),
      m_bars(new SpentBars),
      m_study(new StepStudy(controller.settings())),
      m_table(new StepTable),
      m_meshes(new MeshSearch),
      m_notes(new StepNotes(*m_gantt, *m_opPanel, this)),
      m_charts(new QStackedWidget),
      m_tableVeil(new Veil(m_table)),
      m_barsVeil(new Veil(m_bars)) {
    m_charts->addWidget(newLowerPart());
    m_charts->addWidget(m_meshes);
    auto* lower = new LowerArea({m_charts, tr("Charts")}, {m_table, tr("Table")}, tr("Steps side by side"));
    m_study->setHeadRoom(lower->switchRoom());
    layOut(m_form, lower, {560, 250}, m_gallery);
    connectDocument();
    connectViews();
    connectMeshes();
    showStyle();
    showScenario();
}

QWidget* StepsPage::newLowerPart() {
    auto* part = new QWidget;
    m_spentHeading = new QLabel;
    m_spentHeading->setFont(uiFont(13, QFont::DemiBold));
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

QWidget* StepsPage::start() const { return m_current ? static_cast<QWidget*>(m_gantt) : m_gallery; }

void StepsPage::connectDocument() {
    ScenarioDocument& document = m_controller.scenario();
    connect(&document, &Document::opened, this, [this] {
        m_current.reset();
        m_wanted.reset();
        m_notes->forgetMoment();
        m_unfolded.clear();
        m_form->steps()->forgetUnchecked();
    });
    connect(&document, &Document::changed, this, &StepsPage::followDocument);
    connect(&document, &Document::refused, this, &StepsPage::showScenario);
    connect(m_form, &StepForm::edited, &document, &ScenarioDocument::apply);
    connect(m_pickLink, &Inspector::edited, this, &StepsPage::takeAdvice);
    connect(m_form, &StepForm::chosen, this, [this](std::size_t schedule) { goTo(schedule); });
    connect(m_gallery, &CardGallery::chosen, this, &StepsPage::takeFromGallery);
}

void StepsPage::connectViews() {
    connect(m_gantt, &GanttWidget::picked, this, [this](int track) {
        if (static_cast<std::size_t>(track) >= m_tracks.size()) return;
        m_notes->forgetMoment();
        setCurrentTrack(track);
        showNotes();
        showParts();
    });
    connect(m_gantt, &GanttWidget::cleared, this, &StepsPage::showNotes);
    connect(m_gantt, &GanttWidget::momentPicked, this, &StepsPage::pickMoment);
    connect(m_gantt, &GanttWidget::rowsAsked, this, [this](int track) {
        const EntryId step = entryOf(track);
        setUnfolded({step}, !m_unfolded.contains(step));
    });
    connect(m_controller.actions().ranks, &Choice::picked, this, [this](int picked) {
        std::vector<EntryId> steps;
        for (const ScheduleEntry& entry : m_controller.scenario().scenario().schedules)
            if (entry.family == Family::Step) steps.push_back(entry.id);
        setUnfolded(steps, picked == 1);
    });
    m_gantt->setRowTip(
        tr("Drag right to slow down this rank; of several equal ranks, the first. Double-click to reset it. Click to "
           "unfold or fold equal ranks."));
    connect(m_gantt, &GanttWidget::rowScaled, this, &StepsPage::slowRow);
    connect(m_gantt, &GanttWidget::rowReset, this, [this](int track, WorkerId worker) {
        m_slowed = slowedRank(track, worker);
        if (m_slowed) slow(1, newGesture());
    });
    addChartWays(*m_bars, {QStringLiteral("times"), [this] { return m_bars->picture(); },
                           [this] { return csvText(m_bars->table()); },
                           [this] { return writeScenario(m_controller.scenario().scenario()); },
                           [this](const QString& line) { emit confirmed(line); }});
    connect(m_bars, &SpentBars::chosen, this, [this](std::size_t bar) {
        if (bar < m_tracks.size()) setCurrentTrack(static_cast<int>(bar));
    });
    connect(m_controller.actions().copyMetrics, &QAction::triggered, this, [this] {
        if (!isVisible()) return;
        m_table->copy();
        emit confirmed(tr("Copied the table"));
    });
    connect(m_study, &StepStudy::numbersWanted, this,
            [this](const std::vector<std::pair<std::string, double>>& numbers, const QString& what, int gesture) {
                Scenario after = m_controller.scenario().scenario();
                for (const auto& [path, value] : numbers) after = atValue(std::move(after), path, value, true);
                if (after != m_controller.scenario().scenario())
                    m_controller.scenario().apply({std::move(after), what, gesture});
            });
    connect(m_study, &StepStudy::progressChanged, this, &Page::statusChanged);
    connect(m_study, &StepStudy::failed, this, &Page::failed);
    connect(m_study, &StepStudy::confirmed, this, &Page::confirmed);
}

void StepsPage::connectMeshes() {
    connect(m_form, &StepForm::meshWanted, this, [this] { showMeshes(true); });
    connect(m_meshes, &MeshSearch::closed, this, [this] { showMeshes(false); });
    connect(m_meshes, &MeshSearch::chosen, this,
            [this](const MeshChoice& choice) { openMesh(m_meshes->question(), choice); });
    connect(m_meshes, &MeshSearch::confirmed, this, &Page::confirmed);
    connect(m_meshes, &MeshSearch::progressChanged, this, &Page::statusChanged);
    connect(m_meshes, &MeshSearch::failed, this,
            [this](const QString& why) { emit failed(tr("The mesh search failed: %1").arg(why)); });
    connect(m_notes, &StepNotes::changed, this, &StepsPage::showNotes);
    connect(m_notes, &StepNotes::meshWanted, this, &StepsPage::openMesh);
    connect(m_notes, &StepNotes::searchWanted, this, [this] { showMeshes(true); });
    connect(m_notes, &StepNotes::failed, this,
            [this](const QString& why) { emit failed(tr("Plain FSDP could not be run: %1").arg(why)); });
}

bool StepsPage::showsMeshes() const { return m_charts->currentWidget() == m_meshes; }

void StepsPage::showMeshes(bool isShown) {
    m_charts->setCurrentIndex(isShown ? 1 : 0);
    if (isShown)
        askForMeshes();
    else
        m_meshes->stop();
    showOutcomes();
}

/// Searches meshes for the current step; closes the search if that step has no model.
void StepsPage::askForMeshes() {
    const Scenario& scenario = m_controller.scenario().scenario();
    if (!m_current || !isOfModel(scenario, *m_current)) return showMeshes(false);
    m_meshes->ask(questionOf(scenario, *m_current));
}

void StepsPage::openMesh(const MeshQuestion& question, const MeshChoice& choice) {
    OpenedChoice opened = withChoice(m_controller.scenario().scenario(), question, choice);
    const std::size_t step = opened.step;
    if (opened.scenario != m_controller.scenario().scenario())
        m_controller.scenario().apply({std::move(opened.scenario), tr("Open %1").arg(toQString(textOf(choice)))});
    goTo(step);
}

/// Applies an advice. If it would make a step equal to another step of the scenario, goes to that one instead.
void StepsPage::takeAdvice(const ScenarioEdit& edit) {
    const Scenario& now = m_controller.scenario().scenario();
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
    m_controller.scenario().apply(edit);
}

/// Makes a step the current one and scrolls to it as soon as it has run.
void StepsPage::goTo(std::size_t step) {
    m_wanted = step;
    setCurrent(step);
    showWanted();
}

void StepsPage::showWanted() {
    if (!m_wanted || !m_controller.results().isCurrent()) return;
    const auto track = trackOf(m_wanted);
    if (!track) return;
    m_wanted.reset();
    m_gantt->showTrack(static_cast<int>(*track));
}

std::optional<std::size_t> StepsPage::trackOf(std::optional<std::size_t> step) const {
    const auto at =
        std::ranges::find_if(m_tracks, [&](int schedule) { return step == static_cast<std::size_t>(schedule); });
    return at == m_tracks.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - m_tracks.begin()));
}

void StepsPage::fillGallery() {
    if (!m_cards.schedules.empty()) return;
    auto cards = loadScenario(kGalleryPreset);
    if (!cards) return emit failed(toQString(cards.error().text()));
    m_cards = std::move(*cards);
    std::vector<Outcome> outcomes;
    for (std::size_t card = 0; card < m_cards.schedules.size(); ++card)
        outcomes.push_back(outcomeOf(m_cards, card, run(m_cards, card)));
    m_gallery->setFaces(facesOf(outcomes));
    m_form->steps()->setCards(m_cards.schedules);
}

void StepsPage::showScenario() {
    followCurrent();
    if (!isVisible()) return m_study->rest();
    m_gallery->setExpanded(!m_current);
    showForm();
    showParts();
    showOutcomes();
}

/// Follows an edit of the document. The previous runs stay on screen until the new ones arrive.
void StepsPage::followDocument() {
    const auto before = m_current;
    const std::size_t count = m_count;
    followCurrent();
    if (showsMeshes()) askForMeshes();
    const bool isSame = m_current == before && m_count == count;
    if (!isVisible() || !isSame || m_controller.results().isCurrent()) return showScenario();
    showForm();
    requestCurves();
    emit statusChanged();
}

/// After a change of the list, the edited step stays the current one at its new place. If it was removed, the first
/// step becomes current.
void StepsPage::followCurrent() {
    const Scenario& scenario = m_controller.scenario().scenario();
    if (m_current) m_current = entryPlace(scenario.schedules, m_currentId);
    std::set<EntryId> present;
    for (const ScheduleEntry& entry : scenario.schedules) present.insert(entry.id);
    std::erase_if(m_unfolded, [&](const auto& each) { return !present.contains(each.first); });
    const std::vector<std::size_t> steps = stepsOf(scenario);
    if (!m_current || std::find(steps.begin(), steps.end(), *m_current) == steps.end())
        m_current = steps.empty() ? std::nullopt : std::optional(steps.front());
    if (m_current) m_currentId = scenario.schedules[*m_current].id;
    m_count = scenario.schedules.size();
}

EntryId StepsPage::entryOf(int track) const {
    return m_controller.results().scenario().schedules[scheduleOf(track)].id;
}

void StepsPage::setCurrentTrack(int track) {
    if (const auto schedule = entryPlace(m_controller.scenario().scenario().schedules, entryOf(track)))
        setCurrent(*schedule);
}

void StepsPage::setCurrent(std::size_t schedule) {
    const auto& schedules = m_controller.scenario().scenario().schedules;
    if (m_current == schedule || schedule >= schedules.size() || schedules[schedule].family != Family::Step) return;
    m_current = schedule;
    m_currentId = schedules[schedule].id;
    showForm();
    m_pickLink->setAtHand(m_current);
    m_pickLink->refresh();
    showOutcomes();
}

void StepsPage::showForm() { m_form->setScenario(m_controller.scenario().scenario(), m_current); }

/// The first rank that a row represents, and its slowdown; empty if there is no result.
std::optional<StepsPage::SlowedRank> StepsPage::slowedRank(int track, WorkerId worker) const {
    const auto& run = m_shown[static_cast<std::size_t>(track)].run;
    if (!run || !run->step || worker.value >= run->step->ranks.workers()) return std::nullopt;
    const StepRun& step = *run->step;
    const int rank = step.ranks.firstRank[worker.index()];
    const auto& factors = step.setup.factors;
    const auto place = static_cast<std::size_t>(rank);
    return SlowedRank{entryOf(track), step.ranks.ranks(), rank, place < factors.size() ? factors[place] : 1};
}

void StepsPage::slowRow(int track, WorkerId worker, double doublings, int gesture) {
    if (gesture != m_slowGesture) m_slowed = slowedRank(track, worker);
    m_slowGesture = gesture;
    if (m_slowed) slow(slowedBy(m_slowed->before, doublings), gesture);
}

void StepsPage::slow(double factor, int gesture) {
    const Scenario& now = m_controller.scenario().scenario();
    const auto schedule = entryPlace(now.schedules, m_slowed->step);
    if (!schedule) return;
    m_gantt->setRowNote(tr("rank %1: %2\u202f×").arg(m_slowed->rank).arg(formatNumber(factor)));
    Scenario after = withSlowdown(now, *schedule, m_slowed->ranks, m_slowed->rank, factor);
    if (after != now)
        m_controller.scenario().apply({std::move(after), tr("Slow rank %1").arg(m_slowed->rank), gesture});
}

void StepsPage::setUnfolded(const std::vector<EntryId>& steps, bool areUnfolded) {
    for (const EntryId step : steps)
        if (areUnfolded)
            m_unfolded.try_emplace(step);
        else
            m_unfolded.erase(step);
    showOutcomes();
}

void StepsPage::showOutcomes() {
    followCurrent();
    const Results& results = m_controller.results();
    const auto& entries = results.scenario().schedules;
    m_shown.clear();
    m_tracks.clear();
    for (std::size_t schedule = 0; schedule < results.outcomes().size(); ++schedule) {
        if (entries[schedule].family != Family::Step) continue;
        Outcome outcome = results.outcomes()[schedule];
        if (const auto at = m_unfolded.find(entries[schedule].id);
            at != m_unfolded.end() && outcome.run && outcome.run->step) {
            Unfolded& runs = at->second;
            if (runs.folded != outcome.run) runs = {outcome.run, unfolded(outcome.run, kMostUnfoldedOps)};
            outcome.run = runs.whole;
        }
        m_tracks.push_back(static_cast<int>(schedule));
        m_shown.push_back(std::move(outcome));
    }
    m_controller.actions().ranks->setCurrent(m_unfolded.empty() ? 0 : 1);
    m_gantt->setGanttStyle(ganttStyle());
    m_pickLink->setOutcomes(m_shown, m_controller.settings().bubble);
    m_pickLink->setAtHand(m_current);
    m_pickLink->refresh();
    m_bars->setOutcomes(m_shown);
    const QString unit = m_bars->unit();
    m_spentHeading->setText(unit.isEmpty() ? tr("Where the time goes") : tr("Where the time goes, %1").arg(unit));
    m_table->setOutcomes(m_shown);
    m_study->setOutcomes(m_shown);
    showNotes();
    const auto open = trackOf(m_current);
    m_meshes->setOpen(open ? &m_shown[*open] : nullptr);
    if (results.isCurrent()) {
        std::vector<QString> refusals;
        for (const Outcome& outcome : results.outcomes()) refusals.push_back(outcome.refusal);
        const QString key = m_current ? toQString(keyOf(results.errorField(*m_current))) : QString();
        m_form->setRefusals(std::move(refusals), key);
    }
    showWanted();
    requestCurves();
    emit statusChanged();
}

void StepsPage::showNotes() {
    const auto track = trackOf(m_current);
    if (!track || !m_shown[*track].run) return m_notes->clear();
    m_notes->show(
        {m_controller.results().scenario(), *m_current, static_cast<int>(*track), m_shown[*track], !showsMeshes()});
}

void StepsPage::pickMoment(int track, WorkerId worker, Time at) {
    const auto place = static_cast<std::size_t>(track);
    if (track >= 0 && place < m_tracks.size() && m_shown[place].run) {
        const Timeline& timeline = *m_shown[place].run->timeline;
        m_notes->pickMoment(scheduleOf(track), worker, std::clamp(at, timeline.earliestStart, timeline.latestEnd - 1));
        setCurrentTrack(track);
    } else {
        m_notes->forgetMoment();
    }
    showNotes();
    showParts();
}

void StepsPage::requestCurves() {
    const Results& results = m_controller.results();
    if (!m_current || !isVisible() || !results.isCurrent()) return m_study->rest();
    Scenario steps = results.scenario();
    std::erase_if(steps.schedules, [](const ScheduleEntry& entry) { return entry.family != Family::Step; });
    m_study->ask(steps, m_controller.scenario().name(), m_controller.theme());
}

void StepsPage::takeFromGallery(std::size_t card) {
    const ScheduleEntry& entry = m_cards.schedules[card];
    ScenarioDocument& document = m_controller.scenario();
    if (m_current) {
        Scenario after = document.scenario();
        after.schedules.push_back(asOneOf(after, entry));
        return document.apply({after, tr("Add %1").arg(toQString(displayLabel(entry)))});
    }
    Scenario scenario;
    scenario.workload = m_cards.workload;
    scenario.schedules = {entry};
    const QString title = toQString(displayLabel(entry));
    document.replace(scenario, title, tr("Start with %1").arg(title));
    m_gantt->setFocus();
}

GanttStyle StepsPage::ganttStyle() const {
    GanttStyle style = GanttPage::ganttStyle();
    int rows = 0;
    for (const Outcome& outcome : m_shown)
        if (outcome.run) rows += outcome.run->timeline->program->workers;
    if (rows <= kReadableRows) style.leastRowHeight = kReadableRow;
    return style;
}

void StepsPage::showStyle() {
    GanttPage::showStyle();
    showNotes();  // their colours depend on the theme
    m_bars->setGanttStyle(ganttStyle());
}

void StepsPage::showAge() {
    GanttPage::showAge();
    const bool isOld = m_controller.results().isOld();
    m_barsVeil->setVisible(isOld);
    m_tableVeil->setVisible(isOld);
    m_study->setOld(isOld);
}

void StepsPage::showParts() {
    GanttPage::showParts();
    m_gallery->setVisible(!m_current);
    m_gallery->setScale(isPresenting() ? projectorScale(*this) : 1);
    m_splitter->setVisible(m_current.has_value());
}

QString StepsPage::answer() const {
    const Results& results = m_controller.results();
    if (!m_current) return tr("Choose a training step to start");
    if (results.isOld()) return tr("Computing… · dimmed parts show the previous values");
    const QString count = m_shown.size() == 1 ? tr("1 step") : tr("%1 steps").arg(m_shown.size());
    QString found = showsMeshes() ? m_meshes->answer() : QString();
    if (found.isEmpty()) found = verdictText(m_shown);
    return found.isEmpty() ? count : count + QStringLiteral(" · ") + found;
}

QString StepsPage::definition() const {
    return tr("compute + exposed communication + offload + idle time = step time");
}

std::optional<WorkProgress> StepsPage::progress() const {
    if (const auto runs = m_controller.background().runsProgress()) return WorkProgress{tr("Computing steps"), *runs};
    if (const auto meshes = m_meshes->progress()) return WorkProgress{tr("Searching meshes"), *meshes};
    if (const auto curves = m_study->progress()) return WorkProgress{tr("Computing curves"), *curves};
    return std::nullopt;
}

void StepsPage::stop() {
    m_controller.results().cancel();
    m_study->rest();
    m_meshes->stop();
    m_notes->stop();
}

bool StepsPage::isStopped() const {
    return m_controller.results().isCancelled() || (showsMeshes() && m_meshes->isStopped());
}

void StepsPage::goOn() {
    m_controller.results().goOn();
    requestCurves();
    if (showsMeshes()) askForMeshes();
}

void StepsPage::exportPicture() {
    if (m_tracks.empty()) return emit failed(tr("Nothing to export yet. Choose a step first."));
    m_pictures->exportPicture(m_controller.scenario().name(), gantt().timeView(), m_tracks);
}

void StepsPage::copyImage() {
    if (m_tracks.empty()) return emit failed(tr("Nothing to export yet. Choose a step first."));
    m_pictures->copyImage(m_tracks);
}

QString StepsPage::table() const { return m_table->toCsv(); }

void StepsPage::showEvent(QShowEvent* event) {
    GanttPage::showEvent(event);
    fillGallery();
    showScenario();
}

}  // namespace bubblescope
