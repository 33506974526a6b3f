#include "engine/study/winner_changes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace bubblescope {

namespace {

using Winners = std::vector<std::size_t>;  // the series that tie for the best, ascending; empty: none can win

/// The winners at one x, with remarks.
struct Known {
    Winners best;
    Ranking ranking;
};

/// A stretch of x along which one series is always among the best.
struct Reign {
    std::map<double, Known>::const_iterator first, last;
    Winners series;
};

/// The changes between values of x whose winners are known.
std::vector<WinnerChange> changesAlong(const std::map<double, Known>& known, WinnerChange where) {
    std::vector<Reign> reigns;
    for (auto at = known.begin(); at != known.end(); ++at) {
        const Winners& best = at->second.best;
        if (best.empty()) continue;
        Winners kept;
        if (!reigns.empty())
            std::set_intersection(reigns.back().series.begin(), reigns.back().series.end(), best.begin(), best.end(),
                                  std::back_inserter(kept));
        if (kept.empty())
            reigns.push_back({at, at, best});
        else
            reigns.back() = {reigns.back().first, at, kept};
    }
    std::vector<WinnerChange> changes;
    for (std::size_t i = 1; i < reigns.size(); ++i) {
        const Ranking &below = reigns[i - 1].last->second.ranking, &above = reigns[i].first->second.ranking;
        where.from = reigns[i - 1].series.front();
        where.to = reigns[i].series.front();
        where.below = reigns[i - 1].last->first;
        where.above = reigns[i].first->first;
        where.fromGoesOver = above.isOverLimit(where.from);
        where.toWasOver = below.isOverLimit(where.to);
        where.isOtherWork = below.isOtherWork || above.isOtherWork;
        changes.push_back(where);
    }
    return changes;
}

Known knownOf(Ranking ranking) {
    Known known;
    for (std::size_t i = 0; i < ranking.best; ++i) known.best.push_back(ranking.order[i].series);
    known.ranking = std::move(ranking);
    return known;
}

/// One panel of an experiment with the series shown, at any x.
class Probe {
public:
    Probe(const ExperimentPlan& plan, const WinnerChange& change, std::span<const std::size_t> shown,
          std::stop_token stop, const StudyResources& resources)
        : m_part(plan.experiment), m_measure(change.measure), m_stop(std::move(stop)), m_resources(resources) {
        if (m_part.figures) m_part.figures->values = {m_part.figures->values[change.figure]};
        if (m_part.panels) m_part.panels->values = {m_part.panels->values[change.panel]};
        const auto keep = [&](auto& list) {
            auto kept = list;
            kept.clear();
            for (const std::size_t series : shown) kept.push_back(list[series]);
            list = std::move(kept);
        };
        m_series.assign(shown.begin(), shown.end());
        const auto isOfOne = [](const auto& varied) { return varied.path.kind == &kSchedulePath; };
        if (std::any_of(plan.varied.begin(), plan.varied.end(), isOfOne)) {  // axes identify schedules by index
            m_ranked = m_series;
            m_series.resize(plan.series.size());
            std::iota(m_series.begin(), m_series.end(), std::size_t{0});
            return;
        }
        m_ranked.resize(m_series.size());
        std::iota(m_ranked.begin(), m_ranked.end(), std::size_t{0});
        std::visit(
            [&](auto& series) {
                if constexpr (std::is_same_v<std::decay_t<decltype(series)>, VariedSchedule>)
                    keep(series.axis.values);
                else
                    keep(series);
            },
            m_part.series);
    }

    /// Nothing if a formula gives no value, or after a request to stop.
    std::optional<Ranking> at(double x) {
        m_part.x.values = {x};
        const auto plan = planExperiment(m_part, m_stop);
        if (!plan) return std::nullopt;
        std::vector<std::optional<StudyPoint>> points(plan->size());
        runExperiment(
            *plan, [&](std::size_t point, StudyPoint result) { return points[point] = std::move(result), true; },
            m_stop, m_resources);
        Ranking ranking = rankingAt(*plan, points, {}, m_measure, m_ranked);
        if (!ranking.awaited.empty()) return std::nullopt;
        for (Standing& standing : ranking.order) standing.series = m_series[standing.series];
        for (auto* list : {&ranking.overLimit, &ranking.refused})
            for (std::size_t& series : *list) series = m_series[series];
        return ranking;
    }

private:
    Experiment m_part;
    Quantity m_measure;
    std::vector<std::size_t> m_series;  // index in the plan, by index in the part
    std::vector<std::size_t> m_ranked;  // indexes in the part of the series that are shown
    std::stop_token m_stop;
    StudyResources m_resources;
};

/// A value about half way, with as few digits as possible; nothing if the bracket is narrow enough.
std::optional<double> middle(const WinnerChange& change, bool isWhole, double axisLength) {
    constexpr double kNarrow = 1e-4, kNarrowest = 1e-8;
    const double width = change.above - change.below, half = change.below + width / 2;
    if (isWhole) return width > 1 ? std::optional(std::floor(half)) : std::nullopt;
    const double size = std::max(std::abs(change.below), std::abs(change.above));
    if (width <= std::max(kNarrow * std::min(axisLength, size), kNarrowest * axisLength)) return std::nullopt;
    const double step = std::pow(10, std::floor(std::log10(width / 4)));
    const double x =
        step < 1 ? std::round(half * std::round(1 / step)) / std::round(1 / step) : std::round(half / step) * step;
    return change.below < x && x < change.above ? std::optional(x) : std::nullopt;
}

double axisLength(const Axis& axis) {
    const auto [least, greatest] = std::minmax_element(axis.values.begin(), axis.values.end());
    return *greatest - *least;
}

/// The number of ops needed to narrow a change by one step.
long long stepOps(const ExperimentPlan& plan, const WinnerChange& change) {
    const auto& values = plan.experiment.x.values;
    const auto x = static_cast<std::size_t>(std::find(values.begin(), values.end(), change.below) - values.begin());
    long long ops = 0;
    for (std::size_t series = 0; x < values.size() && series < plan.series.size(); ++series)
        ops += plan.shapeOps[plan.shape[plan.pointAt({change.figure, change.panel, series, x})]];
    return ops;
}

}  // namespace

