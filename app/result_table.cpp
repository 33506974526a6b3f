#include "app/result_table.h"

#include "app/console.h"
#include "engine/core/text.h"
#include "widgets/basics/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

QString translated(const char* text) { return QCoreApplication::translate("ResultTable", text); }

QString percent(double ratio) { return plainSpaces(formatPercent(ratio)); }

QString number(double value) { return formatNumber(value); }

QString timesText(const PerDevice& times) {
    const auto* list = std::get_if<1>(&times);
    if (!list) return number(std::get<0>(times));
    const auto [least, most] = std::minmax_element(list->begin(), list->end());
    return number(*least) + QStringLiteral("–") + number(*most);
}

QString commText(const Comm& comm) {
    const auto* matrix = std::get_if<1>(&comm);
    return matrix ? translated("by link") : number(std::get<0>(comm));
}

/// Splits a column's title over the two lines of the heading.
std::pair<QString, QString> twoLines(const QString& title) {
    const auto space = title.indexOf(QLatin1Char(' '));
    return space < 0 ? std::pair(QString(), title) : std::pair(title.left(space), title.mid(space + 1));
}

}  // namespace

QString consoleTitle(const Scenario& scenario, std::size_t index) {
    constexpr std::size_t kLongestTitle = 32;
    return QString::fromStdString(shortened(displayTitle(scenario, index), kLongestTitle));
}

QString consoleTime(Time time, const Scenario& scenario) {
    return plainSpaces(formatTime(time, QString::fromStdString(scenario.workload.timeUnit)));
}

ResultTable::ResultTable(const Scenario& scenario) : m_scenario(scenario) {
    QStringList first{QString(), translated("total")}, second{translated("schedule"), translated("time")};
    const auto column = [&](const QString& title) {
        const auto [above, below] = twoLines(title);
        first.append(above);
        second.append(below);
    };
    for (const BubbleDefinition& bubble : bubbleDefinitions()) column(translated(std::string(bubble.title).c_str()));
    column(translated("peak activations"));
    column(translated("over bound"));
    m_rows = {{QString(), QString(), translated("bubble")}, first, second};
    m_timings = {{translated("timing"), translated("ops"), translated("ordering"), translated("simulation")}};
}

void ResultTable::add(std::size_t index, const RunResult& result) {
    const QString title = consoleTitle(m_scenario, index);
    if (!result) {
        m_refusals.emplace_back(title, QString::fromStdString(shortened(result.error().message, 400)));
        m_rows.push_back({title, translated("refused")});
        return;
    }
    const Metrics& metrics = (*result)->metrics;
    QStringList row{title, consoleTime(metrics.totalTime, m_scenario)};
    for (const BubbleDefinition& bubble : bubbleDefinitions()) row.append(percent(metrics.*bubble.value));
    row.append(number(metrics.peakActivations()));
    row.append(metrics.totalTime == metrics.lowerBound ? translated("at bound")
                                                       : QLatin1Char('+') + percent(metrics.overBound()));
    m_rows.push_back(row);
    m_totals.emplace_back(metrics.totalTime, title);
    const auto milliseconds = [](double seconds) { return QString::number(seconds * 1e3, 'f', 3) + " ms"; };
    m_timings.push_back({title, QString::number((*result)->timeline->program->opCount()),
                         milliseconds((*result)->generateSeconds), milliseconds((*result)->simulateSeconds)});
}

QString ResultTable::heading() const {
    const Workload& w = m_scenario.workload;
    QStringList parts{translated("%1 devices").arg(w.devices), translated("%1 microbatches").arg(w.microbatches),
                      QStringLiteral("T_F ") + timesText(w.forward), QStringLiteral("T_B ") + timesText(w.backward),
                      QStringLiteral("T_C ") + commText(w.comm)};
    if (w.weight) parts.append(QStringLiteral("T_W ") + timesText(*w.weight));
    if (w.recompute != 0) parts.append(translated("recompute %1").arg(number(w.recompute)));
    if (w.imbalance != 0) parts.append(translated("imbalance %1").arg(number(w.imbalance)));
    const QString title = QString::fromStdString(shortened(m_scenario.title, kConsoleWidth));
    return (title.isEmpty() ? QString() : title + QLatin1Char('\n')) + parts.join(QLatin1String(", ")) +
           QLatin1String("\n\n");
}

QString ResultTable::summary() const {
    QString out;
    for (const auto& [title, reason] : m_refusals)
        out += wrapped(translated("%1 refused: %2").arg(title, reason), kConsoleWidth, 2) + QLatin1Char('\n');
    const auto fastest = std::min_element(m_totals.begin(), m_totals.end(),
                                          [](const auto& a, const auto& b) { return a.first < b.first; });
    if (m_totals.size() > 1)
        out += translated("Fastest: %1, %2.").arg(fastest->second, consoleTime(fastest->first, m_scenario)) +
               QLatin1Char('\n');
    return out.isEmpty() ? out : QLatin1Char('\n') + out;
}

QString ResultTable::text() const {
    std::vector<QStringList> legend;
    for (const BubbleDefinition& bubble : bubbleDefinitions())
        legend.push_back({translated("bubble, %1").arg(translated(std::string(bubble.title).c_str())),
                          QStringLiteral("= ") + toQString(bubble.formula)});
    legend.push_back({translated("peak activations"),
                      translated("  the most that a device holds, in activations of one microbatch")});
    legend.push_back(
        {translated("over bound"), translated("  distance from a time that no order of this work can beat")});
    return heading() + alignedRows(m_rows) + summary() + QLatin1Char('\n') + alignedRows(legend, QStringLiteral("l"));
}

QString ResultTable::timingText() const { return alignedRows(m_timings); }

}  // namespace bubblescope
