#pragma once

#include "engine/results/quantities.h"

#include <array>
#include <vector>

namespace bubblescope {

/// How a run differs from another one that it is compared with: its numbers minus the other's.
///
/// Units   ratios in points (0.01 is one point); relativeTime as a share of the other's total time, per microbatch or
///         sequence if the two runs have different numbers of them
struct Difference {
    double relativeTime = 0;
    std::optional<WorkOf> per;                    // relativeTime is per one of these, if their numbers differ
    std::array<double, kRunQuantities> values{};  // by Quantity, as the user sees them; NaN if either run has none

    double of(Quantity quantity) const { return values[static_cast<std::size_t>(quantity)]; }
};

/// Cost  grows with the number of workers
Difference differenceOf(const Run& run, const Run& other);

/// The same for one worker that both have. Whole numbers, such as times, differ exactly.
QuantityValue workerDifference(Quantity quantity, const Run& run, const Run& other, std::size_t worker);

}  // namespace bubblescope