std::vector<WinnerChange> winnerChanges(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure,
                                        std::size_t panel, Quantity measure, std::span<const std::size_t> shown) {
    const std::vector<double>& values = plan.experiment.x.values;
    WinnerChange where;
    where.figure = figure;
    where.panel = panel;
    where.measure = measure;
    std::vector<WinnerChange> changes;
    std::map<double, Known> known;
    const auto finish = [&] {
        for (const WinnerChange& change : changesAlong(known, where)) changes.push_back(change);
        known.clear();
    };
    for (const std::size_t x : ascendingOrder(values)) {
        Ranking ranking = rankingAt(plan, points, {figure, panel, 0, x}, measure, shown);
        if (ranking.awaited.empty())
            known.emplace(values[x], knownOf(std::move(ranking)));
        else
            finish();
    }
    finish();
    return changes;
}

std::vector<WinnerChange> refined(const ExperimentPlan& plan, const WinnerChange& change,
                                  std::span<const std::size_t> shown, std::stop_token stop,
                                  const StudyResources& resources) {
    Probe probe(plan, change, shown, stop, resources);
    const auto below = probe.at(change.below), above = probe.at(change.above);
    if (!below || !above) return {change};
    std::vector<std::size_t> mayRefuse;
    std::set_union(below->refused.begin(), below->refused.end(), above->refused.begin(), above->refused.end(),
                   std::back_inserter(mayRefuse));
    const double length = axisLength(plan.experiment.x);
    std::map<double, Known> winners = {{change.below, {{change.from}, *below}}, {change.above, {{change.to}, *above}}};
    std::set<double> closed;  // lower ends of brackets that cannot be narrowed
    constexpr std::size_t kMostRuns = 256;
    while (true) {
        std::vector<WinnerChange> changes = changesAlong(winners, change);
        std::optional<double> x;
        double lower = 0;
        for (const WinnerChange& wide : changes)
            if (!x && !closed.count(wide.below)) {
                x = middle(wide, isWhole(plan.experiment, plan.experiment.x), length);
                lower = wide.below;
            }
        if (!x || stop.stop_requested() || winners.size() + closed.size() >= kMostRuns) return changes;
        const auto found = probe.at(*x);
        const bool isTold =
            found && !found->order.empty() &&
            std::includes(mayRefuse.begin(), mayRefuse.end(), found->refused.begin(), found->refused.end());
        if (isTold)
            winners.emplace(*x, knownOf(*found));
        else
            closed.insert(lower);
    }
}

std::vector<WinnerChange> winnerChangesIn(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure,
                                          std::span<const std::size_t> shown) {
    std::vector<WinnerChange> changes;
    for (std::size_t panel = 0; panel < plan.panels(); ++panel)
        for (const Quantity measure : plan.experiment.quantities) {
            const auto found = winnerChanges(plan, points, figure, panel, measure, shown);
            changes.insert(changes.end(), found.begin(), found.end());
        }
    return changes;
}

std::vector<WinnerChange> refinedAll(const ExperimentPlan& plan, std::span<const WinnerChange> changes,
                                     std::span<const std::size_t> shown, std::stop_token stop) {
    std::vector<WinnerChange> sharp;
    for (const WinnerChange& change : changes) {
        if (stop.stop_requested()) break;
        const auto closer =
            stepOps(plan, change) <= kMaxRefinedOps ? refined(plan, change, shown, stop) : std::vector{change};
        sharp.insert(sharp.end(), closer.begin(), closer.end());
    }
    return sharp;
}

}  // namespace bubblescope
