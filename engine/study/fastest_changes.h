#pragma once

#include "engine/study/study.h"

#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace bubblescope {

/// What steps are compared by: the total time or, with a model, the time per sequence.
///
/// Units  the user's; infinite if a step refuses to run or does not fit in memory
double comparedTime(const StudyPoint* point);

/// A place in a study of compared times where a schedule falls behind another, which is the fastest from there on.
/// `from` is among the fastest up to x = below, and no longer from x = above on. Unlike WinnerChange, this includes the
/// end of a tie.
///
/// Invariants  below < above
struct FastestChange {
    std::size_t from = 0, to = 0;  // schedules
    double below = 0, above = 0;
    bool wereEqual = false;  // both were equally fast at all earlier values, of which there are at least two
    std::vector<std::size_t> fastest = {};  // all that are at `above`, or at the next value

    friend bool operator==(const FastestChange&, const FastestChange&) = default;
};

/// The changes in the order of x, starting with the first schedule that is among the fastest at the first value. For
/// the one that stays the fastest to the end, also the places where schedules equal to it fall behind. Runs between the
/// values narrow each change to 1/10,000 of its x, or to neighbours for whole numbers; if a schedule has more than
/// kMostOpsBetween ops, the change stays between two values of the study.
///
/// Errors  after a request on `stop`, returns what is known so far
/// Cost    about 20 runs of each schedule per change
/// Thread  any
std::vector<FastestChange> fastestChanges(const Study& study, const std::stop_token& stop = {});
inline constexpr long long kMostOpsBetween = 1'000'000;

/// The two values between which the last step stops running or fitting in memory: it does at the first, and none does
/// from the second on. Nothing if one does at the last value, or none does at all.
std::optional<std::pair<double, double>> lastThatRuns(const Study& study, const std::stop_token& stop = {});

}  // namespace bubblescope
