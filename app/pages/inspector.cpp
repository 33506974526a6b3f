#include "app/pages/inspector.h"

#include "app/jobs/results.h"
#include "engine/core/text.h"
#include "engine/results/verdict.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/inspector/op_panel.h"
#include "widgets/lessons/lesson_highlights.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// The ops and time spans that a term of a closed form counts.
Highlight litBy(const Run& run, int track, FormTerm term) {
    Highlight lit{Highlight::As::Lit, track};
    if (term == FormTerm::Peak) {
        lit.rows = heldAtPeak(run);
        return lit;
    }
    const LaneId lane = run.timeline->program->computeLane(longestSpan(run.metrics));
    for (const TimeSpan& span : term == FormTerm::Work ? workCounted(run) : bubbleCounted(run))
        lit.spans.push_back({lane, span.begin, span.end});
    return lit;
}

}  // namespace

Inspector::Inspector(Results& results, const std::vector<Outcome>& outcomes, GanttWidget& gantt, OpPanel& panel,
                     QObject* parent)
    : QObject(parent), m_results(results), m_outcomes(outcomes), m_gantt(gantt), m_panel(panel) {
    connect(&gantt, &GanttWidget::picked, this, &Inspector::refresh);
    connect(&gantt, &GanttWidget::cleared, this, &Inspector::refresh);
    connect(&panel, &OpPanel::showOp, this, &Inspector::showOp);
    connect(&panel, &OpPanel::showChain, this, &Inspector::showChain);
    connect(&panel, &OpPanel::followed, this, &Inspector::follow);
    connect(&results, &Results::adviceChanged, this, &Inspector::showAdvice);
    connect(&results, &Results::whyChanged, this, &Inspector::showWhy);
    connect(&m_adviceAge, &Staleness::changed, this, [this] { m_panel.setAdviceOld(m_adviceAge.isOld()); });
}

void Inspector::refresh() {
    // While hidden: another page requests its own advice, and the panel must not keep a run in memory.
    if (!m_gantt.isVisible()) return m_panel.clear();
    const auto& pick = m_gantt.currentPick();
    const auto track = pick ? static_cast<std::size_t>(pick->track) : m_outcomes.size();
    const bool shown = track < m_outcomes.size() && m_outcomes[track].run;
    if (!shown)
        m_panel.clear();
    else if (pick->op)
        m_panel.setOp(pick->track, m_outcomes[track].run, *pick->op);
    else
        m_panel.setIdle(pick->track, m_outcomes[track].run, pick->lane, pick->at);
    refreshFormulas();
    const auto& compared = m_results.outcomes();
    const auto same = std::find_if(compared.begin(), compared.end(), [&](const Outcome& outcome) {
        return shown && outcome.run == m_outcomes[track].run;
    });
    m_wanted = same == compared.end() ? m_atHand : static_cast<std::size_t>(same - compared.begin());
    m_results.setAdvised(m_wanted);
    if (same != compared.end() && !pick->op && !m_outcomes[track].run->step)
        if (const auto gap = gapAt(*m_outcomes[track].run->timeline, pick->lane, pick->at))
            m_results.requestWhy(*m_wanted, *gap);
    const bool any =
        std::any_of(m_outcomes.begin(), m_outcomes.end(), [](const Outcome& o) { return o.run != nullptr; });
    // Old advice stays while new advice is awaited, but not advice for a schedule of another document.
    const bool isThere = std::ranges::find(compared, m_advisedTitle, &Outcome::title) != compared.end();
    if (!any || (!m_results.advised() && !isThere)) m_panel.clearAdvice();
    if (!m_results.advised()) m_adviceAge.await();
}

void Inspector::showFormulas() {
    m_showsFormulas = true;
    connect(&m_panel, &OpPanel::notePointedAt, this, [this](const QString& link) {
        m_pointedTerm = termAt(link);
        highlight();
    });
    connect(&m_panel, &OpPanel::noteFollowed, this, [this](const QString& link) {
        const auto term = termAt(link);
        m_term = term == m_term ? std::nullopt : term;
        highlight();
    });
}

