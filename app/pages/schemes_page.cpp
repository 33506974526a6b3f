#include "app/pages/schemes_page.h"

#include "app/commands/actions.h"
#include "app/commands/window_controller.h"
#include "app/documents/load_scenario.h"
#include "app/pages/inspector.h"
#include "app/pages/lower_area.h"
#include "app/pages/pages.h"
#include "app/pages/picture_commands.h"
#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/results/nearest_fits.h"
#include "engine/results/quantities.h"
#include "engine/schemes/run_scheme.h"
#include "engine/schemes/scheme.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/inspector/op_panel.h"
#include "widgets/kit/format.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/veil.h"
#include "widgets/schemes/scheme_edits.h"
#include "widgets/schemes/scheme_faces.h"
#include "widgets/schemes/scheme_form.h"
#include "widgets/schemes/scheme_functions.h"
#include "widgets/schemes/scheme_table.h"
#include "widgets/schemes/walk_chart.h"
#include "widgets/shown/entry_ids.h"

#include <QPainter>
#include <QSplitter>

#include <algorithm>

#include <cmath>

namespace bubblescope {

namespace {

constexpr int kReadableWorkers = 16;
constexpr double kReadableRow = 15;  // pixels at the usual font size
constexpr int kWalkNiceness = 12;
constexpr std::chrono::milliseconds kWalkPatience{120};
constexpr char kGalleryPreset[] = "preset:placement-schemes";

void paintIcon(QPainter& painter, const QRectF& rect, const QColor& color) {
    painter.setPen(Qt::NoPen);
    const double step = rect.height() / 3;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) {
            QColor ink = color;
            ink.setAlphaF((column + row) % 3 == 0 ? 1.0f : 0.35f);
            painter.setBrush(ink);
            painter.drawRoundedRect(
                QRectF(rect.left() + 2 + column * step, rect.top() + row * step + 0.5, step - 1.5, step - 1.5), 1.5,
                1.5);
        }
}

bool isSuited(WindowController& controller) {
    const auto& schedules = controller.scenario().scenario().schedules;
    return std::any_of(schedules.begin(), schedules.end(),
                       [](const ScheduleEntry& entry) { return entry.family == Family::Scheme; });
}

}  // namespace

const PageKind kSchemesPage{
    .id = "schemes",
    .title = QT_TRANSLATE_NOOP("Text", "Schemes"),
    .paintIcon = paintIcon,
    .document = &kScenarioKind,
    .suits = isSuited,
    .ownActions =
        [](const Actions& actions) { return ganttActions(actions) << actions.markFetches << actions.markTransfers; },
    .make = [](WindowController& controller, QWidget* parent) -> Page* { return new SchemesPage(controller, parent); },
};

namespace {

QString unread(const QString& reason) { return SchemesPage::tr("Invalid formula: %1").arg(reason); }

}  // namespace

SchemesPage::SchemesPage(WindowController& controller, QWidget* parent)
    : GanttPage(controller, &ViewPreferences::schemesLook, &Settings::schemesSplitter, parent),
      m_form(new SchemeForm),
      m_gallery(new CardGallery({tr("Example schemes"), tr("Choose a scheme to start with, or open a file"),
                                 tr("A scheme is two functions: one gives the worker that computes an op, the other "
                                    "the worker that stores its weights. A list scheduler derives the order.")},
                                ownFormulasFace())),
      m_walkChart(new WalkChart),
      m_table(new SchemeTable),
      m_walker({kWalkNiceness, 1, kWalkPatience}),
      m_walkVeil(new Veil(m_walkChart)),
      m_tableVeil(new Veil(m_table)) {
    auto* lower = new LowerArea({m_walkChart, tr("Interpolation")}, {m_table, tr("Statistics")}, tr("By worker"));
    m_walkChart->setHeadRoom(lower->switchRoom());
    layOut(m_form, lower, {480, 280}, m_gallery);
    connectDocument();
    connectViews();
    showStyle();
    showScenario();
}

QWidget* SchemesPage::start() const { return m_current ? static_cast<QWidget*>(m_gantt) : m_gallery; }

