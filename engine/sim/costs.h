#pragma once

#include "engine/program/program.h"
#include "engine/scenario/durations.h"

namespace bubblescope {

/// The cost of an op of one kind and stage: its own time, the hop of its input between workers, and how long its lane
/// then waits for a send.
struct OpCost {
    Time duration = 0;
    Time hop = 0;
    Time send = 0;
};

/// The costs of a program's ops. One value per kind and stage if all ops of a kind and stage take the same time, which
/// makes simulating pipelines fast; otherwise one value per op.
///
/// Shapes  ofKindAndStage[Op::costIndex()], or ofOp[op], indexed by row if needs are not explicit; `hops` between
///         workers, null if lags cover all transfers; pairMore[worker]: how much longer a fused pair is than the sum of
///         its ops, or empty
/// Units   micro-units
struct Costs {
    std::vector<OpCost> ofKindAndStage;
    Column<Time> ofOp;
    std::vector<Time> pairMore;
    const Durations* hops = nullptr;  // must outlive this
    bool sendsBlock = false;          // whether a lane waits until its result has been sent

    Time durationOf(const Program& program, Row row) const {
        return ofOp.empty() ? ofKindAndStage[program.ops[row].costIndex()].duration : ofOp[program.needs.opOf(row)];
    }
    Time pairMoreOf(WorkerId worker) const { return pairMore.empty() ? 0 : pairMore[worker.index()]; }
    Time hop(WorkerId from, WorkerId to) const { return hops ? hops->hop(from, to) : 0; }
};

/// The costs of a regular program's forwards and backwards. Fetches take no time, because a workload has no fetch time.
Costs costsOf(const Program& program, const Durations& durations);

}  // namespace bubblescope
