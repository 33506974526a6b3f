#pragma once

#include "engine/study/study.h"

#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace bubblescope {

/// What steps are compared by: the total time, of a model that of each sequence.
///
/// Units  the user's; infinite where a step refuses, or does not fit into its devices
double comparedTime(const StudyPoint* point);

/// Where along a study of compared times a schedule falls behind another, which is the fastest then: `from` is among
/// the fastest up to x = below, and from x = above on it is not. Unlike WinnerChange it tells the end of a tie.
///
/// Invariants  below < above
struct FastestChange {
    std::size_t from = 0, to = 0;  // schedules
    double below = 0, above = 0;
    bool wereEqual = false;  // both were as fast at all values of the study before, of which there are at least two

    friend bool operator==(const FastestChange&, const FastestChange&) = default;
};

/// In the order of x, beginning with the first schedule that is among the fastest at the first value; of the one that
/// stays so to the end also where those that were equal to it fall behind. Each is as close
/// as runs between the values make it: to 1/10,000 of its x, for whole numbers to neighbours; but where a schedule has
/// more than kMostOpsBetween ops it stays between two values of the study.
///
/// Errors  after a request on `stop` what is known so far
/// Cost    some 20 runs of each schedule a change
/// Thread  any
std::vector<FastestChange> fastestChanges(const Study& study, const std::stop_token& stop = {});
inline constexpr long long kMostOpsBetween = 1'000'000;

/// Between which two values the last step stops to run, or to fit: up to the first one does, from the second on none.
/// Nothing where one does at the last value, or none does at all.
std::optional<std::pair<double, double>> lastThatRuns(const Study& study, const std::stop_token& stop = {});

}  // namespace bubblescope
