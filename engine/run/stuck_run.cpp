#include "engine/run/stuck_run.h"

#include "engine/schedules/resolve.h"
#include "engine/sim/costs.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr long long kMostOps = 1'000'000;
constexpr Time kNotYet = std::numeric_limits<Time>::max();

/// Lanes that run until none can go on.
class Runner {
public:
    Runner(const Program& program, const Costs& costs)
        : m_program(program),
          m_costs(costs),
          m_results(2 * static_cast<std::size_t>(program.stagesOfAllLines()) *
                        static_cast<std::size_t>(program.microbatchesALine()),
                    kNotYet),
          m_free(program.lanes.size(), 0),
          m_start(program.ops.size()),
          m_end(program.ops.size()) {
        for (const Lane& lane : program.lanes) m_next.push_back(lane.begin);
    }

    /// Whether some lane has not come to its end.
    bool run() {
        for (bool goesOn = true; goesOn;) {
            goesOn = false;
            for (std::size_t lane = 0; lane < m_next.size(); ++lane)
                while (m_next[lane] < m_program.lanes[lane].end && runNext(lane)) goesOn = true;
        }
        for (std::size_t lane = 0; lane < m_next.size(); ++lane)
            if (m_next[lane] < m_program.lanes[lane].end) return true;
        return false;
    }

    /// The lanes whose next ops wait for each other, each for one of the following; none if one waits for what no lane
    /// runs.
    std::vector<std::size_t> circle() const {
        std::size_t lane = 0;
        while (m_next[lane] == m_program.lanes[lane].end) ++lane;
        std::vector<std::size_t> path;
        while (std::find(path.begin(), path.end(), lane) == path.end()) {
            path.push_back(lane);
            const auto awaited = awaitedBy(m_next[lane]);
            if (!awaited) return {};
            lane = awaited->index();
        }
        path.erase(path.begin(), std::find(path.begin(), path.end(), lane));
        return path;
    }

