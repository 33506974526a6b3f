#pragma once

#include "widgets/kit/slim_slider.h"

namespace bubblescope {

/// How a parameter's values lie along a slider, and how keys step through them. A logarithmic scale from 0
/// is linear near it: T_C = 0 has a place too.
///
/// Invariants  minimum < maximum; whole numbers have whole ends
struct ParamScale {
    enum class Kind { Linear, Logarithmic };
    Kind kind = Kind::Linear;
    bool isInteger = false;
    double minimum = 0;
    double maximum = 1;
    double grid = 0.01;  // linear numbers: what dragging rounds to and an arrow key adds

    double positionOf(double value) const;
    /// The value at a share of the track, rounded to what a pixel can tell apart; whole multiples of `snap`
    /// if it is not 0.
    double valueAt(double position, double snap = 0) const;
    double stepped(double value, SlimSlider::Step step) const;
    /// The next value that a room full of people sees as another one: 1, 1.5, 2, 3, 5, 7, 10 of times, a tenth of
    /// shares.
    double strode(double value, bool isUp) const;
};

/// `value` with that many significant digits.
double rounded(double value, int digits);

}  // namespace bubblescope
