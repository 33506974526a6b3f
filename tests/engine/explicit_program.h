#pragma once

#include "engine/program/program.h"

namespace bubblescope::test {

/// A program written down op by op: each on one lane or on several at once, with what it waits for.
class ExplicitProgram {
public:
    /// Lanes in the order of their workers, with room for `rows` ops each.
    LaneId addLane(int worker, Role role, std::size_t rows) {
        bubblescope::addLane(m_program, WorkerId(worker), role, rows, m_end);
        m_program.lanes.back().end = m_program.lanes.back().begin;
        m_program.workers = std::max(m_program.workers, worker + 1);
        return LaneId(static_cast<std::int64_t>(m_program.lanes.size()) - 1);
    }
    /// Appends an op to its lanes; returns its first row.
    Row add(Op op, Time duration, std::vector<LaneId> lanes) {
        m_program.ops.resize(m_end);
        m_durations.resize(m_end, 0);
        m_members.resize(m_end, 0);
        m_program.kinds.add(op.kind());
        std::vector<Row> rows;
        for (const LaneId lane : lanes) rows.push_back(m_program.lanes[lane.index()].end++);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            m_program.ops[rows[i]] = op;
            m_durations[rows[i]] = duration;
            m_members[rows[i]] = static_cast<std::uint32_t>(rows[(i + 1) % rows.size()]);
        }
        return rows.front();
    }
    void need(Row row, Row needed, Time lag = 0, bool isStart = false) {
        m_edges.push_back({row, {static_cast<std::uint32_t>(needed), isStart, lag}});
    }

    const Column<Time>& durations() const { return m_durations; }
    Program program() const {
        Program program = m_program;
        program.stages = program.microbatches = 1;
        program.needs.nextMember = m_members;
        auto edges = m_edges;
        std::stable_sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::size_t at = 0;
        for (Row row = 0; row <= program.ops.size(); ++row) {
            while (at < edges.size() && edges[at].first < row) program.needs.edges.push_back(edges[at++].second);
            program.needs.firstEdge.push_back(static_cast<std::uint32_t>(program.needs.edges.size()));
        }
        return program;
    }

private:
    Program m_program;
    std::size_t m_end = 0;
    Column<Time> m_durations;
    Column<std::uint32_t> m_members;
    std::vector<std::pair<Row, Needs::Edge>> m_edges;
};

}  // namespace bubblescope::test
