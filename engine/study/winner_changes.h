#pragma once

#include "engine/study/winner_ranking.h"

namespace bubblescope {

/// A place along x, in one panel and for one measure, where the winner changes: series `from` is best (least) up to
/// x = below, `to` from x = above on. Who wins in between is not known.
///
/// Invariants  below < above; from != to
struct WinnerChange {
    std::size_t figure = 0, panel = 0;
    Quantity measure = Quantity::BubbleRatio;
    std::size_t from = 0, to = 0;  // series
    double below = 0, above = 0;   // values of x
    bool fromGoesOver = false;     // at `above` it holds more than its memory limit
    bool toWasOver = false;        // at `below` it did
    bool isOtherWork = false;      // the values are times of unequal work, at `below` or at `above`

    friend bool operator==(const WinnerChange&, const WinnerChange&) = default;
};

/// The changes of the winner among the series `shown`, between values of x that are there, ascending in x. A tie is no
/// change: while the former winner is among the best, it stays. A series that refuses, or holds more than its memory
/// limit, is no candidate. Where one is awaited nobody is known to win, and no change leads over it.
std::vector<WinnerChange> winnerChanges(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure,
                                        std::size_t panel, Quantity measure, std::span<const std::size_t> shown);

/// The same change as close as it can be had, from runs at values between: mostly one change again, several where
/// others win in between. Each is then narrower than 1/10,000 of its x and of the axis, for whole keys between
/// neighbours. A bracket stays as it is where a formula gives no value inside it, a series that runs at both its ends
/// refuses there, or nobody keeps within the memory limit.
///
/// Shapes      the first is from `from`, the last to `to`, each from where the one before led; at the upper end of
///             `change` the last of them may still tie with `to`
/// Invariants  does not depend on the number of threads
/// Errors      after a request on `stop` what is known so far
/// Cost        some 10 to 25 runs of each series
std::vector<WinnerChange> refined(const ExperimentPlan& plan, const WinnerChange& change,
                                  std::span<const std::size_t> shown, std::stop_token stop = {},
                                  const StudyResources& resources = {});

/// Those of a whole figure, by panel and measure: all that winnerChanges() finds there.
std::vector<WinnerChange> winnerChangesIn(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure,
                                          std::span<const std::size_t> shown);

/// Each of them refined(), but where a step closer takes runs of more than kMaxRefinedOps ops.
///
/// Errors  after a request on `stop` what is known so far
std::vector<WinnerChange> refinedAll(const ExperimentPlan& plan, std::span<const WinnerChange> changes,
                                     std::span<const std::size_t> shown, std::stop_token stop = {});
inline constexpr long long kMaxRefinedOps = 4'000'000;

}  // namespace bubblescope
