#pragma once

#include "engine/program/program.h"
#include "engine/scenario/durations.h"

namespace bubblescope {

/// What an op of one kind and stage takes: its own time, the hop that its input makes between workers, and how long its
/// lane then waits for a send.
struct OpCost {
    Time duration = 0;
    Time hop = 0;
    Time send = 0;
};

/// What the ops of a program take: a number a kind and stage where all of them take the same, which is what simulating
/// pipelines is fast by, else a number an op.
///
/// Shapes  ofKindAndStage[Op::costIndex()], or ofOp[op], by row where needs are not explicit; `hops` between workers,
/// none where lags say it all; pairMore[worker], what two ops that run as one take beyond their sum, or empty
/// Units   micro-units
struct Costs {
    std::vector<OpCost> ofKindAndStage;
    Column<Time> ofOp;
    std::vector<Time> pairMore;
    const Durations* hops = nullptr;  // outlives this
    bool sendsBlock = false;          // whether a lane waits for what it sends

    Time durationOf(const Program& program, Row row) const {
        return ofOp.empty() ? ofKindAndStage[program.ops[row].costIndex()].duration : ofOp[program.needs.opOf(row)];
    }
    Time pairMoreOf(WorkerId worker) const { return pairMore.empty() ? 0 : pairMore[worker.index()]; }
    Time hop(WorkerId from, WorkerId to) const { return hops ? hops->hop(from, to) : 0; }
};

/// The costs of a regular program's forwards and backwards. Fetches take nothing in it: they are no part of a workload.
Costs costsOf(const Program& program, const Durations& durations);

}  // namespace bubblescope
