#pragma once

#include "engine/study/study_axes.h"

namespace bubblescope {

/// The values that a marker on a swept axis can take: whole numbers, multiples of D for MBS where the range has
/// any, hundredths of r, and a round number of T_C that a pixel or two can tell.
struct MarkerSteps {
    std::string axis;
    AxisRange range;
    int devices;

    /// The value nearest to `x`.
    double snapped(double x) const;
    /// One key press further.
    double stepped(double x, bool isUp) const;

private:
    bool isWhole() const;
    bool isTime() const;
};

}  // namespace bubblescope
