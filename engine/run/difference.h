#pragma once

#include "engine/run/run.h"

#include <array>
#include <vector>

namespace bubblescope {

/// How one run differs from another that it is held against: its own numbers minus the other's.
///
/// Shapes  workers: those that both have
/// Units   times in micro-units; bubble in points (0.01 is one point), by BubbleKind; relativeTime as a share of the
///         other's total time, of one microbatch where the two run different numbers of them; activations as in Metrics
struct Difference {
    struct Worker {
        Time end = 0;  // of its last op, counted from the start of its run
        Time busy = 0, idle = 0;
        Time idleWarmup = 0, idleWaiting = 0, idleCooldown = 0;
        double peakActivations = 0;

        friend bool operator==(const Worker&, const Worker&) = default;
    };
    Time totalTime = 0;
    double relativeTime = 0;
    bool perMicrobatch = false;
    std::array<double, 4> bubble{};
    double peakActivations = 0;
    std::vector<Worker> workers;

    double bubbleOf(BubbleKind kind) const { return bubble[static_cast<std::size_t>(kind)]; }
};

/// Cost  follows the number of workers
Difference differenceOf(const Run& run, const Run& other);

}  // namespace bubblescope
