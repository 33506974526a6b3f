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
    QString line =
        Text::tr("%1 in place of %2 from %3").arg(to, from, stepText(experiment, experiment.x, change.above));
    if (change.fromGoesOver)
        line += Text::tr(", where %1 holds more than the memory limit").arg(from);
    else if (change.toWasOver)
        line += Text::tr(", where %1 keeps within the memory limit").arg(to);
    if (change.isOtherWork) line += Text::tr(", of different work");
    if (experiment.panels)
        line = Text::tr("%1: %2").arg(stepText(experiment, *experiment.panels, experiment.panels->values[change.panel]),
                                      line);
    if (experiment.quantities.size() > 1) line += Text::tr(" (%1)").arg(toQString(infoOf(change.measure).title));
    return line;
}

/// Who is best at all places of a figure where anybody is.
struct Throughout {
    std::vector<std::size_t> series;  // those that are, ascending
    bool isAnywhere = false;          // somebody is
    bool isEverywhere = true;
    bool isOverLimit = false;         // a series holds more than its limit somewhere
    bool isNoneWithin = false;        // where nobody is best, that is why
    std::optional<Quantity> unequal;  // times of unequal work are compared
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
    if (!all.isAnywhere) return all.isOverLimit ? Text::tr("No schedule keeps within the memory limit") : QString();
    if (all.series.size() != 1) return {};
    const QString where = all.isNoneWithin    ? Text::tr("wherever a schedule keeps within the memory limit")
                          : !all.isEverywhere ? Text::tr("wherever a schedule runs")
                          : all.isOverLimit   ? Text::tr("throughout of what keeps within the memory limit")
                                              : Text::tr("throughout");
    const QString name = toQString(plan.series[all.series.front()].title);
    if (!all.unequal) return Text::tr("%1 is best %2").arg(name, where);
    const QString least =
        *all.unequal == Quantity::TotalTime ? Text::tr("the least time") : Text::tr("the least time per microbatch");
    return Text::tr("%1 takes %2 %3, but of different work").arg(name, least, where);
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
    QStringList lines{Text::tr("%1 points").arg(countOf(isThere))};
    if (has(isRefused)) lines += Text::tr("%1 of them refused").arg(countOf(isRefused));
    if (has(isOver)) lines += Text::tr("%1 of them over the memory limit").arg(countOf(isOver));
    return lines;
}

}  // namespace bubblescope
