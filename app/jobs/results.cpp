#include "app/jobs/results.h"

#include "app/documents/scenario_document.h"
#include "engine/core/text.h"
#include "engine/results/nearest_fits.h"
#include "engine/results/run_each.h"
#include "widgets/kit/format.h"
#include "widgets/shown/entry_ids.h"
#include "widgets/shown/op_palette.h"
#include "widgets/shown/verdict_text.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace bubblescope {

Results::Results(const ScenarioDocument& document, Background& background, QObject* parent)
    : QObject(parent), m_document(document), m_background(background) {
    connect(&document, &Document::opened, this, &Results::leaveDocument);
    connect(&document, &Document::changed, this, &Results::request);
    connect(&background, &Background::runsReady, this, &Results::takeOutcomes);
    connect(&background, &Background::curvesReady, this, &Results::takeCurves);
    connect(&background, &Background::adviceReady, this, &Results::adviceChanged);
    connect(&background, &Background::whyReady, this, &Results::whyChanged);
    for (const Staleness* age : {&m_age, &m_curvesAge}) connect(age, &Staleness::changed, this, &Results::ageChanged);
    connect(&background, &Background::progressChanged, this, [this] {
        if (!m_isOfBefore) return;
        if (m_background.runsProgress()) showAwaited();
    });
}

/// Cancels the requests of the previous document. Its outcomes stay until they could be mistaken for new ones.
void Results::leaveDocument() {
    m_background.cancel();
    m_isOfBefore = true;
    m_references = {};
    m_aside.reset();
    emit pinChanged();
}

void Results::setReferencesAside(bool on) {
    if (on == m_aside.has_value()) return;
    if (on)
        m_aside = std::exchange(m_references, {});
    else
        m_references = *std::exchange(m_aside, std::nullopt);
    paintOutcomes();
    emit pinChanged();
}

bool Results::canPin() const {
    return isWhole() && std::any_of(m_outcomes.begin(), m_outcomes.end(), [](const Outcome& o) { return !!o.run; });
}

void Results::setPinned(bool on) {
    if (on && canPin()) {
        m_references.pin(m_scenario, m_outcomes);
        if (const auto& curves = m_background.curves()) m_references.pinCurves(*curves);
    } else {
        m_references.unpin();
    }
    paintOutcomes();
    emit pinChanged();
}

void Results::align(std::size_t upper, std::size_t lower) {
    m_references.align(m_scenario, upper, lower);
    paintOutcomes();
}

void Results::endAlignment() {
    m_references.endAlignment();
    paintOutcomes();
}

/// Curves of a pinned result may still gain points.
void Results::takeCurves() {
    const Study& curves = *m_background.curves();
    m_curvesAge.come(m_background.areCurvesNewest() && (curves.hasShape() || curves.isComplete()));
    if (m_references.pinCurves(*m_background.curves())) emit pinChanged();
}

void Results::request() {
    m_cancelled = false;
    if (!m_document.scenario().schedules.empty()) {
        m_background.requestRuns(m_document.scenario());
        requestCurves();
        isCurrent() ? m_age.come(true) : m_age.await();
        if (isCurrent() && !areSameEntries(m_scenario.schedules, m_document.scenario().schedules)) {
            m_scenario = m_document.scenario();  // the same values of other entries
            paintOutcomes();
        }
        const bool isNew = std::all_of(m_outcomes.begin(), m_outcomes.end(), std::mem_fn(&Outcome::isAwaited));
        if (isNew) return showAwaited();
        if (isWhole()) return;
        for (Outcome& outcome : m_outcomes) outcome.isStopped = false;
        return paintOutcomes();
    }
    m_background.cancel();
    m_age.come(true);
    m_curvesAge.come(true);
    m_isOfBefore = false;
    m_scenario = m_document.scenario();
    m_outcomes.clear();
    emit outcomesChanged();
}

void Results::requestCurves() {
    if (m_document.scenario().schedules.empty()) return;
    m_background.requestCurves(liveStudy(m_document.scenario(), m_axis, m_keepRatio));
    if (m_background.areCurvesNewest()) return m_curvesAge.come(true);
    if (m_background.curves()) m_curvesAge.await();
}

void Results::setCurves(const std::string& axis, bool keepRatio) {
    if (m_axis == axis && m_keepRatio == keepRatio) return;
    m_axis = axis;
    m_keepRatio = keepRatio;
    requestCurves();
}

/// Requests runs again if they lack activation memory; they replay the orders of the previous runs.
void Results::setWithHeld(bool on) {
    if (on == std::exchange(m_withHeld, on)) return;
    m_background.setWithHeld(on);
    if (!on || m_cancelled) return;
    const Scenario& scenario = m_document.scenario();
    if (!keepsHeld(scenario)) return;
    const bool isThere = isCurrent() && isWhole();
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (scenario.schedules[i].family == Family::Schedule &&
            !(isThere && (!m_outcomes[i].run || m_outcomes[i].run->held)))
            return m_background.requestRuns(scenario);
}

/// Shows the document's schedules, all awaited, instead of old results.
void Results::showAwaited() {
    m_isOfBefore = false;
    m_scenario = m_document.scenario();
    m_age.come(true);
    m_outcomes.clear();
    for (std::size_t i = 0; i < m_scenario.schedules.size(); ++i)
        m_outcomes.push_back(outcomeOf(m_scenario, i, std::shared_ptr<const Run>()));
    m_errors.assign(m_outcomes.size(), {});
    paintOutcomes();
}

