#pragma once

#include "engine/scenario/scenario.h"
#include "engine/sim/timeline.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// How far an order comes that never ends.
///
/// Shapes  the timeline has what ran, and after it on their lanes the ops of the circle, as if they ran next; what its
///         ops need is not known. Each op of the circle waits for one that stands behind the next
struct StuckRun {
    std::shared_ptr<const Timeline> timeline;
    std::vector<Row> circle;
};

/// Runs `schedules[index]` of a checked scenario as far as it comes; null where it ends, has no order at all, waits for
/// what no lane runs, or has more ops than a picture of it is worth, and after a request on `stop`.
///
/// Cost    as run()
/// Thread  any; pure
std::shared_ptr<const StuckRun> stuckRunOf(const Scenario& scenario, std::size_t index,
                                           const std::stop_token& stop = {});

}  // namespace bubblescope
