#include "engine/analysis/links.h"

namespace bubblescope {

namespace {

/// Lanes on which the worker of `op` computes, one after another.
template <class F>
std::optional<Row> inLanesOf(const Program& program, Op op, F&& search) {
    const WorkerId worker = program.workerOf(op);
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
        if (program.laneWorker[lane] == worker && program.isCompute(LaneId(static_cast<std::int64_t>(lane))))
            if (const std::optional<Row> row = search(program.lanes[lane])) return row;
    return std::nullopt;
}

/// Looks for `op` from `time` backwards: a dependency ran before.
std::optional<Row> findBefore(const Timeline& timeline, Op op, Time time) {
    return inLanesOf(*timeline.program, op, [&](RowRange rows) -> std::optional<Row> {
        Row row = firstStartingAfter(timeline, rows, time);
        while (row-- > rows.begin)
            if (timeline.program->ops[row] == op) return row;
        return std::nullopt;
    });
}

/// Looks for `op` from `time` on: a dependent runs after.
std::optional<Row> findAfter(const Timeline& timeline, Op op, Time time) {
    return inLanesOf(*timeline.program, op, [&](RowRange rows) -> std::optional<Row> {
        for (Row row = firstStartingAfter(timeline, rows, time - 1); row < rows.end; ++row)
            if (timeline.program->ops[row] == op) return row;
        return std::nullopt;
    });
}

}  // namespace

std::optional<Row> dependencyOf(const Timeline& timeline, Row row) {
    const auto needed = dataDependency(*timeline.program, timeline.program->ops[row]);
    if (!needed) return std::nullopt;
    return findBefore(timeline, *needed, timeline.startOf(row));
}

std::optional<Row> fetchOf(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    const LaneId lane = program.laneOf(row), fetches(lane.value + 1);
    if (!program.isCompute(lane) || fetches.index() == program.lanes.size() || program.isCompute(fetches))
        return std::nullopt;
    const std::optional<Row> input = dependencyOf(timeline, row);
    const Time earliest = input ? timeline.end[*input] : timeline.earliestStart;
    const RowRange rows = program.lanes[fetches.index()];
    for (Row fetch = firstStartingAfter(timeline, rows, timeline.startOf(row));
         fetch-- > rows.begin && timeline.startOf(fetch) >= earliest;)
        if (program.ops[fetch] == program.ops[row]) return fetch;
    return std::nullopt;
}

std::vector<Row> dependentsOf(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    const Op op = program.ops[row];
    const int stage = op.stage().value, microbatch = op.microbatch().value;
    const OpKind backward = program.split ? OpKind::BackwardInput : OpKind::Backward;
    std::vector<Op> candidates;
    if (!program.isCompute(program.laneOf(row))) {
        candidates.push_back(op);  // whose weights it fetches
    } else if (op.kind() == OpKind::Forward) {
        const bool last = stage + 1 == program.stages;
        candidates.push_back(last ? Op(backward, stage, microbatch) : Op(OpKind::Forward, stage + 1, microbatch));
    } else if (op.kind() == backward) {
        if (stage > 0) candidates.push_back(Op(backward, stage - 1, microbatch));
        if (program.split) candidates.push_back(Op(OpKind::BackwardWeight, stage, microbatch));
    }
    std::vector<Row> rows;
    for (const Op candidate : candidates)
        if (const auto found = findAfter(timeline, candidate, timeline.end[row])) rows.push_back(*found);
    return rows;
}

std::vector<Row> dependencyChain(const Timeline& timeline, Row row) {
    std::vector<Row> chain{row};
    while (const auto needed = dependencyOf(timeline, chain.back())) chain.push_back(*needed);
    return chain;
}

}  // namespace bubblescope