void Results::cancel() {
    m_cancelled = true;
    if (m_isOfBefore) showAwaited();
    bool wasSought = false;
    for (Outcome& outcome : m_outcomes) {
        outcome.isStopped = outcome.isAwaited();
        if (!outcome.run || !outcome.run->isSoFar) continue;
        auto kept = std::make_shared<Run>(*outcome.run);  // the best schedule found so far stays
        kept->isSoFar = false;
        outcome.run = std::move(kept);
        wasSought = true;
    }
    if (!isWhole() || wasSought) paintOutcomes();
    m_background.cancel();
}

void Results::goOn() {
    if (!m_cancelled) return;
    if (!isCurrent() || !isWhole()) return request();
    m_cancelled = false;
    requestCurves();
    requestAdvice();
}

void Results::takeOutcomes() {
    const Generation& generation = *m_background.generation();
    if (m_document.scenario().schedules.empty()) return;
    m_isOfBefore = false;
    m_scenario = generation.scenario;
    if (isCurrent()) m_scenario = m_document.scenario();  // the same values, perhaps of other entries
    m_age.come(isCurrent());
    m_outcomes.clear();
    m_errors.clear();
    for (std::size_t i = 0; i < generation.runs.size(); ++i) {
        const RunResult& result = generation.runs[i];
        m_errors.push_back(result ? Error() : result.error());
        m_outcomes.push_back(outcomeOf(m_scenario, i, result));
        m_outcomes.back().stuck = generation.stuck[i];
    }
    paintOutcomes();
    requestAdvice();
}

bool Results::isWhole() const {
    return std::none_of(m_outcomes.begin(), m_outcomes.end(), std::mem_fn(&Outcome::isAwaited));
}

void Results::setAdvised(std::optional<std::size_t> index) {
    if (m_advised == index) return;
    m_advised = index;
    requestAdvice();
}

std::optional<std::size_t> Results::advised() const {
    const auto& advice = m_background.advice();
    if (!advice || advice->index >= m_outcomes.size() || !isWhole()) return std::nullopt;
    return advice->index;
}

void Results::requestAdvice() {
    if (!isWhole()) return;
    std::vector<std::shared_ptr<const Run>> runs;
    for (const Outcome& outcome : m_outcomes) runs.push_back(outcome.run);
    if (m_advised && *m_advised < runs.size() && runs[*m_advised]) return m_background.requestAdvice(*m_advised);
    const Verdict verdict = judge(runs);
    const auto& best = verdict.fastest.empty() ? verdict.overLimit : verdict.fastest;
    if (!best.empty()) m_background.requestAdvice(best.front());
}

void Results::requestWhy(std::size_t index, const IdleGap& gap) {
    if (isWhole()) m_background.requestWhy(index, gap);
}

void Results::setColors(ThemeId theme, const QString& palette) {
    if (m_theme == theme && m_palette == palette) return;
    m_theme = theme;
    m_palette = palette;
    paintOutcomes();
}

void Results::paintOutcomes() {
    const auto colors = seriesColors(m_scenario.schedules, m_theme, m_palette);
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) m_outcomes[i].color = colors[i];
    m_references.apply(m_scenario, m_outcomes);
    emit outcomesChanged();
}

bool Results::isCurrent() const { return m_scenario == m_document.scenario(); }

std::map<std::string, std::vector<std::size_t>> Results::refusedByKey() const {
    std::map<std::string, std::vector<std::size_t>> refused;
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        const std::string key = keyOf(m_errors[i].field);
        if (!key.empty() && !hasKey(m_scenario.schedules[i].own, key))
            refused[key].push_back(i);  // else the schedule's own value is wrong
    }
    return refused;
}

QMap<QString, QList<double>> Results::workloadOffers() const {
    QMap<QString, QList<double>> offered;
    for (const auto& [key, schedules] : refusedByKey())
        for (const int value : nearestFits(m_scenario, schedules, key)) offered[toQString(key)] += value;
    return offered;
}

QMap<QString, QString> Results::workloadErrors() const {
    QMap<QString, QMap<QString, QStringList>> titles;  // by key and refusal, so that equal refusals share a line
    for (const auto& [key, schedules] : refusedByKey())
        for (const std::size_t i : schedules)
            titles[toQString(key)][toQString(m_errors[i].message)] += m_outcomes[i].title;
    QMap<QString, QString> reasons;
    for (auto key = titles.begin(); key != titles.end(); ++key) {
        QStringList lines;
        for (auto refusal = key->begin(); refusal != key->end(); ++refusal)
            lines += tr("%1: %2").arg(refusal->join(QStringLiteral("; ")), refusal.key());
        reasons[key.key()] = lines.join(QLatin1Char('\n'));
    }
    return reasons;
}

QString Results::summary() const {
    if (m_outcomes.empty()) return m_document.scenario().schedules.empty() ? tr("No schedule selected") : QString();
    const QString count = m_outcomes.size() == 1 ? tr("1 schedule") : tr("%1 schedules").arg(m_outcomes.size());
    if (!isWhole()) {
        const auto awaited = std::count_if(m_outcomes.begin(), m_outcomes.end(), std::mem_fn(&Outcome::isAwaited));
        const QString done = tr("%1 done").arg(std::ssize(m_outcomes) - awaited);
        return QStringList{count, done, m_cancelled ? tr("stopped") : tr("computing…")}.join(QStringLiteral(" · "));
    }
    long long ops = 0;
    std::ptrdiff_t refused = 0;
    for (const Outcome& outcome : m_outcomes) outcome.run ? ops += opsOf(outcome.run->schedule) : ++refused;
    const QString verdict = verdictText(m_outcomes);
    QStringList parts{count};
    if (refused > 0 && refused < std::ssize(m_outcomes)) parts += tr("%1 cannot run").arg(refused);
    parts += {tr("%1 operations").arg(QString::fromStdString(withThousands(ops))),
              verdict.isEmpty() ? tr("no selected schedule can run this workload") : verdict};
    return parts.join(QStringLiteral(" · "));
}

}  // namespace bubblescope
