#pragma once

#include "engine/sim/costs.h"
#include "engine/sim/timeline.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace bubblescope {

/// Calls visit(row, lag, isStart) for everything that an op waits for besides the previous op on its lane: the end of
/// that row, or its start, plus the lag. In programs whose stages are on one lane each, rows would have to be searched,
/// so this is for other programs.
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

/// The order of a program whose needs are not by stage, whatever the times, as op numbers, or as rows if needs are not
/// explicit. Each op comes after everything it needs, at a point at which it is next on all of its lanes.
///
/// Errors  a deadlock, with the ops that wait for each other; cancelled() after a request on `stop`
/// Cost    proportional to ops and needs: a waiting lane is visited again only when what it waits for has run
Result<Column<std::uint32_t>> orderByNeeds(const Program& program, const std::stop_token& stop,
                                           const Progress& progress);

/// The timeline of such a program, run in that order. `order` is empty if the ops are already in order.
///
/// Errors  cancelled() after a request on `stop`
/// Cost    about 20 ns per op, with explicit needs
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
    Error error;  // the ops that wait for each other, or one that waits for an op that no lane runs
    std::vector<std::size_t>
        circle;  // the lanes of those ops, each waits for one of the following; none if there is none
};

/// Explains why lanes have stopped.
///
/// Shapes  next[lane] is the next row of the lane, or the lane's end if there is none; awaitedBy() is called for these
///         rows, each of which waits for something
Deadlock deadlock(const Program& program, const std::vector<Row>& next, const std::function<Awaited(Row)>& awaitedBy);

}  // namespace bubblescope
