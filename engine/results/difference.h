#pragma once

#include "engine/results/quantities.h"

#include <array>
#include <vector>

namespace bubblescope {

/// How one run differs from another that it is held against: its own numbers minus the other's.
///
/// Units   ratios in points (0.01 is one point); relativeTime as a share of the
///         other's total time, of one microbatch or sequence where the two run different numbers of them
struct Difference {
    double relativeTime = 0;
    std::optional<WorkOf> per;                    // of which that is, where the two run different numbers of them
    std::array<double, kRunQuantities> values{};  // by Quantity, as people know them; NaN where either has none

    double of(Quantity quantity) const { return values[static_cast<std::size_t>(quantity)]; }
};

/// Cost  follows the number of workers
Difference differenceOf(const Run& run, const Run& other);

/// The same of one worker that both have. Whole numbers, as times are, differ exactly.
QuantityValue workerDifference(Quantity quantity, const Run& run, const Run& other, std::size_t worker);

}  // namespace bubblescope
