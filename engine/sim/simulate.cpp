#include "engine/sim/simulate.h"

#include "engine/program/describe.h"
#include "engine/sim/dependency_cells.h"
#include "engine/sim/op_costs.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace bubblescope {

Error cancelled() { return {"cancelled", {}}; }
bool isCancelled(const Error& error) { return error == cancelled(); }

namespace {

/// What a cell holds is the row of the op that left its result there. A first forward finds the row before all lanes,
/// which holds 0.
constexpr std::uint32_t kReady = 0, kNotYet = std::numeric_limits<std::uint32_t>::max();
/// Lanes are visited this often between two looks at the stop token.
constexpr std::size_t kVisitsPerStopCheck = 1 << 13;
/// With more ops than this, memory is asked for ahead of its use: lanes are too many streams for the processor to
/// guess, and every new cache line of each would be waited for.
constexpr std::size_t kOpsInCache = 1 << 17;
/// Shares of the time when memory for the cells and then for the ends is there. Machines differ: where the system has
/// pages at hand it is half as much, where a host must find them three times as much.
constexpr double kCleared = 1 / 15.0, kTouched = 3 / 15.0;
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

/// What an op of a kind and stage costs, and where it looks up when its input ended.
struct OpPlan {
    OpCost cost;
    CellPlace cell;
};

/// By Op::costIndex().
std::vector<OpPlan> plansOf(const std::vector<OpCost>& costs, const CellLayout& layout) {
    std::vector<OpPlan> plans;
    plans.reserve(costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i)
        plans.push_back({costs[i], layout.placeOf(static_cast<OpKind>(i % kOpKinds), i / kOpKinds)});
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

/// simulate(), made twice, so that programs that are placed by stage do not pay for the others.
template <bool kIsByOp>
Result<std::shared_ptr<const Timeline>> simulateLanes(std::shared_ptr<const Program> shared, const Durations& durations,
                                                      std::stop_token stop, const Progress& progress) {
    const Program& program = *shared;
    const std::vector<OpCost> costs = opCosts(program, durations);
    assert(program.ops.size() <= kNotYet);
    const CellLayout layout(program);
    Column<std::uint32_t> results = clearedCells(layout, kReady, kNotYet, stop, progress.part(0, kCleared));
    if (results.empty()) return cancelled();
    const std::vector<OpPlan> plans = plansOf(costs, layout);
    auto timeline = std::make_shared<Timeline>();
    timeline->end = touchedColumn<Time>(program.ops.size(), stop, progress.part(kCleared, kTouched));
    if (timeline->end.empty()) return cancelled();

    if (kIsByOp) timeline->start = Column<Time>(program.ops.size());

    std::vector<LaneState> lanes;
    std::size_t waiting = 0;  // ops that have not run
    for (const RowRange& rows : program.lanes) {
        lanes.push_back({rows.begin, rows.end, 0});
        waiting += rows.size();
    }

    // The lanes in turn run one op each. Where most must wait, the next turn goes the other way, because forwards pass
    // one way and backwards the other; a turn without progress is a deadlock.
    const Op* const ops = program.ops.data();
    Time* const finishes = timeline->end.data();
    finishes[kReady] = 0;
    std::uint32_t* const cells = results.data();
    const std::size_t count = waiting;
    const bool fetchAhead = count > kOpsInCache;
    const Progress running = progress.part(kTouched, 1);
    std::size_t visits = 0;
    bool isDown = true;
    while (waiting > 0) {
        const std::size_t before = waiting;
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            LaneState& lane = lanes[isDown ? i : lanes.size() - 1 - i];
            const Row row = lane.next;
            if (row == lane.end) continue;
            const Op op = ops[row];
            const std::size_t microbatch = op.microbatch().index();
            const OpPlan& plan = plans[op.costIndex()];
            const std::uint32_t input = cells[plan.cell.input + microbatch];
            if (input == kNotYet) continue;
            const OpCost cost = kIsByOp ? costByOp(program, durations, op) : plan.cost;
            const Time end = std::max(lane.freeAt, finishes[input] + cost.hop) + cost.duration;
            if (kIsByOp) timeline->start[row] = end - cost.duration;
            std::uint32_t* const result = cells + plan.cell.result + microbatch;
            *result = static_cast<std::uint32_t>(row);
            finishes[row] = end;
            lane.freeAt = end;
            lane.next = row + 1;
            --waiting;
            if (!fetchAhead) continue;
            prefetch<kRead>(ops + row);
            prefetch<kWrite>(finishes + row);
            prefetch<kWrite>(result);
        }
        const std::size_t ran = before - waiting;
        if (ran == 0) return deadlock(program, lanes);
        if (ran < lanes.size() / 2) isDown = !isDown;
        visits += lanes.size();
        if (visits < kVisitsPerStopCheck) continue;
        if (stop.stop_requested()) return cancelled();
        running.note(count - waiting, count);
        visits = 0;
    }
    progress.note(1, 1);
    finish(*timeline, std::move(shared), costs);
    return std::shared_ptr<const Timeline>(std::move(timeline));
}

}  // namespace

Result<std::shared_ptr<const Timeline>> simulate(std::shared_ptr<const Program> program, const Durations& durations,
                                                 std::stop_token stop, const Progress& progress) {
    const bool isByOp = program->isPlacedByOp();
    return (isByOp ? simulateLanes<true> : simulateLanes<false>)(std::move(program), durations, std::move(stop),
                                                                 progress);
}

}  // namespace bubblescope
