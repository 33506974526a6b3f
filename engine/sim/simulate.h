#pragma once

#include "engine/sim/costs.h"
#include "engine/sim/timeline.h"

#include <stop_token>

namespace bubblescope {

/// How far a deadlocked program came whose needs are by stage.
///
/// Shapes  next[lane]: the row that waits there, or the lane's end if all have run; circle: the lanes of a cycle, whose
///         rows wait for each other, empty if one waits for an op that no lane runs. In the timeline, only the rows
///         before these are set
struct Standstill {
    std::shared_ptr<const Timeline> timeline;
    std::vector<Row> next;
    std::vector<std::size_t> circle;
};

/// Runs a program: every lane in its order, every op as early as its lanes and its needs allow (model.md §4).
///
/// Errors  a deadlock, with the ops that wait for each other, and in `standstill`, if given, how far they came;
///         cancelled() after a request on `stop`
/// Cost    about 5 ns and 4 bytes of scratch per op; about ten times that if needs are not by stage
/// Thread  any; pure
Result<std::shared_ptr<const Timeline>> simulate(std::shared_ptr<const Program> program, const Costs& costs,
                                                 std::stop_token stop = {}, const Progress& progress = {},
                                                 Standstill* standstill = nullptr);

/// Completes a timeline whose ends, and starts if it has its own, are already computed.
void finish(Timeline& timeline, std::shared_ptr<const Program> program, const Costs& costs);

}  // namespace bubblescope
