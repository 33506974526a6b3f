#include "widgets/study/winners/winner_text.h"

#include <QCoreApplication>

#include "engine/core/text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/study/experiment_text.h"

#include <algorithm>

namespace bubblescope {

namespace {

QString changeText(const ExperimentPlan& plan, const WinnerChange& change) {
    const Experiment& experiment = plan.experiment;
    const QString from = toQString(plan.series[change.from].title), to = toQString(plan.series[change.to].title);
    const bool isEqual = !change.isOtherWork;
    const QString sentence =
        change.fromGoesOver ? (isEqual ? Text::tr("%1 wins from %3, where %2 exceeds the memory limit")
                                       : Text::tr("%1 wins from %3, where %2 exceeds the memory limit (unequal work)"))
        : change.toWasOver
            ? (isEqual ? Text::tr("%1 beats %2 from %3, where it starts to fit in the memory limit")
                       : Text::tr("%1 beats %2 from %3, where it starts to fit in the memory limit (unequal work)"))
            : (isEqual ? Text::tr("%1 beats %2 from %3") : Text::tr("%1 beats %2 from %3 (unequal work)"));
    QString line = sentence.arg(to, from, stepText(experiment, experiment.x, change.above));
    if (experiment.panels)
        line = QStringLiteral("%1: %2").arg(
            stepText(experiment, *experiment.panels, experiment.panels->values[change.panel]), line);
    if (experiment.quantities.size() > 1)
        line = QStringLiteral("%1 (%2)").arg(line, toQString(infoOf(change.measure).title));
    return line;
}

/// Who is best at all places of a figure where any series can win.
struct Throughout {
    std::vector<std::size_t> series;  // those that are best everywhere, ascending
    bool isAnywhere = false;          // whether any series wins anywhere
    bool isEverywhere = true;
    bool isOverLimit = false;         // whether a series exceeds its limit anywhere
    bool isNoneWithin = false;        // whether that is why some place has no winner
    std::optional<Quantity> unequal;  // set if times of unequal work are compared
};

Throughout throughoutOf(const ExperimentResults& results, std::size_t figure, const std::vector<std::size_t>& shown) {
    const ExperimentPlan& plan = *results.plan;
    Throughout all{.series = shown};
    for (PointPlace place{figure, 0, 0, 0}; place.panel < plan.panels(); ++place.panel)
        for (place.x = 0; place.x < plan.experiment.x.values.size(); ++place.x)
            for (const Quantity measure : plan.experiment.quantities) {
                const Ranking ranking = rankingAt(plan, results.points, place, measure, shown);
                all.isOverLimit |= !ranking.overLimit.empty();
                all.isNoneWithin |= ranking.order.empty() && !ranking.overLimit.empty();
                all.isEverywhere &= !ranking.order.empty();
                if (ranking.order.empty()) continue;
                all.isAnywhere = true;
                if (ranking.isOtherWork) all.unequal = std::min(measure, all.unequal.value_or(measure));
                std::erase_if(all.series, [&](std::size_t series) { return !ranking.isBest(series); });
            }
    return all;
}

QString throughoutText(const ExperimentPlan& plan, const Throughout& all) {
    if (!all.isAnywhere) return all.isOverLimit ? Text::tr("No schedule fits in the memory limit") : QString();
    if (all.series.size() != 1) return {};
    // By where it is best, and in what.
    static constexpr const char* kSentences[][3] = {
        {QT_TRANSLATE_NOOP("Text", "%1 is best wherever a schedule fits in the memory limit"),
         QT_TRANSLATE_NOOP("Text", "%1 is fastest wherever a schedule fits in the memory limit (unequal work)"),
         QT_TRANSLATE_NOOP("Text",
                           "%1 is fastest per microbatch wherever a schedule fits in the memory limit (unequal work)")},
        {QT_TRANSLATE_NOOP("Text", "%1 is best wherever a schedule runs"),
         QT_TRANSLATE_NOOP("Text", "%1 is fastest wherever a schedule runs (unequal work)"),
         QT_TRANSLATE_NOOP("Text", "%1 is fastest per microbatch wherever a schedule runs (unequal work)")},
        {QT_TRANSLATE_NOOP("Text", "%1 is best everywhere among schedules that fit in the memory limit"),
         QT_TRANSLATE_NOOP("Text",
                           "%1 is fastest everywhere among schedules that fit in the memory limit (unequal work)"),
         QT_TRANSLATE_NOOP("Text",
                           "%1 is fastest per microbatch everywhere among schedules that fit in the memory limit "
                           "(unequal work)")},
        {QT_TRANSLATE_NOOP("Text", "%1 is best everywhere"),
         QT_TRANSLATE_NOOP("Text", "%1 is fastest everywhere (unequal work)"),
         QT_TRANSLATE_NOOP("Text", "%1 is fastest per microbatch everywhere (unequal work)")},
    };
    const std::size_t where = all.isNoneWithin ? 0 : !all.isEverywhere ? 1 : all.isOverLimit ? 2 : 3;
    const std::size_t what = !all.unequal ? 0 : *all.unequal == Quantity::TotalTime ? 1 : 2;
    return Text::tr(kSentences[where][what]).arg(toQString(plan.series[all.series.front()].title));
}

}  // namespace

QStringList winnerLines(const ExperimentResults& results, std::size_t figure, const std::set<std::size_t>& hidden,
                        const std::vector<WinnerChange>& changes) {
    const ExperimentPlan& plan = *results.plan;
    constexpr std::size_t kMostNamed = 6;
    QStringList lines;
    if (changes.size() > kMostNamed) return lines;
    for (const WinnerChange& change : changes) lines += changeText(plan, change);
    if (!changes.empty()) return lines;
    std::vector<std::size_t> shown;
    for (std::size_t series = 0; series < plan.series.size(); ++series)
        if (!hidden.contains(series)) shown.push_back(series);
    if (shown.size() < 2) return lines;
    const QString text = throughoutText(plan, throughoutOf(results, std::min(figure, plan.figures() - 1), shown));
    return text.isEmpty() ? lines : QStringList(text);
}

QStringList pointLines(const ExperimentResults& results) {
    const auto countOf = [&](auto&& isOne) {
        return toQString(withThousands(std::count_if(results.points.begin(), results.points.end(), isOne)));
    };
    const auto isThere = [](const auto& point) { return point.has_value(); };
    const auto isRefused = [](const auto& point) { return point && !point->refusal.empty(); };
    const auto isOver = [](const auto& point) { return point && point->overLimit; };
    const auto has = [&](auto&& isOne) { return std::any_of(results.points.begin(), results.points.end(), isOne); };
    const auto first = std::find_if(results.points.begin(), results.points.end(), isThere);
    const bool isNoneRun = first != results.points.end() &&
                           std::none_of(results.points.begin(), results.points.end(),
                                        [&](const auto& point) { return isThere(point) && !isRefused(point); });
    if (isNoneRun) return {Text::tr("No point can run: %1").arg(toQString((*first)->refusal))};
    const bool isOne = std::count_if(results.points.begin(), results.points.end(), isThere) == 1;
    QStringList lines{isOne ? Text::tr("1 point") : Text::tr("%1 points").arg(countOf(isThere))};
    if (has(isRefused)) lines += Text::tr("%1 cannot run").arg(countOf(isRefused));
    if (has(isOver)) lines += Text::tr("%1 over the memory limit").arg(countOf(isOver));
    return lines;
}

}  // namespace bubblescope