void SchemesPage::connectDocument() {
    ScenarioDocument& document = m_controller.scenario();
    connect(&document, &Document::opened, this, [this] {
        m_current.reset();
        m_lastGood.clear();
    });
    connect(&document, &Document::changed, this, &SchemesPage::showScenario);
    connect(&document, &Document::refused, this, &SchemesPage::showScenario);
    connect(m_form, &SchemeForm::edited, &document, &ScenarioDocument::apply);
    connect(m_pickLink, &Inspector::edited, &document, &ScenarioDocument::apply);
    connect(m_form, &SchemeForm::chosen, this, [this](std::size_t schedule) {
        setCurrent(schedule);
        if (!m_controller.results().isCurrent()) return;
        const auto track = std::find(m_tracks.begin(), m_tracks.end(), static_cast<int>(schedule));
        m_gantt->showTrack(static_cast<int>(track - m_tracks.begin()));
    });
    connect(m_form->functions(), &SchemeFunctions::draftChanged, this, &SchemesPage::showOutcomes,
            Qt::QueuedConnection);
    connect(m_gallery, &CardGallery::chosen, this, &SchemesPage::takeFromGallery);
    connect(m_gallery, &CardGallery::ownAsked, this, &SchemesPage::startOwn);
}

void SchemesPage::connectViews() {
    connect(m_gantt, &GanttWidget::picked, this, &SchemesPage::takePick);
    connect(m_controller.actions().copyMetrics, &QAction::triggered, this, [this] {
        if (!isVisible()) return;
        m_table->copy();
        emit confirmed(tr("Copied the statistics"));
    });
    connect(&m_walker, &StudyRunner::changed, this, [this] {
        m_walkChart->setWalk(*m_walker.study());
        m_walkAge.come(m_walker.isNewest());
    });
    connect(&m_walkAge, &Age::changed, this, &SchemesPage::showAge);
    connect(&m_walker, &StudyRunner::progressChanged, this, &Page::statusChanged);
    connect(&m_walker, &StudyRunner::failed, this,
            [this](const QString& why) { emit failed(tr("The interpolation could not be computed: %1").arg(why)); });
    connect(m_walkChart, &WalkChart::message, this, &Page::confirmed);
    connect(m_walkChart, &WalkChart::numberChosen, this, [this](const std::string& number) {
        m_number = number;
        requestWalk();
    });
    connect(m_walkChart, &WalkChart::valueDragged, this, [this](const std::string& path, double value, int gesture) {
        const std::string number = ScenarioPath(path).key;
        edit(withNumber(scheme(), number, static_cast<int>(value)), tr("Change %1").arg(toQString(number)), gesture);
    });
}

void SchemesPage::fillGallery() {
    if (!m_cards.schedules.empty()) return;
    auto cards = loadScenario(kGalleryPreset);
    if (!cards) return emit failed(toQString(cards.error().text()));
    m_cards = std::move(*cards);
    std::vector<Outcome> outcomes;
    for (std::size_t card = 0; card < m_cards.schedules.size(); ++card)
        outcomes.push_back(outcomeOf(m_cards, card, run(m_cards, card)));
    m_gallery->setFaces(facesOf(outcomes));
}

Scheme SchemesPage::scheme() const { return schemeOf(m_controller.scenario().scenario().schedules[*m_current]); }

bool SchemesPage::isScheme(std::size_t schedule) const {
    const auto& schedules = m_controller.scenario().scenario().schedules;
    return schedule < schedules.size() && schedules[schedule].family == Family::Scheme;
}

void SchemesPage::showScenario() {
    followCurrent();
    if (!isVisible()) return m_walker.cancel();
    showCurrent();
}

/// After a change of the list, the edited scheme stays the current one at its new place. If it was removed, the scheme
/// before it or the first one becomes current.
void SchemesPage::followCurrent() {
    const auto& schedules = m_controller.scenario().scenario().schedules;
    if (m_current) {
        m_current = entryPlace(schedules, m_currentId).value_or(*m_current);
        while (*m_current > 0 && !isScheme(*m_current)) --*m_current;
        if (!isScheme(*m_current)) m_current.reset();
    }
    for (std::size_t schedule = 0; !m_current && schedule < schedules.size(); ++schedule)
        if (isScheme(schedule)) m_current = schedule;
    if (m_current) m_currentId = schedules[*m_current].id;
}

