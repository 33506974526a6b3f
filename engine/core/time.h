#pragma once

#include <cmath>
#include <cstdint>

namespace bubblescope {

/// A point in time or a duration.
///
/// Units       micro-units: 10^-6 of the scenario's time unit (`time_unit`)
/// Invariants  integer, so equal times are equal and every sum is exact; a scenario whose times could add up to more
///             than kMaxTime is refused before anything is simulated
using Time = std::int64_t;

inline constexpr double kMicroUnits = 1e6;
inline constexpr Time kMaxTime = Time{1} << 62;

/// Rounds a time in the user's unit to micro-units, half away from zero. The caller has checked the range of `units`.
inline Time toTime(double units) {
    const double exact = units * kMicroUnits;
    const auto whole = static_cast<Time>(exact);  // std::llround() takes five times as long
    const double rest = exact - static_cast<double>(whole);
    return whole + (rest >= 0.5) - (rest <= -0.5);
}

/// A time in the user's unit.
inline double toUnits(Time time) { return static_cast<double>(time) / kMicroUnits; }

}  // namespace bubblescope
