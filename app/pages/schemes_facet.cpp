#include "app/pages/schemes_facet.h"

#include "app/commands/actions.h"
#include "app/commands/export_picture.h"
#include "app/pages/inspector.h"
#include "app/pages/lower_area.h"
#include "app/pages/pages.h"
#include "app/pages/scenario_page.h"
#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/results/nearest_fits.h"
#include "engine/results/quantities.h"
#include "engine/schemes/run_scheme.h"
#include "engine/schemes/scheme.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/format.h"
#include "widgets/kit/stale_overlay.h"
#include "widgets/schemes/scheme_edits.h"
#include "widgets/schemes/scheme_faces.h"
#include "widgets/schemes/scheme_form.h"
#include "widgets/schemes/scheme_functions.h"
#include "widgets/schemes/scheme_table.h"
#include "widgets/schemes/walk_chart.h"
#include "widgets/shown/entry_ids.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kReadableWorkers = 16;
constexpr double kReadableRow = 15;  // pixels at the usual font size
constexpr int kWalkNiceness = 12;
constexpr std::chrono::milliseconds kWalkPatience{120};

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
    .make = [](WindowController& controller, QWidget* parent) -> Page* {
        return new ScenarioPage(controller, newFacet<SchemesFacet>, parent);
    },
};

namespace {

QString unread(const QString& reason) { return SchemesFacet::tr("Invalid formula: %1").arg(reason); }

}  // namespace

SchemesFacet::SchemesFacet(ScenarioPage& page)
    : ScenarioFacet(page),
      m_form(new SchemeForm),
      m_walkChart(new WalkChart),
      m_table(new SchemeTable),
      m_walker({kWalkNiceness, kWalkPatience}) {
    m_parts = {Family::Scheme,
               &ViewPreferences::schemesLook,
               &Settings::schemesSplitter,
               {480, 280},
               tr("Computing schedules"),
               tr("Copied the statistics"),
               tr("Nothing to export yet. Choose a scheme first.")};
    m_parts.form = m_form;
    m_parts.lower = new LowerArea({m_walkChart, tr("Interpolation")}, {m_table, tr("Statistics")}, tr("By worker"));
    m_parts.cards =
        new CardGallery({tr("Example schemes"), tr("Choose a scheme to start with, or open a file"),
                         tr("A scheme is two functions: one gives the worker that computes an op, the other "
                            "the worker that stores its weights. A list scheduler derives the order.")},
                        ownFormulasFace());
    m_parts.preset = "preset:placement-schemes";
    m_parts.keepsCards = true;
    m_walkChart->setHeadRoom(m_parts.lower->switchRoom());
    new StaleOverlay(m_walkChart, {&page.results().age(), &m_walker.age()});
    new StaleOverlay(m_table, {&page.results().age()});
    connectDocument();
    connectWalk();
}

void SchemesFacet::connectDocument() {
    ScenarioDocument& document = m_page.document();
    connect(&document, &Document::opened, this, [this] { m_lastGood.clear(); });
    connect(m_form, &SchemeForm::edited, &document, &ScenarioDocument::apply);
    connect(m_form, &SchemeForm::chosen, this, [this](std::size_t scheme) {
        m_page.setCurrent(scheme);
        m_page.scrollTo(scheme);
    });
    connect(m_form->functions(), &SchemeFunctions::draftChanged, &m_page, &ScenarioPage::showOutcomes,
            Qt::QueuedConnection);
    connect(m_parts.cards, &CardGallery::ownAsked, this, &SchemesFacet::startOwn);
}

