#include "engine/study/fastest_changes.h"

#include "engine/entries/resolve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr double kClose = 1e-4;       // of x or, near 0, of a hundredth of the axis
constexpr double kRounding = 4.5e-6;  // of totals: halves of a time are rounded to micro-units, and the errors add up

/// The total of each schedule at one x; infinite if it refuses.
using Totals = std::vector<double>;

bool isAmongFastest(const Totals& totals, std::size_t schedule) {
    return totals[schedule] <= *std::min_element(totals.begin(), totals.end()) + kRounding;
}

bool canAnyRun(const Totals& totals) {
    return std::ranges::any_of(totals, [](double total) { return std::isfinite(total); });
}

/// The first of the fastest.
std::size_t fastestOf(const Totals& totals) {
    std::size_t first = 0;
    while (!isAmongFastest(totals, first)) ++first;
    return first;
}

Totals totalsOf(const Study& study, std::size_t value) {
    Totals totals;
    for (std::size_t s = 0; s < study.series.size(); ++s) totals.push_back(comparedTime(study.ran(s, value)));
    return totals;
}

Totals totalsAt(const Study& study, double x) {
    const Scenario scenario = atValue(study.scenario, study.path, x, study.keepRatio);
    Totals totals;
    for (std::size_t s = 0; s < study.series.size(); ++s) {
        const RunResult result = run(scenario, s);
        const auto point = result ? std::optional(pointOf(**result)) : std::nullopt;
        totals.push_back(comparedTime(point ? &*point : nullptr));
    }
    return totals;
}

bool canRunBetween(const Study& study) {
    for (std::size_t s = 0; s < study.series.size(); ++s)
        if (opsOf(resolve(study.scenario, s)) > kMostOpsBetween) return false;
    return true;
}

/// Whether two schedules are equal at all values before `value`, of which there must be at least two.
bool areEqualBefore(const std::vector<Totals>& totals, std::size_t value, std::size_t a, std::size_t b) {
    return value >= 2 && std::all_of(totals.begin(), totals.begin() + std::ptrdiff_t(value),
                                     [&](const Totals& at) { return std::abs(at[a] - at[b]) <= kRounding; });
}

/// Searches between the values of a study.
class Finder {
public:
    Finder(const Study& study, const std::stop_token& stop)
        : m_study(study),
          m_stop(stop),
          m_isNarrowed(canRunBetween(study)),
          m_isWhole(study.path.isWhole()),
          m_leastX((study.values.back() - study.values.front()) / 100) {}

    /// The same for the point from which on no schedule runs.
    std::pair<double, double> end(double below, double above) {
        while (isOpen(below, above)) {
            const double middle = between(below, above);
            (canAnyRun(totalsAt(m_study, middle)) ? below : above) = middle;
        }
        return {below, above};
    }

    /// The change at which a schedule falls behind, between `below` and the value; it takes `after` at the value.
    /// `there` receives the totals of all schedules at the change.
    FastestChange behind(std::size_t schedule, double below, std::size_t value, const Totals& after, Totals& there) {
        double above = m_study.values[value];
        there = after;
        while (isOpen(below, above)) {
            const double middle = between(below, above);
            Totals totals = totalsAt(m_study, middle);
            if (isAmongFastest(totals, schedule)) {
                below = middle;
            } else {
                above = middle;
                there = std::move(totals);
            }
        }
        FastestChange change{schedule, fastestOf(there), below, above, false, {}};
        for (std::size_t one = 0; one < there.size(); ++one)
            if (isAmongFastest(there, one)) change.fastest.push_back(one);
        return change;
    }

private:
    bool isOpen(double below, double above) const {
        return m_isNarrowed && !m_stop.stop_requested() &&
               above - below > (m_isWhole ? 1 : kClose * std::max(std::abs(above), m_leastX));
    }
    double between(double below, double above) const {
        return m_isWhole ? std::floor((below + above) / 2) : below + (above - below) / 2;
    }

    const Study& m_study;
    const std::stop_token& m_stop;
    bool m_isNarrowed, m_isWhole;
    double m_leastX;
};

}  // namespace

double comparedTime(const StudyPoint* point) {
    if (!point || !point->canWin()) return std::numeric_limits<double>::infinity();
    const double total = point->of(Quantity::TotalTime);
    return point->work.of == WorkOf::Sequences ? total / point->work.count : total;
}

std::vector<FastestChange> fastestChanges(const Study& study, const std::stop_token& stop) {
    std::vector<FastestChange> changes;
    if (study.series.empty() || study.values.empty() || !study.isComplete()) return changes;
    std::vector<Totals> totals;
    for (std::size_t value = 0; value < study.values.size(); ++value) totals.push_back(totalsOf(study, value));
    const auto isRefusedAt = [&](std::size_t value) {
        return std::isinf(*std::min_element(totals[value].begin(), totals[value].end()));
    };
    Finder finder(study, stop);
    Totals there;
    std::size_t now = fastestOf(totals[0]), begin = 0;  // `now` is among the fastest from `begin` on
    for (std::size_t value = 1; value < study.values.size(); ++value) {
        double below = study.values[value - 1];
        if (isRefusedAt(value)) continue;
        // Several schedules may be the fastest between two values, one after another.
        for (std::size_t turn = 0; !isAmongFastest(totals[value], now) && turn < study.series.size(); ++turn) {
            FastestChange change = finder.behind(now, below, value, totals[value], there);
            change.wereEqual = areEqualBefore(totals, value, now, change.to);
            changes.push_back(change);
            now = change.to;
            begin = value;
            below = change.above;
        }
    }
    for (std::size_t other = 0; other < study.series.size(); ++other)
        for (std::size_t value = begin + 1; value < study.values.size() && other != now; ++value) {
            if (isRefusedAt(value) || isAmongFastest(totals[value], other)) continue;
            if (!areEqualBefore(totals, value, now, other)) break;
            FastestChange change = finder.behind(other, study.values[value - 1], value, totals[value], there);
            change.to = now;
            change.wereEqual = true;
            changes.push_back(change);
            break;
        }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const FastestChange& a, const FastestChange& b) { return a.below < b.below; });
    return changes;
}

std::optional<std::pair<double, double>> lastThatRuns(const Study& study, const std::stop_token& stop) {
    for (std::size_t value = study.values.size(); value-- > 0;) {
        if (!canAnyRun(totalsOf(study, value))) continue;
        if (value + 1 == study.values.size()) return std::nullopt;
        return Finder(study, stop).end(study.values[value], study.values[value + 1]);
    }
    return std::nullopt;
}

}  // namespace bubblescope
