#include "widgets/shown/verdict_text.h"

#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

namespace {

/// The limit of a run: "6 activations", or of a model's step "80 GB", "the usable 79.5 GB of 85 GB".
QString limitOf(const Run& run) {
    if (!run.workerOverLimit()) {
        const Hardware& hardware = run.step->setup.model->hardware;
        const QString memory = formatBytes(hardware.memoryBytes());
        if (hardware.usableBytes() >= hardware.memoryBytes()) return memory;
        return Text::tr("the usable %1 of %2").arg(formatBytes(std::max(0.0, hardware.usableBytes())), memory);
    }
    const double limit = *run.schedule.workload.memoryLimit;
    return (limit == 1 ? Text::tr("%1 activation") : Text::tr("%1 activations")).arg(formatNumber(limit, 4));
}

/// The winner's distance from its lower bound. Bounds depend on the placement, so tied winners may have different ones.
QString boundText(const Verdict& verdict) {
    constexpr double kLeastTold = 0.001;
    const QString least = formatOverBound(verdict.overBound);
    if (least == formatOverBound(verdict.mostOverBound)) return least;
    return Text::tr("at most %1 above their lower bounds")
        .arg(formatPercent(std::max(verdict.mostOverBound, kLeastTold)));
}

/// How many runs exceed their limit: "2 need more than 6 activations".
QString limitText(std::size_t count, const std::set<QString>& limits) {
    if (count == 1) return Text::tr("1 needs more than %1").arg(*limits.begin());
    return limits.size() == 1 ? Text::tr("%1 need more than %2").arg(count).arg(*limits.begin())
                              : Text::tr("%1 need more than their memory limit").arg(count);
}

/// That nothing fits; `over` is one of the runs that exceed their limits.
QString noneFitsText(const Contender& over, std::size_t count, const std::set<QString>& limits) {
    if (count == 1) return Text::tr("%1 does not fit in %2").arg(over.title, over.exceeded);
    if (limits.size() > 1)
        return over.isStep ? Text::tr("No compared step fits in its memory")
                           : Text::tr("No compared schedule fits in its memory");
    return (over.isStep ? Text::tr("No compared step fits in %1") : Text::tr("No compared schedule fits in %1"))
        .arg(over.exceeded);
}

/// "140 ms", "33.2 ms per sequence".
QString timeText(const Contender& one, const Verdict& verdict) {
    const QString time = formatTime(std::llround(verdict.timeOf(*one.timed)), one.timeUnit);
    if (!verdict.per) return time;
    return (verdict.per == WorkOf::Sequences ? Text::tr("%1 per sequence") : Text::tr("%1 per microbatch")).arg(time);
}

/// Which runs are fastest, in what time, and by how much.
QString fastestText(const std::vector<Contender>& contenders, const Verdict& verdict) {
    QStringList names;
    for (const std::size_t i : verdict.fastest) names += contenders[i].title;
    const QString all = formatList(names), time = timeText(contenders[verdict.fastest.front()], verdict);
    const bool isOne = names.size() == 1, fitAll = verdict.overLimit.empty();
    if (!verdict.next && isOne) return (fitAll ? Text::tr("%1 takes %2") : Text::tr("Only %1 fits: %2")).arg(all, time);
    if (!verdict.next)
        return (verdict.isOtherWork ? Text::tr("%1 take the same time: %2 (unequal work)")
                                    : Text::tr("%1 are equally fast: %2"))
            .arg(all, time);
    // A difference that one decimal hides is not a tie.
    const QString less = verdict.lessThanNext < 0.0005 ? Text::tr("under %1").arg(formatPercent(0.001))
                                                       : formatPercent(verdict.lessThanNext);
    const auto form = [&] {
        if (verdict.isOtherWork)
            return isOne ? Text::tr("%1 takes the least time: %2, %3 less than %4 (unequal work)")
                         : Text::tr("%1 take the least time: %2, %3 less than %4 (unequal work)");
        if (!fitAll)
            return isOne ? Text::tr("%1 is the fastest that fits: %2, %3 less than %4")
                         : Text::tr("%1 are the fastest that fit: %2, %3 less than %4");
        return isOne ? Text::tr("%1 is fastest: %2, %3 less than %4") : Text::tr("%1 are fastest: %2, %3 less than %4");
    };
    return form().arg(all, time, less, contenders[*verdict.next].title);
}

}  // namespace

Contender contenderOf(const QString& title, const Run* run) {
    if (!run) return {title};
    const Timed timed = timedOf(*run);
    return {title, timed, unitText(run->schedule.workload.timeUnit), timed.isOverLimit ? limitOf(*run) : QString(),
            run->step != nullptr};
}

QString verdictText(const std::vector<Contender>& contenders) {
    std::vector<std::optional<Timed>> timed;
    for (const Contender& one : contenders) timed.push_back(one.timed);
    const Verdict verdict = judge(timed);
    const std::size_t over = verdict.overLimit.size();
    std::set<QString> limits;
    for (const std::size_t i : verdict.overLimit) limits.insert(contenders[i].exceeded);
    if (verdict.fastest.empty())
        return over == 0 ? QString() : noneFitsText(contenders[verdict.overLimit.front()], over, limits);
    QStringList texts{fastestText(contenders, verdict)};
    const bool isStep = contenders[verdict.fastest.front()].isStep;  // bounds are shown of schedules only
    if (!isStep && !verdict.isOtherWork) texts += boundText(verdict);
    if (over > 0) texts += limitText(over, limits);
    return texts.join(QStringLiteral("; "));
}

QString verdictText(const std::vector<Outcome>& outcomes) {
    std::vector<Contender> contenders;
    for (const Outcome& outcome : outcomes) contenders.push_back(contenderOf(outcome.title, outcome.run.get()));
    return verdictText(contenders);
}

}  // namespace bubblescope
