#include "widgets/panels/verdict_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "engine/run/advice.h"
#include "widgets/shown/format.h"

#include <algorithm>

namespace bubblescope {

namespace {

QString translated(const char* text) { return QCoreApplication::translate("verdict", text); }

/// "GPipe", "GPipe and 1F1B", "GPipe, 1F1B and ZB-H1".
QString listed(QStringList names) {
    if (names.size() < 2) return names.join(QString());
    const QString last = names.takeLast();
    return translated("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

}  // namespace

QString verdictText(const std::vector<Outcome>& outcomes) {
    std::vector<std::shared_ptr<const Run>> runs;
    bool isRefused = false;
    for (const Outcome& outcome : outcomes) {
        runs.push_back(outcome.run);
        isRefused |= !outcome.refusal.isEmpty();
    }
    const Verdict verdict = judge(runs);
    if (verdict.fastest.empty()) return isRefused ? translated("No schedule runs with these values") : QString();

    QStringList names;
    for (std::size_t i : verdict.fastest) names << outcomes[i].title;
    const QString bound = formatOverBound(verdict.overBound);
    const Run& winner = *runs[verdict.fastest.front()];
    if (!verdict.next && names.size() == 1)
        return translated("%1 takes %2, %3")
            .arg(names[0],
                 formatTime(winner.metrics.totalTime, QString::fromStdString(winner.schedule.workload.timeUnit)),
                 bound);
    if (!verdict.next) return translated("%1 are equally fast, %2").arg(listed(names), bound);
    // A difference that one decimal hides is still no tie.
    const QString less = verdict.lessThanNext < 0.0005 ? translated("under %1").arg(formatPercent(0.001))
                                                       : formatPercent(verdict.lessThanNext);
    const QString form = names.size() > 1        ? translated("%1 are equally fast: %2 less than %3; %4")
                         : verdict.perMicrobatch ? translated("%1 is fastest per microbatch: %2 less than %3; %4")
                                                 : translated("%1 is fastest: %2 less than %3; %4");
    return form.arg(listed(names), less, outcomes[*verdict.next].title, bound);
}

}  // namespace bubblescope
