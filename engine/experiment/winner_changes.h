#pragma once

#include "engine/experiment/experiment.h"

namespace bubblescope {

/// A place along x, in one panel and for one measure, where the winner changes: series `from` is best (least) up to
/// x = below, `to` from x = above on. Who wins in between is not known.
///
/// Invariants  below < above; from != to
struct WinnerChange {
    std::size_t figure = 0, panel = 0;
    Measure measure = Measure::BubbleRatio;
    std::size_t from = 0, to = 0;  // series
    double below = 0, above = 0;   // values of x

    friend bool operator==(const WinnerChange&, const WinnerChange&) = default;
};

}  // namespace bubblescope