void SchemesFacet::connectWalk() {
    connect(&m_walker, &JobSignals::changed, this, [this] { m_walkChart->setWalk(*m_walker.result()); });
    connect(&m_walker, &JobSignals::progressChanged, &m_page, &Page::statusChanged);
    connect(&m_walker, &JobSignals::failed, this, [this](const QString& why) {
        emit m_page.failed(tr("The interpolation could not be computed: %1").arg(why));
    });
    connect(m_walkChart, &WalkChart::message, &m_page, &Page::confirmed);
    connect(m_walkChart, &WalkChart::exportWanted, &m_page, chartExporter(m_page.controller().settings(), &m_page));
    connect(m_walkChart, &WalkChart::numberChosen, this, [this](const std::string& number) {
        m_number = number;
        request();
    });
    connect(m_walkChart, &WalkChart::valueDragged, this, [this](const std::string& path, double value, int gesture) {
        const std::string number = ScenarioPath(path).key;
        Scenario after = m_page.scenario();
        setScheme(after.schedules[*m_page.current()], withNumber(scheme(), number, static_cast<int>(value)));
        m_page.apply(after, tr("Change %1").arg(toQString(number)), gesture);
    });
}

Scheme SchemesFacet::scheme() const { return schemeOf(m_page.scenario().schedules[*m_page.current()]); }

void SchemesFacet::showDocument() {
    const auto current = m_page.current();
    m_form->setScenario(m_page.scenario(), current);
    std::optional<std::size_t> card;
    for (std::size_t i = 0; current && i < m_cards.size(); ++i)
        if (schemeOf(m_cards[i]) == scheme()) card = i;
    m_parts.cards->setCurrent(card);
    if (current) m_walkChart->setPresent(scheme());
    m_walkChart->setTimeUnit(unitText(m_page.scenario().workload.timeUnit));
}

/// Starts the interpolation once the scheme itself has run, so that the two do not compete for processor and memory.
void SchemesFacet::request() {
    m_isWalkStopped = false;
    if (!m_page.current() || !m_page.isVisible()) return m_walker.cancel();
    const std::vector<std::string> numbers = usedNumbersOf(scheme());
    const bool isKnown = std::find(numbers.begin(), numbers.end(), m_number) != numbers.end();
    const Study walk = walkStudy(m_page.scenario(), *m_page.current(), isKnown ? m_number : numbers.front());
    if (m_walker.isOf({walk})) return;
    m_walker.await();
    const Outcome* outcome = m_page.currentOutcome();
    m_walker.stop();  // the rest of the previous interpolation is not needed
    if (!outcome || outcome->isAwaited()) return;
    StudyResources resources;
    resources.before = {outcome->run};
    requestStudy(m_walker, walk, resources);
}

