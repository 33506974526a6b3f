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

/// The winner's distance from its lower bound. Bounds depend on the placement, so tied winners may have different ones.
QString boundText(const Verdict& verdict) {
    constexpr double kLeastTold = 0.001;
    const QString least = formatOverBound(verdict.overBound);
    if (least == formatOverBound(verdict.mostOverBound)) return least;
    return Text::tr("at most %1 above their lower bounds")
        .arg(formatPercent(std::max(verdict.mostOverBound, kLeastTold)));
}

/// The limit of a run: "6 activations", or the memory of the device of a model's step, "80 GB".
QString limitOf(const Run& run) {
    if (!run.workerOverLimit()) return formatBytes(run.step->setup.model->hardware.memoryBytes());
    const double limit = *run.schedule.workload.memoryLimit;
    return (limit == 1 ? Text::tr("%1 activation") : Text::tr("%1 activations")).arg(formatNumber(limit, 4));
}

/// The limits of the runs that exceed theirs, each once.
std::set<QString> limitsOf(const Verdict& verdict, const std::vector<std::shared_ptr<const Run>>& runs) {
    std::set<QString> limits;
    for (const std::size_t i : verdict.overLimit) limits.insert(limitOf(*runs[i]));
    return limits;
}

/// How many runs exceed their limit: "2 need more than 6 activations"; empty if none does.
QString limitText(const Verdict& verdict, const std::vector<std::shared_ptr<const Run>>& runs) {
    if (verdict.overLimit.empty()) return {};
    const std::set<QString> limits = limitsOf(verdict, runs);
    if (verdict.overLimit.size() == 1) return Text::tr("1 needs more than %1").arg(*limits.begin());
    return limits.size() == 1 ? Text::tr("%1 need more than %2").arg(verdict.overLimit.size()).arg(*limits.begin())
                              : Text::tr("%1 need more than their memory limit").arg(verdict.overLimit.size());
}

/// That nothing fits in its memory limit.
QString noneFitsText(const Verdict& verdict, const std::vector<std::shared_ptr<const Run>>& runs) {
    const std::set<QString> limits = limitsOf(verdict, runs);
    const bool isStep = runs[verdict.overLimit.front()]->step != nullptr;
    if (limits.size() > 1)
        return isStep ? Text::tr("No compared step fits in its memory")
                      : Text::tr("No compared schedule fits in its memory");
    return (isStep ? Text::tr("No compared step fits in %1") : Text::tr("No compared schedule fits in %1"))
        .arg(*limits.begin());
}

/// Which schedules are fastest and by how much, and how far from their lower bound, as clauses.
QStringList comparisonTexts(const Verdict& verdict, const std::vector<Outcome>& outcomes) {
    QStringList names;
    for (std::size_t i : verdict.fastest) names << outcomes[i].title;
    const QString all = formatList(names);
    const Run& winner = *outcomes[verdict.fastest.front()].run;
    const auto pick = [&](const QString& inAll, const QString& perMicrobatch, const QString& perSequence) {
        return !verdict.per ? inAll : *verdict.per == WorkOf::Sequences ? perSequence : perMicrobatch;
    };
    if (!verdict.next && names.size() == 1)
        return {Text::tr("%1 takes %2")
                    .arg(all, formatTime(winner.metrics.totalTime, unitText(winner.schedule.workload.timeUnit))),
                boundText(verdict)};
    if (!verdict.next && verdict.isOtherWork)
        return {pick(Text::tr("%1 take the same time (unequal work)"),
                     Text::tr("%1 take the same time per microbatch (unequal work)"),
                     Text::tr("%1 take the same time per sequence (unequal work)"))
                    .arg(all)};
    if (!verdict.next)
        return {pick(Text::tr("%1 are equally fast"), Text::tr("%1 are equally fast per microbatch"),
                     Text::tr("%1 are equally fast per sequence"))
                    .arg(all),
                boundText(verdict)};
    // A difference that one decimal hides is not a tie.
    const QString less = verdict.lessThanNext < 0.0005 ? Text::tr("under %1").arg(formatPercent(0.001))
                                                       : formatPercent(verdict.lessThanNext);
    const QString& next = outcomes[*verdict.next].title;
    const bool isTie = names.size() > 1;
    if (verdict.isOtherWork)
        return {(isTie ? pick(Text::tr("%1 take the least time, %2 less than %3 (unequal work)"),
                              Text::tr("%1 take the least time per microbatch, %2 less than %3 (unequal work)"),
                              Text::tr("%1 take the least time per sequence, %2 less than %3 (unequal work)"))
                       : pick(Text::tr("%1 takes the least time, %2 less than %3 (unequal work)"),
                              Text::tr("%1 takes the least time per microbatch, %2 less than %3 (unequal work)"),
                              Text::tr("%1 takes the least time per sequence, %2 less than %3 (unequal work)")))
                    .arg(all, less, next)};
    return {(isTie ? pick(Text::tr("%1 tie for fastest: %2 less time than %3"),
                          Text::tr("%1 tie for fastest per microbatch: %2 less time than %3"),
                          Text::tr("%1 tie for fastest per sequence: %2 less time than %3"))
                   : pick(Text::tr("%1 is fastest: %2 less time than %3"),
                          Text::tr("%1 is fastest per microbatch: %2 less time than %3"),
                          Text::tr("%1 is fastest per sequence: %2 less time than %3")))
                .arg(all, less, next),
            boundText(verdict)};
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
    if (!verdict.fastest.empty()) {
        QStringList texts = comparisonTexts(verdict, outcomes);
        if (const QString limit = limitText(verdict, runs); !limit.isEmpty()) texts += limit;
        return texts.join(QStringLiteral("; "));
    }
    if (!verdict.overLimit.empty()) return noneFitsText(verdict, runs);
    return isRefused ? Text::tr("No selected schedule can run this workload") : QString();
}

}  // namespace bubblescope
