#pragma once

#include "engine/sim/costs.h"
#include "engine/sim/timeline.h"

#include <stop_token>

namespace bubblescope {

/// How far a deadlocked program came whose needs are by stage.
///
/// Shapes  next[lane]: the row that waits there, its end where all has run; circle: the lanes whose rows wait for each
///         other, none where one waits for what no lane runs. The timeline knows the rows before these alone
struct Standstill {
    std::shared_ptr<const Timeline> timeline;
    std::vector<Row> next;
    std::vector<std::size_t> circle;
};

/// Runs a program: every lane in its order, every op as early as its lanes and its needs allow (model.md §4).
///
/// Errors  a deadlock, with the ops that wait for each other, and `standstill`, if given, how far they came;
///         cancelled() after a request on `stop`
/// Cost    about 5 ns and 4 bytes of scratch an op; where needs are not by stage some ten times that
/// Thread  any; pure
Result<std::shared_ptr<const Timeline>> simulate(std::shared_ptr<const Program> program, const Costs& costs,
                                                 std::stop_token stop = {}, const Progress& progress = {},
                                                 Standstill* standstill = nullptr);

/// Completes a timeline whose ends, and starts if it is to have its own, are computed.
void finish(Timeline& timeline, std::shared_ptr<const Program> program, const Costs& costs);

}  // namespace bubblescope