/// Keeps the last successful run of each scheme, to show while an edit of it cannot run.
void SchemesFacet::keepLastGood() {
    const Results& results = m_page.results();
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

std::shared_ptr<const Run> SchemesFacet::lastGood(EntryId scheme) const {
    const auto kept = m_lastGood.find(scheme);
    return kept == m_lastGood.end() ? nullptr : kept->second;
}

void SchemesFacet::adapt(std::vector<Outcome>& outcomes) {
    keepLastGood();
    const QString draft = m_form->functions()->draftReason();
    for (std::size_t track = 0; track < outcomes.size(); ++track) {
        Outcome& outcome = outcomes[track];
        if (outcome.refusal.isEmpty()) continue;
        if (const auto kept = lastGood(m_page.entryOf(static_cast<int>(track)))) {  // the form shows the error
            outcome.run = kept;
            outcome.title = toQString(outcome.run->title);  // the title of the run, which may be another scheme's
            outcome.refusal.clear();
        } else if (m_page.trackOf(m_page.current()) == track && !draft.isEmpty()) {
            outcome.refusal = unread(draft);
        }
    }
}

void SchemesFacet::showOutcomes() {
    const QString draft = m_form->functions()->draftReason();
    m_walkChart->setDraft(draft.isEmpty() ? draft : unread(draft));
    if (const Outcome* outcome = m_page.currentOutcome()) {
        const std::string& field = m_page.results().errorField(*m_page.current());
        m_form->setRefusal(toQString(keyOf(field)), outcome->refusal);
        if (!outcome->isAwaited()) m_table->setRun(lastGood(m_page.currentId()));
    }
    if (!m_page.current()) m_table->setRun(nullptr);
}

/// Rows of small schemes are high enough for readable labels.
void SchemesFacet::adapt(GanttStyle& style) const {
    const bool isSmall = std::ranges::all_of(m_page.scenario().schedules, [](const ScheduleEntry& entry) {
        return entry.family != Family::Scheme || schemeOf(entry).workers <= kReadableWorkers;
    });
    if (isSmall) style.leastRowHeight = kReadableRow;
}

/// Replaces the current scheme. An unsaved scenario that contains nothing else is renamed after the scheme.
void SchemesFacet::takeCard(const ScheduleEntry& entry) {
    ScenarioDocument& document = m_page.document();
    Scenario after = document.scenario();
    after.schedules[*m_page.current()] = entry;
    after.schedules[*m_page.current()].id = m_page.currentId();
    const QString title = toQString(displayLabel(entry)), what = tr("Change to %1").arg(title);
    const bool isAlone = after.schedules.size() == 1 && document.path().isEmpty();
    if (isAlone && after != document.scenario()) return document.replace(after, title, what);
    m_page.apply(after, what);
}

void SchemesFacet::fit(Scenario& started) const {
    const Scheme scheme = schemeOf(started.schedules.front());
    started.workload.devices = scheme.workers;
    started.workload.microbatches = scheme.batches;
}

/// Changes the current scheme to custom formulas, which start as its own.
void SchemesFacet::startOwn() {
    if (const auto current = m_page.current()) {
        Scenario after = m_page.scenario();
        after.schedules[*current] = asCustom(after.schedules[*current]);
        m_page.document().apply({after, tr("Change to custom formulas")});
        return m_form->functions()->setFocus();
    }
    Scheme own;
    own.kind = "custom";
    own.compute = findKind(Family::Scheme, own.kind)->compute;
    own.store = findKind(Family::Scheme, own.kind)->store;
    m_page.startWith(entryOf(own));
}

QString SchemesFacet::answer() const {
    if (!m_page.current()) return tr("Choose a scheme to start");
    const Outcome* outcome = m_page.currentOutcome();
    const auto withLastGood = [&](const QString& problem) {
        if (!lastGood(m_page.currentId())) return problem;
        return problem + QStringLiteral(" · ") + tr("the picture shows the last valid result");
    };
    if (const QString draft = m_form->functions()->draftReason(); !draft.isEmpty()) return withLastGood(unread(draft));
    if (m_page.results().isOld()) return tr("Computing… · dimmed parts show the previous values");
    if (!outcome || outcome->isAwaited()) return tr("Computing…");
    const QString title = outcome->title;
    if (!outcome->run) return withLastGood(tr("%1: %2").arg(title, outcome->refusal));
    const QString unit = unitText(m_page.results().scenario().workload.timeUnit);
    QStringList parts{title, tr("latency %1").arg(formatTime(outcome->run->timeline->latestEnd, unit)),
                      tr("throughput %1").arg(QString::number(valueOf(Quantity::Throughput, *outcome->run), 'g', 3))};
    const double bound = valueOf(Quantity::ThroughputBound, *outcome->run);
    if (!std::isnan(bound)) parts += tr("throughput bound %1").arg(QString::number(bound, 'g', 3));
    parts += tr("%1 operations").arg(toQString(withThousands(opsOf(outcome->run->schedule))));
    return parts.join(QStringLiteral(" · "));
}

QString SchemesFacet::answerTip() const { return SchemeTable::summaryTip(); }

QString SchemesFacet::definition() const { return tr("throughput = operations / latency / workers"); }

std::optional<WorkProgress> SchemesFacet::progress() const {
    const auto walk = m_walker.progress();
    return walk ? std::optional(WorkProgress{tr("Computing the interpolation"), *walk}) : std::nullopt;
}

void SchemesFacet::stop() {
    const Results& results = m_page.results();
    if (!results.isCurrent() || !results.isWhole()) ScenarioFacet::stop();
    m_isWalkStopped = m_walker.isBusy();
    m_walker.cancel();
}

QString SchemesFacet::table() const {
    return m_parts.lower->showsTable() ? m_table->toCsv() : csvText(walkTable(m_walkChart->walk()));
}

void SchemesFacet::copyTable() { m_table->copy(); }

}  // namespace bubblescope