/// Shows the current scheme in form, gallery and charts.
void SchemesPage::showCurrent() {
    m_form->setScenario(m_controller.scenario().scenario(), m_current);
    m_gallery->setExpanded(!m_current);
    std::optional<std::size_t> card;
    for (std::size_t i = 0; m_current && i < m_cards.schedules.size(); ++i)
        if (schemeOf(m_cards.schedules[i]) == scheme()) card = i;
    m_gallery->setCurrent(card);
    if (m_current) m_walkChart->setPresent(scheme());
    m_walkChart->setTimeUnit(unitText(m_controller.scenario().scenario().workload.timeUnit));
    showParts();
    showOutcomes();
}

void SchemesPage::setCurrent(std::size_t schedule) {
    if (m_current == schedule) return;
    m_current = schedule;
    m_currentId = m_controller.scenario().scenario().schedules[schedule].id;
    showCurrent();
}

/// Makes the picked scheme the current one if it still exists: until new results arrive, the Gantts show the previous
/// schedules.
void SchemesPage::takePick(int track) {
    const EntryId picked = m_controller.results().scenario().schedules[scheduleOf(track)].id;
    const auto schedule = entryPlace(m_controller.scenario().scenario().schedules, picked);
    if (schedule && isScheme(*schedule)) setCurrent(*schedule);
    showParts();
}

/// Starts the interpolation once the scheme itself has run, so that the two do not compete for processor and memory.
void SchemesPage::requestWalk() {
    m_isWalkStopped = false;
    if (!m_current || !isVisible()) {
        m_walkAge.come(true);
        return m_walker.cancel();
    }
    const Scenario& scenario = m_controller.scenario().scenario();
    const std::vector<std::string> numbers = usedNumbersOf(scheme());
    const bool isKnown = std::find(numbers.begin(), numbers.end(), m_number) != numbers.end();
    const Study walk = walkStudy(scenario, *m_current, isKnown ? m_number : numbers.front());
    if (m_walker.isOf(walk)) return;
    if (m_walker.study()) m_walkAge.await();
    const Outcome* outcome = currentOutcome();
    m_walker.cancel();  // the rest of the previous interpolation is not needed
    if (!outcome || outcome->isAwaited()) return;
    StudyResources resources;
    resources.before = {outcome->run};
    m_walker.request(walk, resources);
}

const Outcome* SchemesPage::currentOutcome() const {
    const Results& results = m_controller.results();
    const bool isThere = m_current && results.isCurrent() && *m_current < results.outcomes().size();
    return isThere ? &results.outcomes()[*m_current] : nullptr;
}

/// Keeps the last successful run of each scheme, to show while an edit of it cannot run.
void SchemesPage::keepLastGood() {
    const Results& results = m_controller.results();
    if (!results.isOfDocument()) return;
    const auto& entries = results.scenario().schedules;
    std::map<EntryId, std::shared_ptr<const Run>> kept;
    for (std::size_t schedule = 0; schedule < entries.size(); ++schedule) {
        if (entries[schedule].family != Family::Scheme) continue;
        const EntryId id = entries[schedule].id;
        kept[id] = results.outcomes()[schedule].run;
        if (!kept[id]) kept[id] = m_lastGood[id];
    }
    m_lastGood = std::move(kept);
}

std::shared_ptr<const Run> SchemesPage::lastGood(EntryId scheme) const {
    const auto kept = m_lastGood.find(scheme);
    return kept == m_lastGood.end() ? nullptr : kept->second;
}

