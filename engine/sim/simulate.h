#pragma once

#include "engine/sim/costs.h"
#include "engine/sim/timeline.h"

#include <stop_token>

namespace bubblescope {

/// Runs a program: every lane in its order, every op as early as its lanes and its needs allow (model.md §4).
///
/// Errors  a deadlock, with the ops that wait for each other; cancelled() after a request on `stop`
/// Cost    about 5 ns and 4 bytes of scratch an op; where needs are not by stage some ten times that
/// Thread  any; pure
Result<std::shared_ptr<const Timeline>> simulate(std::shared_ptr<const Program> program, const Costs& costs,
                                                 std::stop_token stop = {}, const Progress& progress = {});

/// Completes a timeline whose ends, and starts if it is to have its own, are computed.
void finish(Timeline& timeline, std::shared_ptr<const Program> program, const Costs& costs);

}  // namespace bubblescope
