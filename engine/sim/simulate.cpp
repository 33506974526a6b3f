#include "engine/sim/simulate.h"

#include "engine/sim/describe.h"
#include "engine/sim/op_costs.h"

#include <algorithm>

namespace bubblescope {

Error cancelled() { return {"cancelled", {}}; }
bool isCancelled(const Error& error) { return error == cancelled(); }

namespace {

constexpr Time kNotYet = -1;
/// Lanes are visited this often between two looks at the stop token: some 0.1 ms.
constexpr std::size_t kVisitsPerStopCheck = 1 << 15;
/// With more ops than this, memory is asked for ahead of its use: lanes are too many streams for the processor to
/// guess, and every new cache line of each would be waited for.
constexpr std::size_t kOpsInCache = 1 << 17;
enum Use { kRead, kWrite };

/// Asks for the cache line after the one at `at`, which may lie behind the end of its column.
template <Use use, class T>
void prefetch(const T* at) {
    __builtin_prefetch(reinterpret_cast<const char*>(at) + 64, use);
}

/// Where a lane stands while it runs.
struct LaneState {
    Row next = 0;
    Row end = 0;
    Time freeAt = 0;
};

/// The ends of all forwards and of all (input) backwards that have run, [column][microbatch], so that data
/// dependencies are implicit in the indices. A column a stage and direction; one of zeros, which first forwards wait
/// for; and one for what weight halves leave, which nobody reads.
class Ends {
public:
    explicit Ends(const Program& program)
        : m_stride(columnStride(static_cast<std::size_t>(program.microbatches))),
          m_stages(static_cast<std::size_t>(program.stages)),
          m_cells((2 * m_stages + 2) * m_stride) {}

    /// False if asked to stop: filling gigabytes takes a while.
    bool clear(const std::stop_token& stop) {
        std::fill_n(m_cells.data(), m_stride, Time{0});
        constexpr std::size_t kAtATime = std::size_t{1} << 18;
        for (std::size_t at = m_stride; at < m_cells.size(); at += kAtATime) {
            if (stop.stop_requested()) return false;
            std::fill_n(m_cells.data() + at, std::min(kAtATime, m_cells.size() - at), kNotYet);
        }
        return true;
    }

    std::size_t zeros() const { return 0; }
    std::size_t forward(std::size_t stage) const { return (1 + stage) * m_stride; }
    std::size_t backward(std::size_t stage) const { return (1 + m_stages + stage) * m_stride; }
    std::size_t unread() const { return (1 + 2 * m_stages) * m_stride; }
    Time* cells() { return m_cells.data(); }

private:
    std::size_t m_stride, m_stages;
    Column<Time> m_cells;
};

/// What an op of a kind and stage costs, and in which columns of Ends its input and its own end stand.
struct OpPlan {
    Time duration = 0;
    Time hop = 0;
    std::size_t input = 0;
    std::size_t result = 0;
};

/// By Op::costIndex().
std::vector<OpPlan> plansOf(const Program& program, const std::vector<OpCost>& costs, const Ends& ends) {
    std::vector<OpPlan> plans(costs.size());
    const auto stages = static_cast<std::size_t>(program.stages);
    for (std::size_t s = 0; s < stages; ++s) {
        const auto plan = [&](OpKind kind, std::size_t input, std::size_t result) {
            const std::size_t index = s * kOpKinds + static_cast<std::size_t>(kind);
            plans[index] = {costs[index].duration, costs[index].hop, input, result};
        };
        const std::size_t afterForward = s + 1 == stages ? ends.forward(s) : ends.backward(s + 1);
        plan(OpKind::Forward, s == 0 ? ends.zeros() : ends.forward(s - 1), ends.forward(s));
        plan(OpKind::Backward, afterForward, ends.backward(s));
        plan(OpKind::BackwardInput, afterForward, ends.backward(s));
        plan(OpKind::BackwardWeight, ends.backward(s), ends.unread());
    }
    return plans;
}

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
    const std::vector<OpCost> costs = opCosts(program, durations);
    Ends ends(program);
    if (!ends.clear(stop)) return cancelled();
    const std::vector<OpPlan> plans = plansOf(program, costs, ends);
    auto timeline = std::make_shared<Timeline>();
    timeline->end = Column<Time>(program.ops.size());

    std::vector<LaneState> lanes;
    std::size_t waiting = 0;  // ops that have not run
    for (const RowRange& rows : program.lanes) {
        lanes.push_back({rows.begin, rows.end, 0});
        waiting += rows.size();
    }

    // The lanes in turn run one op each: up and down, because forwards pass one way and backwards the other. A whole
    // turn without progress is a deadlock.
    const Op* const ops = program.ops.data();
    Time* const finishes = timeline->end.data();
    Time* const cells = ends.cells();
    const bool fetchAhead = waiting > kOpsInCache;
    std::size_t visits = 0;
    for (bool isDown = true; waiting > 0; isDown = !isDown) {
        const std::size_t before = waiting;
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            LaneState& lane = lanes[isDown ? i : lanes.size() - 1 - i];
            const Row row = lane.next;
            if (row == lane.end) continue;
            const Op op = ops[row];
            const std::size_t microbatch = op.microbatch().index();
            const OpPlan& plan = plans[op.costIndex()];
            const Time input = cells[plan.input + microbatch];
            if (input == kNotYet) continue;
            const Time end = std::max(lane.freeAt, input + plan.hop) + plan.duration;
            Time* const result = cells + plan.result + microbatch;
            *result = end;
            finishes[row] = end;
            lane.freeAt = end;
            lane.next = row + 1;
            --waiting;
            if (!fetchAhead) continue;
            prefetch<kRead>(ops + row);
            prefetch<kWrite>(finishes + row);
            prefetch<kWrite>(result);
        }
        if (waiting == before) return deadlock(program, lanes);
        visits += lanes.size();
        if (visits < kVisitsPerStopCheck) continue;
        if (stop.stop_requested()) return cancelled();
        visits = 0;
    }
    finish(*timeline, std::move(shared), costs);
    return std::shared_ptr<const Timeline>(std::move(timeline));
}

}  // namespace bubblescope
