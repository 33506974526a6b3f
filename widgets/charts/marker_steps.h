#pragma once

#include "engine/study/study_axes.h"

namespace bubblescope {

/// The values that a marker on a swept axis snaps to: whole numbers, multiples of D for MBS if the range has any,
/// hundredths of r, and round values of T_C that are a pixel or two apart.
struct MarkerSteps {
    ScenarioPath axis;
    AxisRange range;
    int devices;

    /// The value nearest to `x`.
    double snapped(double x) const;
    /// The value after one key press.
    double stepped(double x, bool isUp) const;
};

}  // namespace bubblescope
