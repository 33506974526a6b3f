#pragma once

#include "widgets/kit/slim_slider.h"

namespace bubblescope {

struct Parameter;

/// How a parameter's values map to a slider, and how keys step through them. A logarithmic scale from 0 is linear near
/// 0, so that it includes T_C = 0.
///
/// Invariants  minimum < maximum; both are whole for whole numbers
struct ParamScale {
    enum class Kind { Linear, Logarithmic };
    Kind kind = Kind::Linear;
    bool isInteger = false;
    double minimum = 0;
    double maximum = 1;
    double grid = 0.01;  // of linear numbers: dragging rounds to it, an arrow key adds it

    double positionOf(double value) const;
    /// The value at a share of the track, rounded to what a pixel can resolve; a multiple of `snap` unless that is 0.
    double valueAt(double position, double snap = 0) const;
    double stepped(double value, SlimSlider::Step step) const;
    /// The next value that an audience sees as different: of times 1, 1.5, 2, 3, 5, 7, 10; of shares a tenth more.
    double strode(double value, bool isUp) const;
};

/// The scale of a parameter's slider.
ParamScale scaleOf(const Parameter& parameter);

/// `value` rounded to that many significant digits.
double rounded(double value, int digits);

}  // namespace bubblescope
