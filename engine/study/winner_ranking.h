#pragma once

#include "engine/study/run_experiment.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// The result of each of a plan's points; nothing while it is awaited.
using PointsSoFar = std::span<const std::optional<StudyPoint>>;

/// One series at a place.
struct Standing {
    std::size_t series = 0;
    double value = 0;
    double behind = 0;  // relative to the best value; infinite if that is 0

    friend bool operator==(const Standing&, const Standing&) = default;
};

/// The ranking of the series within their memory limit at one x of one panel; the least is best.
///
/// Shapes      indexes of series; each requested series occurs once
/// Invariants  the first `best` of `order` tie: they differ by no more than the rounding of doubles. Ties keep the
///             plan's order
struct Ranking {
    std::vector<Standing> order;
    std::size_t best = 0;
    std::vector<std::size_t> overLimit, refused, awaited;
    bool isOtherWork = false;  // the values in `order` are times of unequal work

    bool isBest(std::size_t series) const;
    bool isOverLimit(std::size_t series) const;
};

/// The ranking of the series `shown`, ascending, at `place`, whatever its series.
Ranking rankingAt(const ExperimentPlan& plan, PointsSoFar points, PointPlace place, Quantity measure,
                  std::span<const std::size_t> shown);

/// The winner at one place, and by how much.
struct WinnerCell {
    enum class State : unsigned char {
        Awaited,    // at least one of the series is awaited
        Refused,    // all series refuse
        OverLimit,  // all that run exceed their memory limit
        Won,
    };
    State state = State::Awaited;
    std::size_t winner = 0;    // a series; the first of those that tie
    double margin = 0;         // of the next one; 0: a tie; infinite: there is no other, or the best has 0
    bool isOtherWork = false;  // the values are times of unequal work

    friend bool operator==(const WinnerCell&, const WinnerCell&) = default;
};

/// The winner at every x and panel of one figure.
///
/// Shapes  cells[panel * xs + x]
/// Cost    a few nanoseconds per point
std::vector<WinnerCell> winnerMap(const ExperimentPlan& plan, PointsSoFar points, std::size_t figure, Quantity measure,
                                  std::span<const std::size_t> shown);

}  // namespace bubblescope