/// Shows the formulas of the picked schedule; without a pick, those of the schedule that the advice is for.
void Inspector::refreshFormulas() {
    const auto& pick = m_gantt.currentPick();
    std::optional<std::size_t> told = m_results.advised();
    if (pick) told = static_cast<std::size_t>(pick->track);
    if (!m_showsFormulas || !told || *told >= m_outcomes.size() || !m_outcomes[*told].run) told.reset();
    if (told != m_told) m_term.reset();
    m_told = told;
    std::vector<OpPanel::Note> notes;
    if (told) {
        const QString text = formulaText(*m_outcomes[*told].run, themeOf(m_panel.palette()));
        if (!text.isEmpty())
            notes.push_back({tr("Formulas of %1").arg(m_outcomes[*told].title), text, static_cast<int>(*told)});
    }
    if (m_showsFormulas) m_panel.setNotes(notes);
    highlight();
}

void Inspector::setLesson(std::vector<std::string> highlights, bool isSpotlit) {
    m_lesson = std::move(highlights);
    m_isSpotlit = isSpotlit;
    highlight();
}

/// Highlights what the lesson points out and the chain of the explanation; or what a chosen term counts.
void Inspector::highlight() {
    const auto& pick = m_gantt.currentPick();
    std::vector<Highlight> highlights;
    if (m_results.isCurrent()) highlights = highlightsOf(m_lesson, m_isSpotlit, m_outcomes);
    if (pick && !m_panel.chain().empty()) highlights.push_back({Highlight::As::Chain, pick->track, m_panel.chain()});
    const auto term = m_pointedTerm ? m_pointedTerm : m_term;
    if (term && m_told) highlights = {litBy(*m_outcomes[*m_told].run, static_cast<int>(*m_told), *term)};
    m_gantt.setHighlights(std::move(highlights));
}

void Inspector::showChain() {
    const auto& pick = m_gantt.currentPick();
    const auto& chain = m_panel.chain();
    if (!pick || chain.empty()) return;
    const Timeline& timeline = *m_outcomes[static_cast<std::size_t>(pick->track)].run->timeline;
    m_gantt.revealTime(static_cast<double>(timeline.startOf(chain.front())),
                       static_cast<double>(timeline.end[chain.back()]));
}

void Inspector::showOp(int track, Row row) {
    const auto index = static_cast<std::size_t>(track);
    if (index >= m_outcomes.size() || !m_outcomes[index].run) return;
    const Timeline& timeline = *m_outcomes[index].run->timeline;
    m_gantt.pick({track, timeline.program->laneOf(row), row, timeline.startOf(row)});
}

/// Applies an advice, unless the scenario has changed since it was computed.
void Inspector::follow(const Advice& advice) {
    const auto index = m_results.advised();
    if (!index || !m_results.isCurrent()) return;
    const QString name = QString::fromStdString(advice.change.name);
    emit edited({applied(m_results.scenario(), *index, advice.change.trial), tr("Apply %1").arg(name), 0});
}

void Inspector::showWhy() {
    const WhyFor* const found = m_results.why();
    const auto& outcomes = m_results.outcomes();
    if (found && found->index < outcomes.size()) m_panel.setWhy(outcomes[found->index].run, found->why);
}

void Inspector::showAdvice() {
    m_adviceAge.come(true);
    refreshFormulas();
    const auto index = m_results.advised();
    const auto& outcomes = m_results.outcomes();
    const bool isWanted = index && (!m_wanted || index == m_wanted) && *index < outcomes.size() && outcomes[*index].run;
    if (!isWanted) return m_panel.clearAdvice();
    if (opsOf(outcomes[*index].run->schedule) > kMaxAdviceOps)
        return m_panel.clearAdvice(tr("Computed only for schedules of at most %1 operations.")
                                       .arg(QString::fromStdString(withThousands(kMaxAdviceOps))));
    m_advisedTitle = outcomes[*index].title;
    m_panel.setAdvice(m_results.advice(), m_advisedTitle, timedOf(*outcomes[*index].run).isOverLimit);
}

}  // namespace bubblescope
