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
/// Explicit: ops by number, each with its rows, one on every lane that it is on, and with its edges.
///
/// Neither: nobody knows, as of a timeline that was recorded.
///
/// Shapes      laneOfStage[stage], of programs whose stages stand on one lane each;
///             rowOfStep[microbatch * 2S + step] of others, steps along F0..F(S-1), B(S-1)..B0;
///             opOfRow[row]; firstRow[op] and one more, rows in its order: all empty where each row is an op of its
///             own, whose number is the row's; firstEdge[op] and one more, edges in its order; lags[edge], or none
/// Units       lags in micro-units
/// Invariants  one form at most. Where isInOrder, what an op needs, its turns included, has smaller numbers
struct Needs {
    struct Edge {
        std::uint32_t row : 31 = 0;     // that must have run
        std::uint32_t isStart : 1 = 0;  // or only have started

        Edge() = default;
        Edge(Row on, bool start) : row(on & 0x7fff'ffff), isStart(start) {}
    };
    /// The rows of one op.
    class Members {
    public:
        explicit Members(std::uint32_t alone) : m_alone(alone) {}
        explicit Members(std::span<const std::uint32_t> rows) : m_rows(rows) {}
        const std::uint32_t* begin() const { return m_rows.empty() ? &m_alone : m_rows.data(); }
        const std::uint32_t* end() const { return begin() + size(); }
        std::size_t size() const { return m_rows.empty() ? 1 : m_rows.size(); }

    private:
        std::uint32_t m_alone = 0;
        std::span<const std::uint32_t> m_rows;
    };
    std::vector<LaneId> laneOfStage;
    Column<std::uint32_t> rowOfStep;

    Column<std::uint32_t> opOfRow, firstRow, rows;
    Column<std::uint32_t> firstEdge;
    Column<Edge> edges;
    Column<Time> lags;
    bool isInOrder = false;

    bool isExplicit() const { return !firstEdge.empty(); }
    bool isRegular() const { return isByStage() || !rowOfStep.empty(); }
    bool isByStage() const { return !laneOfStage.empty(); }
    /// Where they are explicit.
    std::size_t ops() const { return firstEdge.size() - 1; }
    std::size_t opOf(Row row) const { return opOfRow.empty() ? row : opOfRow[row]; }
    Members rowsOf(std::size_t op) const {
        if (rows.empty()) return Members(static_cast<std::uint32_t>(op));
        return Members(std::span(rows).subspan(firstRow[op], firstRow[op + 1] - firstRow[op]));
    }
    Members membersOf(Row row) const { return rowsOf(opOf(row)); }
    bool hasMembers() const { return !rows.empty() && rows.size() > ops(); }
    bool areOneOp(Row a, Row b) const { return opOf(a) == opOf(b); }
    /// Calls visit(row, lag, isStart) for the edges of an op.
    template <class Visit>
    void forEachEdge(std::size_t op, Visit visit) const {
        for (std::uint32_t edge = firstEdge[op]; edge < firstEdge[op + 1]; ++edge)
            visit(Row{edges[edge].row}, lags.empty() ? Time{0} : lags[edge], edges[edge].isStart == 1);
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