/// Runs also while another page is shown, so that outdated runs free their memory.
void SchemesPage::showOutcomes() {
    followCurrent();  // outcomes may change before the document's own signal arrives
    keepLastGood();
    const Results& results = m_controller.results();
    const auto& entries = results.scenario().schedules;
    const QString draft = m_form->functions()->draftReason();
    m_walkChart->setDraft(draft.isEmpty() ? draft : unread(draft));
    std::vector<Outcome> shown;
    m_tracks.clear();
    for (std::size_t schedule = 0; schedule < results.outcomes().size(); ++schedule) {
        if (entries[schedule].family != Family::Scheme) continue;
        Outcome outcome = results.outcomes()[schedule];
        const auto kept = lastGood(entries[schedule].id);
        if (!outcome.refusal.isEmpty() && kept) {  // the form shows the error
            outcome.run = kept;
            outcome.title = toQString(outcome.run->title);  // the title of the run, which may be another scheme's
            outcome.refusal.clear();
        } else if (!outcome.refusal.isEmpty() && schedule == m_current && !draft.isEmpty()) {
            outcome.refusal = unread(draft);
        }
        m_tracks.push_back(static_cast<int>(schedule));
        shown.push_back(std::move(outcome));
    }
    m_gantt->setGanttStyle(ganttStyle());
    m_pickLink->setOutcomes(std::move(shown), m_controller.settings().bubble);
    m_pickLink->setAtHand(m_current);
    m_pickLink->refresh();
    if (const Outcome* outcome = currentOutcome()) {
        m_form->setRefusal(toQString(keyOf(results.errorField(*m_current))), outcome->refusal);
        if (!outcome->isAwaited()) m_table->setRun(lastGood(m_currentId));
    }
    if (!m_current) m_table->setRun(nullptr);
    requestWalk();
    emit statusChanged();
}

void SchemesPage::showAge() {
    GanttPage::showAge();
    const bool isOld = m_controller.results().isOld();
    m_tableVeil->setVisible(isOld);
    m_walkVeil->setVisible(isOld || m_walkAge.isOld());
}

/// Rows of small schemes are high enough for readable labels.
GanttStyle SchemesPage::ganttStyle() const {
    const auto& schedules = m_controller.scenario().scenario().schedules;
    GanttStyle style = GanttPage::ganttStyle();
    const bool isSmall = std::all_of(schedules.begin(), schedules.end(), [](const ScheduleEntry& entry) {
        return entry.family != Family::Scheme || schemeOf(entry).workers <= kReadableWorkers;
    });
    if (isSmall) style.leastRowHeight = kReadableRow;
    return style;
}

void SchemesPage::showParts() {
    GanttPage::showParts();
    m_gallery->setVisible(!m_current || !isPresenting());
    m_gallery->setScale(isPresenting() ? projectorScale(*this) : 1);
    m_splitter->setVisible(m_current.has_value());
}

void SchemesPage::edit(const Scheme& scheme, const QString& what, int gesture) {
    Scenario after = m_controller.scenario().scenario();
    setScheme(after.schedules[*m_current], scheme);
    m_controller.scenario().apply({after, what, gesture});
}

/// Replaces the current scheme by one of the gallery, or starts a scenario with it. An unsaved scenario that contains
/// nothing else is renamed after the scheme.
void SchemesPage::takeFromGallery(std::size_t card) {
    const ScheduleEntry& entry = m_cards.schedules[card];
    if (!m_current) return startWith(entry);
    ScenarioDocument& document = m_controller.scenario();
    Scenario after = document.scenario();
    const EntryId id = after.schedules[*m_current].id;
    after.schedules[*m_current] = entry;
    after.schedules[*m_current].id = id;
    if (after == document.scenario()) return;
    const QString title = toQString(displayLabel(entry)), what = tr("Change to %1").arg(title);
    if (after.schedules.size() == 1 && document.path().isEmpty()) return document.replace(after, title, what);
    document.apply({after, what});
}

/// Changes the current scheme to custom formulas, which start as its own.
void SchemesPage::startOwn() {
    if (m_current) {
        Scenario after = m_controller.scenario().scenario();
        after.schedules[*m_current] = asCustom(after.schedules[*m_current]);
        m_controller.scenario().apply({after, tr("Change to custom formulas")});
        return m_form->functions()->setFocus();
    }
    Scheme own;
    own.kind = "custom";
    own.compute = findKind(Family::Scheme, own.kind)->compute;
    own.store = findKind(Family::Scheme, own.kind)->store;
    startWith(entryOf(own));
}

