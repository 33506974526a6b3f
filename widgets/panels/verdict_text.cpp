#include "widgets/panels/verdict_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "engine/run/advice.h"
#include "widgets/shown/format.h"

#include <set>

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

namespace {

/// How many hold more than the limit: "; 2 hold more than 6 activations".
QString limitText(const Verdict& verdict, const std::vector<std::shared_ptr<const Run>>& runs) {
    if (verdict.overLimit.empty()) return {};
    std::set<double> limits;
    for (const std::size_t i : verdict.overLimit) limits.insert(*runs[i]->schedule.workload.memoryLimit);
    const QString limit = limits.size() == 1 ? translated("%1 activations").arg(formatNumber(*limits.begin(), 4))
                                             : translated("their memory limit");
    return verdict.overLimit.size() == 1 ? translated("1 holds more than %1").arg(limit)
                                         : translated("%1 hold more than %2").arg(verdict.overLimit.size()).arg(limit);
}

QString comparisonText(const Verdict& verdict, const std::vector<Outcome>& outcomes) {
    QStringList names;
    for (std::size_t i : verdict.fastest) names << outcomes[i].title;
    const QString bound = formatOverBound(verdict.overBound);
    const Run& winner = *outcomes[verdict.fastest.front()].run;
    if (!verdict.next && names.size() == 1)
        return translated("%1 takes %2, %3")
            .arg(names[0],
                 formatTime(winner.metrics.totalTime, QString::fromStdString(winner.schedule.workload.timeUnit)),
                 bound);
    if (!verdict.next)
        return verdict.isOtherWork ? translated("%1 take the same time for different work").arg(listed(names))
                                   : translated("%1 are equally fast, %2").arg(listed(names), bound);
    // A difference that one decimal hides is still no tie.
    const QString less = verdict.lessThanNext < 0.0005 ? translated("under %1").arg(formatPercent(0.001))
                                                       : formatPercent(verdict.lessThanNext);
    const QString& next = outcomes[*verdict.next].title;
    if (verdict.isOtherWork) {
        const QString form = names.size() > 1
                                 ? translated("%1 take the least time%4, %2 less than %3, but of different work")
                                 : translated("%1 takes the least time%4, %2 less than %3, but of different work");
        return form.arg(listed(names), less, next, verdict.perMicrobatch ? translated(" per microbatch") : QString());
    }
    const QString form = names.size() > 1        ? translated("%1 are equally fast: %2 less than %3; %4")
                         : verdict.perMicrobatch ? translated("%1 is fastest per microbatch: %2 less than %3; %4")
                                                 : translated("%1 is fastest: %2 less than %3; %4");
    return form.arg(listed(names), less, next, bound);
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
    const QString limit = limitText(verdict, runs);
    if (!verdict.fastest.empty())
        return comparisonText(verdict, outcomes) + (limit.isEmpty() ? limit : QStringLiteral("; ") + limit);
    if (!limit.isEmpty()) return translated("No schedule keeps within the memory limit: %1").arg(limit);
    return isRefused ? translated("No schedule runs with these values") : QString();
}

}  // namespace bubblescope
