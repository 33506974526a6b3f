#pragma once

#include "engine/study/run_experiment.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// What is there of each of a plan's points; nothing where it is awaited.
using PointsSoFar = std::span<const std::optional<StudyPoint>>;

/// One series at a place.
struct Standing {
    std::size_t series = 0;
    double value = 0;
    double behind = 0;  // by which share of the best value it is above that; infinite where that is 0

    friend bool operator==(const Standing&, const Standing&) = default;
};

/// How the series that keep within their memory limit stand at one x of one panel: the least is best.
///
/// Shapes      indexes of series; each that was asked for occurs once
/// Invariants  the first `best` of `order` differ by no more than the rounding of doubles: they tie. Ties stand in the
///             plan's order
struct Ranking {
    std::vector<Standing> order;
    std::size_t best = 0;
    std::vector<std::size_t> overLimit, refused, awaited;
    bool isOtherWork = false;  // the values are times of unequal work, of those in `order`

    bool isBest(std::size_t series) const;
    bool isOverLimit(std::size_t series) const;
};

/// The ranking of the series `shown`, ascending, at `place`, whatever its series.
Ranking rankingAt(const ExperimentPlan& plan, PointsSoFar points, PointPlace place, Quantity measure,
                  std::span<const std::size_t> shown);

/// Who wins at one place, and how clearly.
struct WinnerCell {
    enum class State : unsigned char {
        Awaited,    // at least one of the series is
        Refused,    // by all series
        OverLimit,  // all that run hold more than their memory limit
        Won,
    };
    State state = State::Awaited;
    std::size_t winner = 0;    // a series; of those that tie the first
    double margin = 0;         // how far the next is behind; 0: a tie, infinite: there is no other, or the best has 0
    bool isOtherWork = false;  // the values are times of unequal work

    friend bool operator==(const WinnerCell&, const WinnerCell&) = default;
};

/// The winner at every x and panel of one figure.
///
/// Shapes  cells[panel * xs + x]
/// Cost    some nanoseconds a point
std::vector<WinnerCell> winnerMap(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure, Quantity measure,
                                  std::span<const std::size_t> shown);

}  // namespace bubblescope
