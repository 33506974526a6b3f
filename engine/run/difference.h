#pragma once

#include "engine/run/quantities.h"

#include <array>
#include <vector>

namespace bubblescope {

/// How one run differs from another that it is held against: its own numbers minus the other's.
///
/// Shapes  workers: those that both have
/// Units   times of workers in micro-units; ratios in points (0.01 is one point); relativeTime as a share of the
///         other's total time, of one microbatch where the two run different numbers of them
struct Difference {
    struct Worker {
        Time end = 0;  // of its last op, counted from the start of its run
        Time busy = 0, idle = 0;
        Time idleWarmup = 0, idleWaiting = 0, idleCooldown = 0;
        double peakActivations = 0;

        friend bool operator==(const Worker&, const Worker&) = default;
    };
    double relativeTime = 0;
    bool perMicrobatch = false;
    std::array<double, kRunQuantities> values{};  // by Quantity, as people know them; NaN where either has none
    std::vector<Worker> workers;

    double of(Quantity quantity) const { return values[static_cast<std::size_t>(quantity)]; }
};

/// Cost  follows the number of workers
Difference differenceOf(const Run& run, const Run& other);

}  // namespace bubblescope
