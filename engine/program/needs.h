#pragma once

#include "engine/core/column.h"
#include "engine/core/time.h"
#include "engine/program/lane.h"
#include "engine/program/op.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// What ops wait for besides the previous op on their lane. There are two forms, or the needs are unknown.
///
/// Regular: the rule of model.md §2, the same for every microbatch. F(s) waits for F(s-1), the backward of the last
/// stage for its forward, B(s) for B(s+1), and W for the grad input of its own stage; a grad input I takes the place of
/// B. If weights are fetched, a forward or backward also waits for its fetch, and the fetch waits for what its op waits
/// for. Only the place of each op is stored: the lane of its stage, or, if stages have no lane of their own, the row of
/// each step.
///
/// Explicit: numbered ops. Each has its edges, and its rows: one on every lane it runs on.
///
/// Neither: the needs are unknown, as for a recorded timeline.
///
/// Shapes      laneOfStage[stage], if each stage is on one lane; otherwise rowOfStep[microbatch * 2S + step], with
///             steps along F0..F(S-1), B(S-1)..B0. opOfRow[row]; firstRow[op] and one more, into `rows`: all three
///             empty if each row is an op of its own with the same number. firstEdge[op] and one more, into `edges`;
///             lags[edge], or empty
/// Units       lags in micro-units
/// Invariants  at most one form is used. If isInOrder, everything an op needs, including the previous ops on its lanes,
///             has a smaller number
struct Needs {
    struct Edge {
        std::uint32_t row : 31 = 0;     // that must have ended
        std::uint32_t isStart : 1 = 0;  // or that only must have started

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
    /// The number of ops, if needs are explicit.
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

/// Ops of one stage that produce what an op of the same microbatch needs.
struct Needed {
    OpKindSet kinds;
    std::int32_t stage = 0;
    bool isTransferred = false;  // a hop between the workers of the two

    bool isMetBy(Op op) const { return op.stage().value == stage && kinds.has(op.kind()); }
};

/// The regular rule, for a model of `stages` stages. If there are several lines, stage numbers continue from line to
/// line.
///
/// Shapes  returns the data that an op of this kind and stage waits for; nothing for a first forward
std::optional<Needed> neededBy(OpKind kind, int stage, int stages);
/// The opposite direction: the ops that wait for the result of this op. At most the next stage's op and a W.
std::vector<Needed> neededFrom(OpKind kind, int stage, int stages);
/// The fetch that an op waits for if its weights are fetched.
std::optional<Needed> fetchFor(OpKind kind, int stage);

}  // namespace bubblescope
