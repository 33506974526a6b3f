#pragma once

#include "engine/analysis/links.h"
#include "engine/scenario/durations.h"
#include "engine/sim/simulate.h"
#include "tests/engine/two_directions.h"

#include "tests/engine/explicit_program.h"

#include <algorithm>
#include <string>

// Programs that are not pipelines of one direction, for tests of code that accepts any program.

namespace bubblescope::test {

constexpr Time kUnit = 1'000'000;

/// Two ranks, each with a forward (rank 1's is longer), an all-reduce of both on their comm lanes, a gather that can
/// start when the backward has started, and an optimizer that waits for both and a lag.
struct TwoRanks {
    TwoRanks() {
        for (int rank = 0; rank < 2; ++rank) {
            compute[rank] = made.addLane(rank, Role::Compute, 3);
            comm[rank] = made.addLane(rank, Role::Collective, 2);
        }
        for (int rank = 0; rank < 2; ++rank) {
            forward[rank] = made.add(Op(OpKind::Forward, 0, 0), (10 + 5 * rank) * kUnit, {compute[rank]});
            backward[rank] = made.add(Op(OpKind::Backward, 0, 0), 20 * kUnit, {compute[rank]});
        }
        reduce = made.add(Op(OpKind::FetchBackward, 0, 0), 7 * kUnit, {comm[0], comm[1]});
        gather = made.add(Op(OpKind::FetchForward, 0, 0), 4 * kUnit, {comm[0]});
        made.need(reduce, forward[0]);
        made.need(reduce, forward[1]);
        made.need(gather, backward[0], 2 * kUnit, true);
        for (int rank = 0; rank < 2; ++rank) {
            step[rank] = made.add(Op(OpKind::BackwardWeight, 0, 0), 3 * kUnit, {compute[rank]});
            made.need(step[rank], reduce, 9 * kUnit);
        }
        program = std::make_shared<const Program>(made.program());
        costs.ofOp = made.durations();
        reduceOfOther = membersOf(*program, reduce).back();
    }
    ExplicitProgram made;
    LaneId compute[2], comm[2];
    Row forward[2], backward[2], step[2], reduce = 0, reduceOfOther = 0, gather = 0;
    std::shared_ptr<const Program> program;
    Costs costs;
};

/// D = 2, MBS = 2: device 0 runs F0, the pair (F1 B0), B1.
inline Program pairs() {
    Program program = emptyProgram(Placement::Loop, 2, 1, 2, false);
    program.hasPairs = true;
    const auto f = [](int stage, int microbatch) { return Op(OpKind::Forward, stage, microbatch); };
    const auto b = [](int stage, int microbatch) { return Op(OpKind::Backward, stage, microbatch); };
    const auto set = [&](int device, std::initializer_list<Op> ops) {
        std::copy(ops.begin(), ops.end(), program.lane(LaneId(device)).begin());
    };
    set(0, {f(0, 0), f(0, 1).opening(), b(0, 0).closing(), b(0, 1)});
    set(1, {f(1, 0), b(1, 0), f(1, 1), b(1, 1)});
    return program;
}

/// F takes 1, B takes 2, a transfer takes half a unit.
inline Durations pairDurations() {
    Workload workload;
    workload.devices = 2;
    workload.chunks = 1;
    workload.forward = 1.0;
    workload.backward = 2.0;
    workload.comm = 0.5;
    return toDurations(workload);
}

/// An op as a trace records it.
struct RecordedOp {
    std::size_t lane = 0;
    Time start = 0, end = 0;
    std::string name;
    OpKind kind = OpKind::Forward;
};

/// A timeline that was not simulated.
///
/// Shapes  names[stage]: ops with one name belong to one stage, and their microbatches number them
struct Recording {
    std::shared_ptr<const Timeline> timeline;
    std::vector<std::string> names;
};

/// One lane per worker; the ops of a lane are in the order in which they ran.
inline Recording recorded(const std::vector<std::pair<int, Role>>& lanes, const std::vector<RecordedOp>& ops) {
    Recording recording;
    auto program = std::make_shared<Program>();
    std::size_t end = 0;
    std::vector<Row> next;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const auto rows = std::count_if(ops.begin(), ops.end(), [&](const RecordedOp& op) { return op.lane == lane; });
        addLane(*program, WorkerId(lanes[lane].first), lanes[lane].second, static_cast<std::size_t>(rows), end);
        program->workers = std::max(program->workers, lanes[lane].first + 1);
        next.push_back(program->lanes.back().begin);
    }
    program->ops = Column<Op>(end);
    Timeline timeline;
    timeline.start = timeline.end = Column<Time>(end);
    std::vector<int> seen;
    for (const RecordedOp& op : ops) {
        const auto known = std::find(recording.names.begin(), recording.names.end(), op.name);
        const auto stage = static_cast<std::size_t>(known - recording.names.begin());
        if (known == recording.names.end()) recording.names.push_back(op.name);
        seen.resize(recording.names.size(), 0);
        const Row row = next[op.lane]++;
        program->kinds.add(op.kind);
        program->ops[row] = Op(op.kind, static_cast<std::int64_t>(stage), seen[stage]++);
        program->microbatches = std::max(program->microbatches, seen[stage]);
        timeline.start[row] = op.start;
        timeline.end[row] = op.end;
    }
    program->stages = static_cast<int>(recording.names.size());
    finish(timeline, std::move(program), {});
    recording.timeline = std::make_shared<const Timeline>(std::move(timeline));
    return recording;
}

/// Two workers: one runs from 5 to 9 and from 12 to 20, the other from 7 to 15.
inline Recording twoLanesRecorded() {
    return recorded({{0, Role::Compute}, {1, Role::Compute}},
                    {{0, 5, 9, "load"}, {0, 12, 20, "attention", OpKind::Backward}, {1, 7, 15, "load"}});
}

}  // namespace bubblescope::test
