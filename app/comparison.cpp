#include "app/comparison.h"

#include "app/document.h"
#include "widgets/format.h"
#include "widgets/op_palette.h"

#include <QLocale>

#include <algorithm>

namespace bubblescope {

Comparison::Comparison(const Document& document, Background& background, QObject* parent)
    : QObject(parent), m_document(document), m_background(background) {
    connect(&document, &Document::changed, this, &Comparison::request);
    connect(&background, &Background::runsReady, this, &Comparison::takeOutcomes);
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
    if (m_curvesWanted && !m_document.scenario().schedules.empty())
        m_background.requestCurves({m_document.scenario(), m_axis, m_keepRatio});
}

void Comparison::setCurves(SweepAxis axis, bool keepRatio) {
    if (m_axis == axis && m_keepRatio == keepRatio) return;
    m_axis = axis;
    m_keepRatio = keepRatio;
    requestCurves();
}

void Comparison::setCurvesWanted(bool wanted) {
    const bool late = wanted && !m_curvesWanted;
    m_curvesWanted = wanted;
    if (late) requestCurves();
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
        Outcome outcome;
        outcome.title = QString::fromStdString(displayTitle(m_scenario, i));
        if (result)
            outcome.run = *result;
        else
            outcome.refusal = QString::fromStdString(result.error().message);
        m_errorFields.push_back(result ? std::string() : result.error().field);
        m_outcomes.push_back(std::move(outcome));
    }
    paintOutcomes();
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
    QMap<QString, QString> reasons;
    for (std::size_t i = 0; i < m_outcomes.size(); ++i) {
        const std::string& field = m_errorFields[i];  // "schedules[2].chunks"
        const auto dot = field.find('.');
        if (dot == std::string::npos) continue;
        const std::string key = field.substr(dot + 1, field.find('[', dot) - dot - 1);
        if (hasKey(m_scenario.schedules[i].own, key)) continue;  // the entry's own value is at fault
        QString& reason = reasons[QString::fromStdString(key)];
        if (!reason.isEmpty()) reason += QLatin1Char('\n');
        reason += tr("%1: %2").arg(m_outcomes[i].title, m_outcomes[i].refusal);
    }
    return reasons;
}

QString Comparison::summary() const {
    if (m_outcomes.empty()) return m_document.scenario().schedules.empty() ? tr("No schedule chosen") : QString();
    std::vector<const Outcome*> ran;
    long long ops = 0;
    for (const Outcome& outcome : m_outcomes)
        if (outcome.run) {
            ran.push_back(&outcome);
            ops += outcome.run->schedule.ops();
        }
    QString text = (m_outcomes.size() == 1 ? tr("1 schedule") : tr("%1 schedules").arg(m_outcomes.size())) +
                   QStringLiteral(" · ") + tr("%1 operations").arg(QLocale::c().toString(ops));
    if (ran.empty()) return text + QStringLiteral(" · ") + tr("every schedule refuses this workload");
    const auto [fastest, slowest] = std::minmax_element(
        ran.begin(), ran.end(), [](auto* a, auto* b) { return a->run->metrics.totalTime < b->run->metrics.totalTime; });
    const Metrics& best = (*fastest)->run->metrics;
    const Time worst = (*slowest)->run->metrics.totalTime;
    const QString bound = formatOverBound(best.overBound());
    text += QStringLiteral(" · ");
    if (ran.size() == 1) return text + tr("%1 is %2").arg((*fastest)->title, bound);
    if (best.totalTime == worst) return text + tr("all take the same time, %1").arg(bound);
    const double less = 1 - static_cast<double>(best.totalTime) / static_cast<double>(worst);
    return text + tr("%1 is fastest: %2 less than %3, %4")
                      .arg((*fastest)->title, formatPercent(less), (*slowest)->title, bound);
}

}  // namespace bubblescope
