#include "widgets/panels/verdict_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "engine/results/verdict.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {

/// Bounds follow from the placement, so those of tied winners may differ.
QString boundText(const Verdict& verdict) {
    constexpr double kLeastTold = 0.001;
    const QString least = formatOverBound(verdict.overBound);
    if (least == formatOverBound(verdict.mostOverBound)) return least;
    return Text::tr("at most %1 over their bounds").arg(formatPercent(std::max(verdict.mostOverBound, kLeastTold)));
}

/// What a run must keep within: "6 activations", or what the device of a model's step has, "80 GB".
QString limitOf(const Run& run) {
    return run.workerOverLimit() ? Text::tr("%1 activations").arg(formatNumber(*run.schedule.workload.memoryLimit, 4))
                                 : formatBytes(run.step->setup.model->hardware.memoryBytes());
}

/// How many hold more than the limit: "; 2 hold more than 6 activations".
QString limitText(const Verdict& verdict, const std::vector<std::shared_ptr<const Run>>& runs) {
    if (verdict.overLimit.empty()) return {};
    std::set<QString> limits;
    for (const std::size_t i : verdict.overLimit) limits.insert(limitOf(*runs[i]));
    const QString limit = limits.size() == 1 ? *limits.begin() : Text::tr("their memory limit");
    return verdict.overLimit.size() == 1 ? Text::tr("1 holds more than %1").arg(limit)
                                         : Text::tr("%1 hold more than %2").arg(verdict.overLimit.size()).arg(limit);
}

QString comparisonText(const Verdict& verdict, const std::vector<Outcome>& outcomes) {
    QStringList names;
    for (std::size_t i : verdict.fastest) names << outcomes[i].title;
    const QString bound = boundText(verdict);
    const Run& winner = *outcomes[verdict.fastest.front()].run;
    if (!verdict.next && names.size() == 1)
        return Text::tr("%1 takes %2, %3")
            .arg(names[0], formatTime(winner.metrics.totalTime, unitText(winner.schedule.workload.timeUnit)), bound);
    QString each;
    if (verdict.per) each = Text::tr(verdict.per == WorkOf::Sequences ? " per sequence" : " per microbatch");
    if (!verdict.next)
        return verdict.isOtherWork ? Text::tr("%1 take the same time%2 for different work").arg(formatList(names), each)
                                   : Text::tr("%1 are equally fast%2, %3").arg(formatList(names), each, bound);
    // A difference that one decimal hides is still no tie.
    const QString less = verdict.lessThanNext < 0.0005 ? Text::tr("under %1").arg(formatPercent(0.001))
                                                       : formatPercent(verdict.lessThanNext);
    const QString& next = outcomes[*verdict.next].title;
    if (verdict.isOtherWork) {
        const QString form = names.size() > 1
                                 ? Text::tr("%1 take the least time%4, %2 less than %3, but of different work")
                                 : Text::tr("%1 takes the least time%4, %2 less than %3, but of different work");
        return form.arg(formatList(names), less, next, each);
    }
    const QString form = names.size() > 1 ? Text::tr("%1 are equally fast%5: %2 less than %3; %4")
                                          : Text::tr("%1 is fastest%5: %2 less than %3; %4");
    return form.arg(formatList(names), less, next, bound, each);
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
    if (!limit.isEmpty()) return Text::tr("None of those compared keeps within the memory limit: %1").arg(limit);
    return isRefused ? Text::tr("No schedule runs with these values") : QString();
}

}  // namespace bubblescope
