#include "app/comparison.h"

#include "app/document.h"
#include "engine/core/text.h"
#include "widgets/basics/op_palette.h"
#include "widgets/panels/verdict_text.h"

namespace bubblescope {

Comparison::Comparison(const Document& document, Background& background, QObject* parent)
    : QObject(parent), m_document(document), m_background(background) {
    connect(&document, &Document::changed, this, &Comparison::request);
    connect(&background, &Background::runsReady, this, &Comparison::takeOutcomes);
    connect(&background, &Background::adviceReady, this, &Comparison::adviceChanged);
}

void Comparison::request() {
    m_cancelled = false;
    if (!m_document.scenario().schedules.empty()) {
        m_background.requestRuns(m_document.scenario());
        requestCurves();
        return;
    }
    m_background.cancel();
    m_scenario = m_document.scenario();
    m_outcomes.clear();
    emit outcomesChanged();
}

void Comparison::requestCurves() {
    if (!m_document.scenario().schedules.empty())
        m_background.requestCurves({m_document.scenario(), m_axis, m_keepRatio});
}

void Comparison::setCurves(SweepAxis axis, bool keepRatio) {
    if (m_axis == axis && m_keepRatio == keepRatio) return;
    m_axis = axis;
    m_keepRatio = keepRatio;
    requestCurves();
}

void Comparison::cancel() {
    m_cancelled = true;
    m_background.cancel();
}

void Comparison::takeOutcomes() {
    const Generation& generation = *m_background.generation();
    if (m_document.scenario().schedules.empty()) return;
    m_scenario = generation.scenario;
    m_outcomes.clear();
    m_errorFields.clear();
    for (std::size_t i = 0; i < generation.runs.size(); ++i) {
        const RunResult& result = generation.runs[i];
        m_errorFields.push_back(result ? std::string() : result.error().field);
        m_outcomes.push_back(outcomeOf(m_scenario, i, result));
    }
    paintOutcomes();
    requestAdvice();
}

void Comparison::setAdvised(std::optional<std::size_t> index) {
    if (m_advised == index) return;
    m_advised = index;
    requestAdvice();
}

std::optional<std::size_t> Comparison::advised() const {
    const auto& advice = m_background.advice();
    if (!advice || m_outcomes.empty()) return std::nullopt;
    return advice->index;
}

void Comparison::requestAdvice() {
    std::vector<std::shared_ptr<const Run>> runs;
    for (const Outcome& outcome : m_outcomes) runs.push_back(outcome.run);
    const Verdict verdict = judge(runs);
    if (verdict.fastest.empty()) return;
    const bool asked = m_advised && *m_advised < runs.size() && runs[*m_advised];
    m_background.requestAdvice(asked ? *m_advised : verdict.fastest.front());
}

void Comparison::setTheme(ThemeId theme) {
    if (m_theme == theme) return;
    m_theme = theme;
    paintOutcomes();
}

void Comparison::paintOutcomes() {
    const auto colors = seriesColors(m_scenario.schedules, m_theme);
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) m_outcomes[i].color = colors[i];
    emit outcomesChanged();
}

bool Comparison::isCurrent() const { return m_scenario == m_document.scenario(); }

QMap<QString, QString> Comparison::workloadErrors() const {
    QMap<QString, QMap<QString, QStringList>> titles;  // by key and refusal: what several say is said once
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        const std::string& field = m_errorFields[i];  // "schedules[2].chunks"
        const auto dot = field.find('.');
        if (dot == std::string::npos) continue;
        const std::string key = field.substr(dot + 1, field.find('[', dot) - dot - 1);
        if (hasKey(m_scenario.schedules[i].own, key)) continue;  // the entry's own value is at fault
        titles[QString::fromStdString(key)][m_outcomes[i].refusal] += m_outcomes[i].title;
    }
    QMap<QString, QString> reasons;
    for (auto key = titles.begin(); key != titles.end(); ++key) {
        QStringList lines;
        for (auto refusal = key->begin(); refusal != key->end(); ++refusal)
            lines += tr("%1: %2").arg(refusal->join(QStringLiteral("; ")), refusal.key());
        reasons[key.key()] = lines.join(QLatin1Char('\n'));
    }
    return reasons;
}

QString Comparison::summary() const {
    if (m_outcomes.empty()) return m_document.scenario().schedules.empty() ? tr("No schedule chosen") : QString();
    long long ops = 0;
    for (const Outcome& outcome : m_outcomes)
        if (outcome.run) ops += outcome.run->schedule.ops();
    const QString verdict = verdictText(m_outcomes);
    const QStringList parts{m_outcomes.size() == 1 ? tr("1 schedule") : tr("%1 schedules").arg(m_outcomes.size()),
                            tr("%1 operations").arg(QString::fromStdString(withThousands(ops))),
                            verdict.isEmpty() ? tr("every schedule refuses this workload") : verdict};
    return parts.join(QStringLiteral(" · "));
}

}  // namespace bubblescope