/// Starts a scenario with this scheme alone. It uses the gallery's workload, so that schemes added later are drawn on
/// the same scale.
void SchemesPage::startWith(const ScheduleEntry& entry) {
    Scenario scenario;
    scenario.workload = m_cards.workload;
    const Scheme scheme = schemeOf(entry);
    scenario.workload.devices = scheme.workers;
    scenario.workload.microbatches = scheme.batches;
    scenario.schedules = {entry};
    const QString title = toQString(displayLabel(entry));
    m_controller.scenario().replace(scenario, title, tr("Start with %1").arg(title));
    m_gantt->setFocus();
}

QString SchemesPage::answer() const {
    if (!m_current) return tr("Choose a scheme to start");
    const Outcome* outcome = currentOutcome();
    const auto withLastGood = [&](const QString& problem) {
        if (!lastGood(m_currentId)) return problem;
        return problem + QStringLiteral(" · ") + tr("the picture shows the last valid result");
    };
    if (const QString draft = m_form->functions()->draftReason(); !draft.isEmpty()) return withLastGood(unread(draft));
    if (m_controller.results().isOld()) return tr("Computing… · dimmed parts show the previous values");
    if (!outcome || outcome->isAwaited()) return tr("Computing…");
    const QString title = outcome->title;
    if (!outcome->run) return withLastGood(tr("%1: %2").arg(title, outcome->refusal));
    const QString unit = unitText(m_controller.results().scenario().workload.timeUnit);
    QStringList parts{title, tr("latency %1").arg(formatTime(outcome->run->timeline->latestEnd, unit)),
                      tr("throughput %1").arg(QString::number(valueOf(Quantity::Throughput, *outcome->run), 'g', 3))};
    const double bound = valueOf(Quantity::ThroughputBound, *outcome->run);
    if (!std::isnan(bound)) parts += tr("throughput bound %1").arg(QString::number(bound, 'g', 3));
    parts += tr("%1 operations").arg(toQString(withThousands(opsOf(outcome->run->schedule))));
    return parts.join(QStringLiteral(" · "));
}

QString SchemesPage::answerTip() const { return SchemeTable::summaryTip(); }

QString SchemesPage::definition() const { return tr("throughput = operations / latency / workers"); }

std::optional<WorkProgress> SchemesPage::progress() const {
    if (const auto runs = m_controller.background().runsProgress())
        return WorkProgress{tr("Computing schedules"), *runs};
    if (const auto walk = m_walker.progress()) return WorkProgress{tr("Computing the interpolation"), *walk};
    return std::nullopt;
}

void SchemesPage::stop() {
    Results& results = m_controller.results();
    if (!results.isCurrent() || !results.isWhole()) results.cancel();
    m_isWalkStopped = m_walker.isBusy();
    m_walker.cancel();
}

bool SchemesPage::isStopped() const { return m_isWalkStopped || m_controller.results().isCancelled(); }

void SchemesPage::goOn() {
    m_controller.results().goOn();
    requestWalk();
}

void SchemesPage::exportPicture() {
    if (m_tracks.empty()) return emit failed(tr("Nothing to export yet. Choose a scheme first."));
    m_pictures->exportPicture(m_controller.scenario().name(), gantt().timeView(), m_tracks);
}

void SchemesPage::copyImage() {
    if (m_tracks.empty()) return emit failed(tr("Nothing to export yet. Choose a scheme first."));
    m_pictures->copyImage(m_tracks);
}

QString SchemesPage::table() const {
    return m_lower->showsTable() ? m_table->toCsv() : csvText(walkTable(m_walkChart->walk()));
}

void SchemesPage::showEvent(QShowEvent* event) {
    GanttPage::showEvent(event);
    fillGallery();
    showCurrent();
}

}  // namespace bubblescope