    StuckRun picture(const std::vector<std::size_t>& circle) const {
        auto program = std::make_shared<Program>();
        program->workers = m_program.workers;
        program->stages = m_program.stages;
        program->microbatches = m_program.microbatches;
        program->lines = m_program.lines;
        program->pieces = m_program.pieces;
        program->chunkOfStage = m_program.chunkOfStage;
        program->kinds = m_program.kinds;
        program->hasPairs = m_program.hasPairs;
        std::size_t end = 0;
        std::vector<Row> until = m_next;
        for (const std::size_t lane : circle) until[lane] = pairOf(m_program, m_next[lane]).end;
        for (std::size_t lane = 0; lane < until.size(); ++lane)
            addLane(*program, m_program.lanes[lane].worker, Role::Compute, until[lane] - m_program.lanes[lane].begin,
                    end);
        program->ops = Column<Op>(end);
        auto timeline = std::make_shared<Timeline>();
        timeline->start = Column<Time>(end);
        timeline->end = Column<Time>(end);
        for (std::size_t lane = 0; lane < until.size(); ++lane)
            for (Row from = m_program.lanes[lane].begin, to = program->lanes[lane].begin; from < until[lane];
                 ++from, ++to) {
                const bool hasRun = from < m_next[lane];
                program->ops[to] = m_program.ops[from];
                timeline->start[to] = hasRun ? m_start[from] : m_free[lane];
                timeline->end[to] = hasRun ? m_end[from] : m_free[lane] + durationOf(m_next[lane], lane);
                timeline->latestEnd = std::max(timeline->latestEnd, timeline->end[to]);
            }
        StuckRun out;
        for (const std::size_t lane : circle)
            out.circle.push_back(program->lanes[lane].begin + (m_next[lane] - m_program.lanes[lane].begin));
        timeline->program = std::move(program);
        out.timeline = std::move(timeline);
        return out;
    }

private:
    std::size_t cellOf(bool isForward, int stage, MicrobatchId microbatch) const {
        const auto within = static_cast<std::size_t>(microbatch.value - m_program.firstMicrobatch(StageId(stage)));
        return (static_cast<std::size_t>(stage) * static_cast<std::size_t>(m_program.microbatchesALine()) + within) *
                   2 +
               (isForward ? 0 : 1);
    }
    std::size_t cellOf(const Needed& needed, MicrobatchId microbatch) const {
        return cellOf(needed.kinds.has(OpKind::Forward), needed.stage, microbatch);
    }
    Time durationOf(Row row, std::size_t lane) const {
        const RowRange rows = pairOf(m_program, row);
        Time sum = rows.size() > 1 ? m_costs.pairMoreOf(m_program.lanes[lane].worker) : 0;
        for (Row each = rows.begin; each < rows.end; ++each) sum += m_costs.durationOf(m_program, each);
        return sum;
    }
    bool runNext(std::size_t lane) {
        const RowRange rows = pairOf(m_program, m_next[lane]);
        Time begin = m_free[lane];
        for (Row row = rows.begin; row < rows.end; ++row) {
            const Op op = m_program.ops[row];
            const auto needed = neededBy(op.kind(), op.stage().value, m_program.stages);
            if (!needed) continue;
            const Time there = m_results[cellOf(*needed, op.microbatch())];
            if (there == kNotYet) return false;
            begin = std::max(begin, there + m_costs.ofKindAndStage[op.costIndex()].hop);
        }
        const Time end = begin + durationOf(rows.begin, lane);
        Time send = 0;
        for (Row row = rows.begin; row < rows.end; ++row) {
            const Op op = m_program.ops[row];
            m_start[row] = begin;
            m_end[row] = end;
            send = std::max(send, m_costs.ofKindAndStage[op.costIndex()].send);
            if (op.kind() != OpKind::BackwardWeight)
                m_results[cellOf(op.kind() == OpKind::Forward, op.stage().value, op.microbatch())] = end;
        }
        m_free[lane] = end + send;
        m_next[lane] = rows.end;
        return true;
    }
    /// The lane of what the op of a row waits for.
    std::optional<LaneId> awaitedBy(Row row) const {
        const RowRange rows = pairOf(m_program, row);
        for (Row each = rows.begin; each < rows.end; ++each) {
            const Op op = m_program.ops[each];
            const auto needed = neededBy(op.kind(), op.stage().value, m_program.stages);
            if (!needed || m_results[cellOf(*needed, op.microbatch())] != kNotYet) continue;
            for (const OpKind kind : {OpKind::Forward, OpKind::Backward, OpKind::BackwardInput})
                if (needed->kinds.has(kind) && findOp(m_program, Op(kind, needed->stage, op.microbatch().value)))
                    return m_program.needs.laneOfStage[static_cast<std::size_t>(needed->stage)];
        }
        return std::nullopt;
    }

    const Program& m_program;
    const Costs& m_costs;
    std::vector<Time> m_results;
    std::vector<Row> m_next;
    std::vector<Time> m_free;
    std::vector<Time> m_start, m_end;
};

}  // namespace

std::shared_ptr<const StuckRun> stuckRunOf(const Scenario& scenario, std::size_t index) {
    const ResolvedSchedule schedule = resolve(scenario, index);
    // What seeks its order finds none that waits for itself, and would seek it again.
    if (!schedule.kind->generate || schedule.kind->ordersByTimes || schedule.ops() > kMostOps) return nullptr;
    if (!checkOrder(schedule, scenario.schedules[index])) return nullptr;
    const auto program = orderOf(*schedule.kind, schedule.input());
    if (!program || !program->needs.isByStage()) return nullptr;
    const Durations durations = toDurations(schedule.workload);
    const Costs costs = costsOf(*program, durations);
    Runner runner(*program, costs);
    if (!runner.run()) return nullptr;
    const std::vector<std::size_t> circle = runner.circle();
    return circle.empty() ? nullptr : std::make_shared<const StuckRun>(runner.picture(circle));
}

}  // namespace bubblescope
