#pragma once

#include "engine/core/column.h"
#include "engine/core/time.h"
#include "engine/program/lane.h"
#include "engine/program/op.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// What ops wait for beside their turn on a lane, in one of two forms, or not known.
///
/// Regular: the rule of model.md §2, for every microbatch alike. F(s) waits for F(s-1), the backward of the last stage
/// for its forward, B(s) for B(s+1), W for its own input half; I stands for B. A forward or backward waits for its
/// fetch, if there is one, and a fetch for what its op waits for. Nothing is stored but where to find an op: the lane
/// of its stage, or where stages have none the row of each step.
///
/// Explicit: edges of each row, and which rows are one op on several lanes.
///
/// Neither: nobody knows, as of a timeline that was recorded.
///
/// Shapes      laneOfStage[stage], of programs whose stages stand on one lane each;
///             rowOfStep[microbatch * 2S + step] of others, steps along F0..F(S-1), B(S-1)..B0;
///             firstEdge[row], one more than rows; edges in its order; nextMember[row], empty if no op has several
///             order[op], one row of each op, what it needs before it; empty where who made them did not know one
/// Units       lags in micro-units
/// Invariants  one form at most. nextMember leads around the rows of one op; a row that is an op of its own leads to
/// itself.
///             All members have the edges of all, on any of them
struct Needs {
    struct Edge {
        std::uint32_t row = 0;  // that must have run
        bool isStart = false;   // or only have started
        Time lag = 0;           // after that
    };
    std::vector<LaneId> laneOfStage;
    Column<std::uint32_t> rowOfStep;

    Column<std::uint32_t> firstEdge;
    Column<Edge> edges;
    Column<std::uint32_t> nextMember;
    Column<std::uint32_t> order;

    bool isExplicit() const { return !firstEdge.empty(); }
    bool isRegular() const { return isByStage() || !rowOfStep.empty(); }
    bool isByStage() const { return !laneOfStage.empty(); }
    std::span<const Edge> edgesOf(Row row) const {
        return {edges.data() + firstEdge[row], firstEdge[row + 1] - std::size_t{firstEdge[row]}};
    }
    Row memberAfter(Row row) const { return nextMember.empty() ? row : nextMember[row]; }
    bool areOneOp(Row a, Row b) const {
        Row member = a;
        do {
            if (member == b) return true;
            member = memberAfter(member);
        } while (member != a);
        return false;
    }
};

/// Ops of one stage that leave what an op of the same microbatch needs.
struct Needed {
    OpKindSet kinds;
    std::int32_t stage = 0;
    bool isTransferred = false;  // a hop passes between the workers of the two

    bool isMetBy(Op op) const { return op.stage().value == stage && kinds.has(op.kind()); }
};

/// The regular rule, in a model of `stages` of which several lines may run: stages count on from line to line.
///
/// Shapes  the data that a kind of op of a stage waits for; none for a first forward
std::optional<Needed> neededBy(OpKind kind, int stage, int stages);
/// And the other way: who waits for what an op leaves, which is at most the next stage's op and a weight half.
std::vector<Needed> neededFrom(OpKind kind, int stage, int stages);
/// The fetch that a computed op waits for where its weights are fetched.
std::optional<Needed> fetchFor(OpKind kind, int stage);

}  // namespace bubblescope
