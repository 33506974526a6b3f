#include "engine/study/fastest_changes.h"

#include "engine/schedules/resolve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr double kClose = 1e-4;       // of x, or where that is near 0 of a hundredth of the axis
constexpr double kRounding = 4.5e-6;  // of totals: halves of a time are rounded to micro-units, which add up

/// What each schedule takes at one x; infinite where it refuses.
using Totals = std::vector<double>;

bool isAmongFastest(const Totals& totals, std::size_t schedule) {
    return totals[schedule] <= *std::min_element(totals.begin(), totals.end()) + kRounding;
}

/// The first that is among them.
std::size_t fastestOf(const Totals& totals) {
    std::size_t first = 0;
    while (!isAmongFastest(totals, first)) ++first;
    return first;
}

Totals totalsOf(const Study& study, std::size_t value) {
    Totals totals;
    for (std::size_t s = 0; s < study.series.size(); ++s) {
        const StudyPoint* const point = study.ran(s, value);
        totals.push_back(point ? point->of(Quantity::TotalTime) : std::numeric_limits<double>::infinity());
    }
    return totals;
}

Totals totalsAt(const Study& study, double x) {
    const Scenario scenario = atValue(study.scenario, study.path, x, study.keepRatio);
    Totals totals;
    for (std::size_t s = 0; s < study.series.size(); ++s) {
        const RunResult result = run(scenario, s);
        totals.push_back(result ? toUnits((*result)->metrics.totalTime) : std::numeric_limits<double>::infinity());
    }
    return totals;
}

bool canRunBetween(const Study& study) {
    for (std::size_t s = 0; s < study.series.size(); ++s)
        if (resolve(study.scenario, s).ops() > kMostOpsBetween) return false;
    return true;
}

}  // namespace

std::vector<FastestChange> fastestChanges(const Study& study, const std::stop_token& stop) {
    std::vector<FastestChange> changes;
    if (study.series.empty() || study.values.empty() || !study.isComplete()) return changes;
    const bool isNarrowed = canRunBetween(study), isWhole = isWholePath(study.path);
    const double leastX = (study.values.back() - study.values.front()) / 100;
    std::size_t now = fastestOf(totalsOf(study, 0));
    for (std::size_t value = 1; value < study.values.size(); ++value) {
        double below = study.values[value - 1];
        const Totals after = totalsOf(study, value);
        if (std::isinf(*std::min_element(after.begin(), after.end()))) continue;
        // Several may be the fastest between two values, one after another.
        for (std::size_t turn = 0; !isAmongFastest(after, now) && turn < study.series.size(); ++turn) {
            double above = study.values[value];
            Totals there = after;
            while (isNarrowed && !stop.stop_requested() &&
                   above - below > (isWhole ? 1 : kClose * std::max(std::abs(above), leastX))) {
                const double middle = isWhole ? std::floor((below + above) / 2) : below + (above - below) / 2;
                Totals totals = totalsAt(study, middle);
                if (isAmongFastest(totals, now)) {
                    below = middle;
                } else {
                    above = middle;
                    there = std::move(totals);
                }
            }
            changes.push_back({now, fastestOf(there), below, above});
            now = fastestOf(there);
            below = above;
        }
    }
    return changes;
}

}  // namespace bubblescope
