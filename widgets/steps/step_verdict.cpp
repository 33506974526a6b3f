#include "widgets/steps/step_verdict.h"

#include "engine/results/verdict.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <cmath>

namespace bubblescope {

namespace {

constexpr qsizetype kMostNamed = 3;

/// The time of a step, or per sequence or microbatch if the steps are compared by that.
double timeOf(const Run& run, const Verdict& verdict) {
    const auto total = static_cast<double>(run.metrics.totalTime);
    return verdict.per ? total / workOf(run).count : total;
}

/// "140 ms", "33.2 ms per sequence".
QString timeText(const Run& run, const Verdict& verdict) {
    const Time time = static_cast<Time>(std::llround(timeOf(run, verdict)));
    const QString text = formatTime(time, unitText(run.schedule.workload.timeUnit));
    if (!verdict.per) return text;
    return (*verdict.per == WorkOf::Sequences ? Text::tr("%1 per sequence") : Text::tr("%1 per microbatch")).arg(text);
}

QString fastestText(const std::vector<Outcome>& outcomes, const Verdict& verdict) {
    QStringList names;
    for (const std::size_t i : verdict.fastest) names += outcomes[i].title;
    const Run& best = *outcomes[verdict.fastest.front()].run;
    const QString time = timeText(best, verdict);
    if (names.size() > kMostNamed)
        return (verdict.isOtherWork ? Text::tr("%1 steps take the same time for different work: %2")
                                    : Text::tr("%1 steps are equally fast: %2"))
            .arg(names.size())
            .arg(time);
    if (names.size() > 1)
        return (verdict.isOtherWork ? Text::tr("%1 take the least time, for different work: %2")
                                    : Text::tr("%1 are fastest: %2"))
            .arg(formatList(names), time);
    const bool fitAll = verdict.overLimit.empty();
    if (!verdict.next)
        return (fitAll ? Text::tr("%1 takes %2") : Text::tr("only %1 fits: %2")).arg(names.front(), time);
    const QString less = formatPercent(verdict.lessThanNext);
    const QString next = outcomes[*verdict.next].title;
    if (verdict.isOtherWork)
        return (fitAll ? Text::tr("%1 takes the least time, for different work: %2, %3 less than %4")
                       : Text::tr("%1 takes the least time of those that fit, for different work: %2, %3 less than %4"))
            .arg(names.front(), time, less, next);
    return (fitAll ? Text::tr("%1 is fastest: %2, %3 less than %4")
                   : Text::tr("%1 is the fastest that fits: %2, %3 less than %4"))
        .arg(names.front(), time, less, next);
}

}  // namespace

QString stepVerdictText(const std::vector<Outcome>& outcomes) {
    QStringList parts{outcomes.size() == 1 ? Text::tr("1 step") : Text::tr("%1 steps").arg(outcomes.size())};
    std::vector<std::shared_ptr<const Run>> runs;
    for (const Outcome& outcome : outcomes) runs.push_back(outcome.run);
    const Verdict verdict = judge(runs);
    const std::size_t ran = verdict.fastest.size() + verdict.overLimit.size() + (verdict.next ? 1 : 0);
    if (ran < 2 && verdict.overLimit.empty()) return parts.front();
    if (verdict.fastest.empty())
        parts +=
            outcomes.size() == 1 ? Text::tr("does not fit in device memory") : Text::tr("none fits in device memory");
    else
        parts += fastestText(outcomes, verdict);
    return parts.join(QStringLiteral(" · "));
}

}  // namespace bubblescope
