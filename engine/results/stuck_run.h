#pragma once

#include "engine/scenario/scenario.h"
#include "engine/sim/timeline.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// How far an order gets that deadlocks.
///
/// Shapes  the timeline has what ran, followed on their lanes by the ops of the cycle, as if they ran next; their needs
///         are not known. Each op of the cycle waits for one that is queued behind the next
struct StuckRun {
    std::shared_ptr<const Timeline> timeline;
    std::vector<Row> circle;
};

/// Runs `schedules[index]` of a checked scenario as far as it gets. Null if it finishes, has no order, waits for an op
/// that no lane runs, has too many ops for a useful picture, or after a request on `stop`.
///
/// Cost    like run()
/// Thread  any; pure
std::shared_ptr<const StuckRun> stuckRunOf(const Scenario& scenario, std::size_t index,
                                           const std::stop_token& stop = {});

}  // namespace bubblescope
