#pragma once

#include "engine/program/program.h"

namespace bubblescope::test {

/// A program given op by op: each op is on one lane or on several at once and lists what it waits for.
class ExplicitProgram {
public:
    /// Lanes are in the order of their workers; each has room for `rows` ops.
    LaneId addLane(int worker, Role role, std::size_t rows) {
        bubblescope::addLane(m_program, WorkerId(worker), role, rows, m_end);
        m_program.lanes.back().end = m_program.lanes.back().begin;
        m_program.workers = std::max(m_program.workers, worker + 1);
        return LaneId(static_cast<std::int64_t>(m_program.lanes.size()) - 1);
    }
    /// Appends an op to its lanes; returns its first row.
    Row add(Op op, Time duration, std::vector<LaneId> lanes) {
        m_program.ops.resize(m_end);
        m_opOfRow.resize(m_end, 0);
        m_program.kinds.add(op.kind());
        m_firstRow.push_back(static_cast<std::uint32_t>(m_rows.size()));
        for (const LaneId lane : lanes) {
            const Row row = m_program.lanes[lane.index()].end++;
            m_rows.push_back(static_cast<std::uint32_t>(row));
            m_program.ops[row] = op;
            m_opOfRow[row] = static_cast<std::uint32_t>(m_durations.size());
        }
        m_durations.push_back(duration);
        return m_rows[m_firstRow.back()];
    }
    void need(Row row, Row needed, Time lag = 0, bool isStart = false) {
        m_edges.push_back({m_opOfRow[row], static_cast<std::uint32_t>(needed), isStart, lag});
    }

    /// By op.
    const Column<Time>& durations() const { return m_durations; }
    Program program() const {
        Program program = m_program;
        program.stages = program.microbatches = 1;
        Needs& needs = program.needs;
        needs.opOfRow = m_opOfRow, needs.firstRow = m_firstRow, needs.rows = m_rows;
        needs.firstRow.push_back(static_cast<std::uint32_t>(m_rows.size()));
        auto edges = m_edges;
        std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.op < b.op; });
        std::size_t at = 0;
        for (std::size_t op = 0; op <= m_durations.size(); ++op) {
            for (; at < edges.size() && edges[at].op < op; ++at) {
                needs.edges.emplace_back(edges[at].needed, edges[at].isStart);
                needs.lags.push_back(edges[at].lag);
            }
            needs.firstEdge.push_back(static_cast<std::uint32_t>(needs.edges.size()));
        }
        return program;
    }

private:
    struct Edge {
        std::uint32_t op, needed;
        bool isStart;
        Time lag;
    };
    Program m_program;
    std::size_t m_end = 0;
    Column<Time> m_durations;
    Column<std::uint32_t> m_opOfRow, m_firstRow, m_rows;
    std::vector<Edge> m_edges;
};

}  // namespace bubblescope::test
