#pragma once

#include "engine/sim/costs.h"
#include "engine/sim/timeline.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace bubblescope {

/// Calls visit(row, lag, isStart) for everything that an op waits for beside its turn: the end of that row, or its
/// start, and so much more time. Programs whose stages stand on one lane each have to look for rows, so this is for the
/// others.
template <class Visit>
void forEachNeed(const Program& program, const Costs& costs, Row row, Visit visit) {
    if (program.needs.isExplicit()) {
        program.needs.forEachEdge(program.needs.opOf(row), visit);
        return;
    }
    const Op op = program.ops[row];
    const auto find = [&](const std::optional<Needed>& needed, bool isFetch) {
        if (!needed) return;
        const OpKind kinds[] = {isFetch ? OpKind::FetchForward : OpKind::Forward,
                                isFetch ? OpKind::FetchBackward : OpKind::Backward};
        for (const OpKind kind : kinds) {
            if (!needed->kinds.has(kind)) continue;
            const auto from = findOp(program, Op(kind, needed->stage, op.microbatch().value));
            if (!from) continue;
            const bool hops = needed->isTransferred;
            visit(*from, hops ? costs.hop(program.workerOfRow(*from), program.workerOfRow(row)) : 0, false);
        }
    };
    find(neededBy(op.kind(), op.stage().value, program.stages), false);
    if (program.kinds.has(OpKind::FetchForward)) find(fetchFor(op.kind(), op.stage().value), true);
}

/// The ops of a program whose needs are not by stage, by number, or by row where these are not explicit, whatever the
/// times: each after all that it needs, and when it is first on all of its lanes.
///
/// Errors  a deadlock, with the ops that wait for each other; cancelled() after a request on `stop`
/// Cost    follows ops and needs: a lane that waits is looked at again only when what it waits for has run
Result<Column<std::uint32_t>> orderByNeeds(const Program& program, const std::stop_token& stop,
                                           const Progress& progress);

/// The timeline of such a program, run in that order: none where needs say that ops stand in one.
///
/// Errors  cancelled() after a request on `stop`
/// Cost    some 20 ns an op, with explicit needs
Result<std::shared_ptr<const Timeline>> runInOrder(std::shared_ptr<const Program> program,
                                                   std::span<const std::uint32_t> order, const Costs& costs,
                                                   const std::stop_token& stop, const Progress& progress);

/// What an op waits for that has not run.
struct Awaited {
    Op op;
    std::optional<Row> row;  // none if no lane runs it
};

/// Why none of the lanes' next ops can run.
struct Deadlock {
    Error error;  // the ops that wait for each other, or one that waits for what no lane runs
    std::vector<std::size_t>
        circle;  // the lanes of those ops, each waits for one of the following; none if there is none
};

/// What lanes wait for that have stopped.
///
/// Shapes  next[lane] is the row that is next there, the lane's end if none is; awaitedBy() is asked of such rows, each
///         of which waits for something
Deadlock deadlock(const Program& program, const std::vector<Row>& next, const std::function<Awaited(Row)>& awaitedBy);

}  // namespace bubblescope
