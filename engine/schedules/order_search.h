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

/// An order that is sought: of F, I and W of a line of devices (one chunk) or of a wave of two chunks, that never holds
/// more than `memoryLimit`, and whose longest time from a device's first start to its last end is short.
///
/// Units  memoryLimit in activations of one microbatch on one device; effort in seconds of one core of the machine that
///        kStepsPerSecond was measured on: it is spent in steps that are counted, and not by the clock
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
    Time bound = 0;  // no order under the limit has a shorter longest span

    bool isBest() const { return longestSpan == bound; }
};

/// Finds an order: the same one for the same question, on every machine. `onBetter` is told of each that is better than
/// those before it, in the thread that asks.
///
/// Errors  `memory_limit`: no order holds so little; cancelled()
/// Cost    at most the effort, but where that is not enough for a single order of many ops: some 20 ns an op
Result<FoundOrder> searchOrder(const OrderQuestion& question, const std::stop_token& stop = {},
                               const Progress& progress = {},
                               const std::function<void(const FoundOrder&)>& onBetter = {});

/// What a search holds of an op at most, in bytes; 0 for kinds that seek no order.
std::uint64_t bytesPerSoughtOp(const ResolvedSchedule& schedule);

/// Refuses a limit under which there is no order.
Result<void> checkLimit(int chunks, const Holding& holding, std::optional<double> limit);

/// Steps that a core does in a second: the run of one op. Measured in 2026 on one core at 2.x GHz.
inline constexpr double kStepsPerSecond = 1.2e8;

}  // namespace bubblescope
