#pragma once

#include "engine/sim/timeline.h"

namespace bubblescope {

/// What an op of one kind and stage takes: its own time, and the hop that its input makes between workers.
struct OpCost {
    Time duration = 0;
    Time hop = 0;
};

/// By Op::costIndex(); all zero where the placement is by op, which costByOp() knows.
std::vector<OpCost> opCosts(const Program& program, const Durations& durations);

/// What an op takes in a program that is placed by op.
OpCost costByOp(const Program& program, const Durations& durations, Op op);

/// Completes a timeline whose ends are computed.
void finish(Timeline& timeline, std::shared_ptr<const Program> program, const std::vector<OpCost>& costs);

}  // namespace bubblescope
