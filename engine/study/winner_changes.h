#pragma once

#include "engine/study/winner_ranking.h"

namespace bubblescope {

/// A place along x, in one panel and for one measure, where the winner changes: series `from` is best (least) up to
/// x = below, `to` from x = above on. The winner in between is not known.
///
/// Invariants  below < above; from != to
struct WinnerChange {
    std::size_t figure = 0, panel = 0;
    Quantity measure = Quantity::BubbleRatio;
    std::size_t from = 0, to = 0;  // series
    double below = 0, above = 0;   // values of x
    bool fromGoesOver = false;     // at `above` it exceeds its memory limit
    bool toWasOver = false;        // at `below` it did
    bool isOtherWork = false;      // the values are times of unequal work, at `below` or `above`

    friend bool operator==(const WinnerChange&, const WinnerChange&) = default;
};

/// The changes of the winner among the series `shown`, between the computed values of x, ascending in x. A tie is not a
/// change: the former winner stays while it is among the best. A series that refuses or exceeds its memory limit cannot
/// win. Where a series is awaited, no winner is known, and no change spans that value.
std::vector<WinnerChange> winnerChanges(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure,
                                        std::size_t panel, Quantity measure, std::span<const std::size_t> shown);

/// The same change, narrowed by runs at values between: usually one change, several if others win in between. Each is
/// then narrower than 1/10,000 of its x and of the axis, or lies between neighbours for whole keys. A bracket is not
/// narrowed if a formula gives no value inside it, if a series that runs at both its ends refuses there, or if no
/// series fits the memory limit.
///
/// Shapes      the first change is from `from`, the last to `to`, each from where the previous one led; at the upper
///             end of `change`, the last one may still tie with `to`
/// Invariants  does not depend on the number of threads
/// Errors      after a request on `stop`, returns what is known so far
/// Cost        about 10 to 25 runs of each series
std::vector<WinnerChange> refined(const ExperimentPlan& plan, const WinnerChange& change,
                                  std::span<const std::size_t> shown, std::stop_token stop = {},
                                  const StudyResources& resources = {});

/// The changes of a whole figure, by panel and measure: all that winnerChanges() finds there.
std::vector<WinnerChange> winnerChangesIn(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure,
                                          std::span<const std::size_t> shown);

/// Each change refined(), except where one more step needs runs of more than kMaxRefinedOps ops.
///
/// Errors  after a request on `stop`, returns what is known so far
std::vector<WinnerChange> refinedAll(const ExperimentPlan& plan, std::span<const WinnerChange> changes,
                                     std::span<const std::size_t> shown, std::stop_token stop = {});
inline constexpr long long kMaxRefinedOps = 4'000'000;

}  // namespace bubblescope
