#pragma once

#include "engine/analysis/lane_sums.h"
#include "engine/analysis/metrics.h"
#include "engine/schedules/resolve.h"

#include <memory>
#include <stop_token>

namespace bubblescope {

/// One schedule of a scenario, run: all that a picture, a table or a chart shows of it.
///
/// Invariants  immutable once made; shared by pointer between threads
/// Units       generateSeconds and simulateSeconds are wall-clock seconds
struct Run {
    ResolvedSchedule schedule;
    std::string title;  // displayTitle()
    Durations durations;
    std::shared_ptr<const Timeline> timeline;
    Metrics metrics;
    std::shared_ptr<const LaneSums> sums;  // for drawing at size; null: pictures walk the ops
    double generateSeconds = 0;
    double simulateSeconds = 0;
};

using RunResult = Result<std::shared_ptr<const Run>>;

/// Runs `schedules[index]` of a checked scenario: order, simulation, metrics.
///
/// Errors  what this schedule refuses (`schedules[2].chunks`: needs an even number...), a deadlock, cancelled()
/// Thread  any; pure but for the timing
RunResult run(const Scenario& scenario, std::size_t index, std::stop_token stop = {});

}  // namespace bubblescope
