#include "engine/study/winner_ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

/// Whether `value` is as good as `best`. Times are whole micro-units, but ratios of them have rounding errors.
bool ties(double value, double best) { return value <= best + 1e-12 * (1 + std::abs(best)); }

double shareBehind(double value, double best) {
    if (ties(value, best)) return 0;
    return best > 0 ? value / best - 1 : std::numeric_limits<double>::infinity();
}

/// Whether a measure compares times of unequal work.
bool isOfOtherWork(Quantity measure, const StudyPoint& a, const StudyPoint& b) {
    if (measure != Quantity::TotalTime && measure != Quantity::TimePerMicrobatch) return false;
    const WorkDifference difference = differenceOf(a.work, b.work);
    return difference.inEach || (difference.inCount && measure == Quantity::TotalTime);
}

}  // namespace

bool Ranking::isBest(std::size_t series) const {
    return std::any_of(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best),
                       [&](const Standing& standing) { return standing.series == series; });
}

bool Ranking::isOverLimit(std::size_t series) const {
    return std::find(overLimit.begin(), overLimit.end(), series) != overLimit.end();
}

Ranking rankingAt(const ExperimentPlan& plan, PointsSoFar points, PointPlace place, Quantity measure,
                  std::span<const std::size_t> shown) {
    Ranking ranking;
    const StudyPoint* first = nullptr;
    for (const std::size_t series : shown) {
        place.series = series;
        const auto& point = points[plan.pointAt(place)];
        if (!point) {
            ranking.awaited.push_back(series);
        } else if (!point->refusal.empty()) {
            ranking.refused.push_back(series);
        } else if (point->overLimit) {
            ranking.overLimit.push_back(series);
        } else {
            ranking.order.push_back({series, point->of(measure), 0});
            if (!first) first = &*point;
            ranking.isOtherWork = ranking.isOtherWork || isOfOtherWork(measure, *first, *point);
        }
    }
    auto& order = ranking.order;
    if (order.empty()) return ranking;
    std::sort(order.begin(), order.end(), [](const Standing& a, const Standing& b) {
        return a.value < b.value || (a.value == b.value && a.series < b.series);
    });
    const double least = order.front().value;
    for (Standing& standing : order) standing.behind = shareBehind(standing.value, least);
    ranking.best = static_cast<std::size_t>(
        std::find_if(order.begin(), order.end(), [](const Standing& standing) { return standing.behind > 0; }) -
        order.begin());
    std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(ranking.best),
              [](const Standing& a, const Standing& b) { return a.series < b.series; });
    return ranking;
}

std::vector<WinnerCell> winnerMap(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure, Quantity measure,
                                  std::span<const std::size_t> shown) {
    struct Best {
        bool isAwaited = false, isOverLimit = false, isOtherWork = false;
        const StudyPoint* candidate = nullptr;
        std::size_t first = 0, count = 0;
        double least = std::numeric_limits<double>::infinity(), next = std::numeric_limits<double>::infinity();
    };
    const std::size_t xs = plan.experiment.x.values.size();
    std::vector<WinnerCell> cells(plan.panels() * xs);
    std::vector<Best> row(xs);
    for (std::size_t panel = 0; panel < plan.panels(); ++panel) {
        std::fill(row.begin(), row.end(), Best());
        for (const std::size_t series : shown) {
            const std::size_t begin = plan.pointAt({figure, panel, series, 0});
            for (std::size_t x = 0; x < xs; ++x) {
                const auto& point = points[begin + x];
                Best& best = row[x];
                if (!point) best.isAwaited = true;
                if (point && point->overLimit) best.isOverLimit = true;
                if (!point || !point->canWin()) continue;
                if (!best.candidate) best.candidate = &*point;
                best.isOtherWork = best.isOtherWork || isOfOtherWork(measure, *best.candidate, *point);
                const double value = point->of(measure);
                if (best.count == 0 || !ties(best.least, value)) best.first = series;
                if (best.count > 0) best.next = std::min(best.next, std::max(best.least, value));
                best.least = std::min(best.least, value);
                ++best.count;
            }
        }
        for (std::size_t x = 0; x < xs; ++x) {
            const Best& best = row[x];
            if (best.isAwaited) continue;
            const auto state = best.count > 0     ? WinnerCell::State::Won
                               : best.isOverLimit ? WinnerCell::State::OverLimit
                                                  : WinnerCell::State::Refused;
            const double margin = best.count == 1  ? std::numeric_limits<double>::infinity()
                                  : best.count > 1 ? shareBehind(best.next, best.least)
                                                   : 0;
            cells[panel * xs + x] = {state, best.first, margin, best.isOtherWork};
        }
    }
    return cells;
}

}  // namespace bubblescope
