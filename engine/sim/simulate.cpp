#include "engine/sim/simulate.h"

#include "engine/sim/describe.h"

#include <algorithm>

namespace bubblescope {

Error cancelled() { return {"cancelled", {}}; }
bool isCancelled(const Error& error) { return error == cancelled(); }

namespace {

constexpr Time kNotYet = -1;

/// Where a lane stands while it runs.
struct LaneState {
    Row next = 0;
    Row end = 0;
    Time freeAt = 0;
};

/// What an op of a stage costs: its own time, and the hop from where its input comes from.
struct StageCost {
    std::array<Time, kOpKinds> duration;
    Time hopForward;   // from stage s-1
    Time hopBackward;  // from stage s+1
};

std::vector<StageCost> stageCosts(const Program& program, const Durations& durations) {
    std::vector<StageCost> costs(static_cast<std::size_t>(program.stages));
    for (std::size_t s = 0; s < costs.size(); ++s) {
        const WorkerId worker = program.stageWorker[s];
        for (std::size_t kind = 0; kind < kOpKinds; ++kind)
            costs[s].duration[kind] = durations.op[kind][worker.index()];
        costs[s].hopForward = s == 0 ? 0 : durations.hop(program.stageWorker[s - 1], worker);
        costs[s].hopBackward = s + 1 == costs.size() ? 0 : durations.hop(program.stageWorker[s + 1], worker);
    }
    return costs;
}

/// The ends of all forwards and of all (input) backwards, [stage][microbatch]: the data dependencies are
/// implicit in the indices.
class Ends {
public:
    explicit Ends(const Program& program)
        : m_stride(static_cast<std::size_t>(program.microbatches) | 1),
          m_forward(m_stride * static_cast<std::size_t>(program.stages), kNotYet),
          m_backward(m_forward.size(), kNotYet) {}

    Time& forward(std::size_t stage, std::size_t microbatch) { return m_forward[stage * m_stride + microbatch]; }
    Time& backward(std::size_t stage, std::size_t microbatch) { return m_backward[stage * m_stride + microbatch]; }

private:
    std::size_t m_stride;  // odd, so that stages do not alias in the cache
    std::vector<Time> m_forward, m_backward;
};

/// Names the ops that wait for each other, starting from the lanes' next ops, none of which can run.
Error deadlock(const Program& program, const std::vector<LaneState>& lanes) {
    const auto laneOfRow = [&](Row row) { return program.laneOf(row).index(); };
    std::size_t lane = 0;
    while (lanes[lane].next == lanes[lane].end) ++lane;
    std::vector<std::size_t> path;
    std::string text = "deadlock: ";
    while (std::find(path.begin(), path.end(), lane) == path.end()) {
        path.push_back(lane);
        const Op waiting = program.ops[lanes[lane].next];
        const Op needed = *dataDependency(program, waiting);  // an op that needs nothing never waits
        const auto row = findOp(program, needed);
        if (!row) return {text + describe(waiting) + " waits for " + describe(needed) + ", which no device runs", {}};
        lane = laneOfRow(*row);
    }
    // Only the cycle matters, not the way into it. Long cycles are told by their first few members.
    path.erase(path.begin(), std::find(path.begin(), path.end(), lane));
    constexpr std::size_t kTold = 4;
    for (std::size_t i = 0; i < std::min(path.size(), kTold); ++i) {
        const Op waiting = program.ops[lanes[path[i]].next];
        const Op needed = *dataDependency(program, waiting);
        const auto neededLane = laneOfRow(*findOp(program, needed));
        const Op before = program.ops[lanes[neededLane].next];
        if (i > 0) text += "; ";
        text += describe(waiting) + " on device " + std::to_string(program.laneWorker[path[i]].value) + " waits for " +
                describe(needed) + ", which stands after " + describe(before) + " on device " +
                std::to_string(program.laneWorker[neededLane].value);
    }
    if (path.size() > kTold) text += "; and " + std::to_string(path.size() - kTold) + " more in the same circle";
    return {text, {}};
}

}  // namespace

Result<std::shared_ptr<const Timeline>> simulate(std::shared_ptr<const Program> shared, const Durations& durations,
                                                 std::stop_token stop) {
    const Program& program = *shared;
    const std::vector<StageCost> costs = stageCosts(program, durations);
    const auto lastStage = static_cast<std::size_t>(program.stages) - 1;
    auto timeline = std::make_shared<Timeline>();
    timeline->start = Column<Time>(program.ops.size());
    timeline->end = Column<Time>(program.ops.size());
    Ends ends(program);

    std::vector<LaneState> lanes;
    std::size_t unfinished = 0;
    for (const RowRange& rows : program.lanes) {
        lanes.push_back({rows.begin, rows.end, 0});
        unfinished += rows.size() > 0;
    }

    // Each lane runs until it must wait, in turn; a whole turn without progress is a deadlock.
    const Op* ops = program.ops.data();
    Time* starts = timeline->start.data();
    Time* finishes = timeline->end.data();
    constexpr std::size_t kRowsPerStopCheck = 1 << 16;
    std::size_t rowsSinceCheck = 0;
    while (unfinished > 0) {
        bool progress = false;
        for (LaneState& lane : lanes) {
            Row row = lane.next;
            const Row pause = std::min(lane.end, row + kRowsPerStopCheck);
            Time now = lane.freeAt;
            for (; row < pause; ++row) {
                const Op op = ops[row];
                const std::size_t stage = op.stage().index(), microbatch = op.microbatch().index();
                const StageCost& cost = costs[stage];
                const auto kind = static_cast<std::size_t>(op.kind());
                Time input = 0;  // when the data dependency ended
                Time hop = 0;
                Time* result = nullptr;
                if (op.kind() == OpKind::Forward) {
                    if (stage > 0) input = ends.forward(stage - 1, microbatch), hop = cost.hopForward;
                    result = &ends.forward(stage, microbatch);
                } else if (op.kind() == OpKind::BackwardWeight) {
                    input = ends.backward(stage, microbatch);
                } else {
                    if (stage == lastStage)
                        input = ends.forward(stage, microbatch);
                    else
                        input = ends.backward(stage + 1, microbatch), hop = cost.hopBackward;
                    result = &ends.backward(stage, microbatch);
                }
                if (input == kNotYet) break;
                const Time start = std::max(now, input + hop);
                now = start + cost.duration[kind];
                starts[row] = start;
                finishes[row] = now;
                if (result) *result = now;
            }
            if (row == lane.next) continue;
            progress = true;
            rowsSinceCheck += row - lane.next;
            lane.next = row;
            lane.freeAt = now;
            unfinished -= row == lane.end;
            if (rowsSinceCheck < kRowsPerStopCheck) continue;
            if (stop.stop_requested()) return cancelled();
            rowsSinceCheck = 0;
        }
        if (stop.stop_requested()) return cancelled();
        if (!progress) return deadlock(program, lanes);
    }

    bool first = true;
    for (const RowRange& rows : program.lanes) {
        if (rows.size() == 0) continue;
        const Time start = starts[rows.begin], end = finishes[rows.end - 1];
        timeline->earliestStart = first ? start : std::min(timeline->earliestStart, start);
        timeline->latestEnd = first ? end : std::max(timeline->latestEnd, end);
        first = false;
    }
    timeline->program = std::move(shared);
    return std::shared_ptr<const Timeline>(std::move(timeline));
}

}  // namespace bubblescope
