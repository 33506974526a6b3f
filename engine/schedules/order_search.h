#pragma once

#include "engine/analysis/metrics.h"
#include "engine/core/progress.h"
#include "engine/program/program.h"
#include "engine/scenario/durations.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace bubblescope {

struct ResolvedSchedule;

/// The question of a search: an order of F, I and W on a line of devices (one chunk) or on a wave of two chunks, that
/// never needs more memory than `memoryLimit`, and that makes the longest time from a device's first start to its last
/// end short.
///
/// Units  memoryLimit in activations of one microbatch on one device; effort in seconds of one core of the machine on
///        which kStepsPerSecond was measured. Effort is spent in counted steps, not by the clock
struct OrderQuestion {
    int devices = 1, chunks = 1, microbatches = 1;
    Durations durations;
    Holding holding;
    std::optional<double> memoryLimit;
    double effort = 1;
    int seed = 0;
};

/// Units  micro-units
struct FoundOrder {
    Program program;
    Time longestSpan = 0;
    Time bound = 0;  // no order within the limit has a shorter longest span

    bool isBest() const { return longestSpan == bound; }
};

/// Finds an order: the same one for the same question, on every machine. Calls `onBetter` for each order that is better
/// than those before it, in the calling thread.
///
/// Errors  at `memory_limit`: no order fits; cancelled()
/// Cost    at most the effort, unless that is not enough for a single order of many ops: about 20 ns per op
Result<FoundOrder> searchOrder(const OrderQuestion& question, const std::stop_token& stop = {},
                               const Progress& progress = {},
                               const std::function<void(const FoundOrder&)>& onBetter = {});

/// The most memory that a search needs per op, in bytes; 0 for kinds that do not search.
std::uint64_t bytesPerSoughtOp(const ResolvedSchedule& schedule);

/// Refuses a limit in which no order fits.
Result<void> checkLimit(int chunks, const Holding& holding, std::optional<double> limit);

/// The number of steps, each the run of one op, that a core executes per second. Measured in 2026 on one core at 2.x
/// GHz.
inline constexpr double kStepsPerSecond = 1.2e8;

}  // namespace bubblescope
