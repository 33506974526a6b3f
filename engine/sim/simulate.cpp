#include "engine/sim/simulate.h"

#include "engine/sim/bands.h"
#include "engine/sim/dependency_cells.h"
#include "engine/sim/needs_walk.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace bubblescope {

namespace {

/// A cell contains the row of the op that left its result there. A first forward finds the row before all lanes, which
/// contains 0.
constexpr std::uint32_t kReady = 0, kNotYet = std::numeric_limits<std::uint32_t>::max();
/// The number of visits to lanes between two checks of the stop token.
constexpr std::size_t kVisitsPerStopCheck = 1 << 13;
/// With more ops than this, memory is prefetched: lanes are too many streams for the hardware prefetcher, and every new
/// cache line of each would cause a wait.
constexpr std::size_t kOpsInCache = 1 << 17;
/// Shares of the total time after which the memory for the cells, and then for the ends, is available. Machines differ:
/// if the system has free pages it takes half as long, if a host has to provide them three times as long.
constexpr double kCleared = 1 / 15.0, kTouched = 3 / 15.0;
enum Use { kRead, kWrite };

/// Prefetches the cache line after the one at `at`, which may be beyond the end of its column.
template <Use use, class T>
void prefetch(const T* at) {
    __builtin_prefetch(reinterpret_cast<const char*>(at) + 64, use);
}

/// The state of a lane while it runs.
struct LaneState {
    Row next = 0;
    Row end = 0;
    Time freeAt = 0;
};

/// The cost of an op of a kind and stage, and where to look up the end of its input.
struct OpPlan {
    OpCost cost;
    CellPlace cell;
};

/// By Op::costIndex().
std::vector<OpPlan> plansOf(const std::vector<OpCost>& costs, const CellLayout& layout) {
    std::vector<OpPlan> plans;
    plans.reserve(costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i)
        plans.push_back({costs[i], layout.placeOf(static_cast<OpKind>(i % kPipelineKinds), i / kPipelineKinds)});
    return plans;
}

/// Names the ops that wait for each other, when none of the lanes' next ops can run.
Deadlock deadlockOf(const Program& program, const std::vector<Row>& next, const std::uint32_t* cells,
                    const std::vector<OpPlan>& plans) {
    const auto waits = [&](Op op) {
        return cells[plans[op.costIndex()].cell.input + op.microbatch().index()] == kNotYet;
    };
    return deadlock(program, next, [&](Row row) {
        // Or the other op of a fused pair.
        const Op op = waits(program.ops[row]) ? program.ops[row] : program.ops[row + 1];
        const Needed needed = *neededBy(op.kind(), op.stage().value, program.stages);
        Awaited awaited{Op(OpKind::Forward, needed.stage, op.microbatch().value), {}};
        for (const OpKind kind : {OpKind::Forward, OpKind::Backward, OpKind::BackwardInput}) {
            if (!needed.kinds.has(kind) || !program.kinds.has(kind)) continue;
            awaited.op = Op(kind, needed.stage, op.microbatch().value);
            awaited.row = findOp(program, awaited.op);
            if (awaited.row) break;
        }
        return awaited;
    });
}

void setOpTimes(Timeline& timeline, const Costs& costs) {
    timeline.opTime.reserve(costs.ofKindAndStage.size());
    for (const OpCost& cost : costs.ofKindAndStage) {
        timeline.opTime.push_back(cost.duration);
        if (costs.sendsBlock) timeline.sendTime.push_back(cost.send);
    }
}

/// Simulates programs whose needs are by stage. Compiled twice, so that programs without pairs do not pay for pairs.
template <bool kHasPairs>
Result<std::shared_ptr<const Timeline>> simulateByStage(std::shared_ptr<const Program> shared, const Costs& costs,
                                                        std::stop_token stop, const Progress& progress,
                                                        Standstill* standstill) {
    const Program& program = *shared;
    assert(program.ops.size() <= kNotYet);
    const CellLayout layout(program);
    Column<std::uint32_t> results = clearedCells(layout, kReady, kNotYet, stop, progress.part(0, kCleared));
    if (results.empty()) return cancelled();
    const std::vector<OpPlan> plans = plansOf(costs.ofKindAndStage, layout);
    auto timeline = std::make_shared<Timeline>();
    timeline->end = touchedColumn<Time>(program.ops.size(), stop, progress.part(kCleared, kTouched));
    if (timeline->end.empty()) return cancelled();
    if (kHasPairs) timeline->start = Column<Time>(program.ops.size());

    std::vector<LaneState> lanes;
    std::size_t waiting = 0;  // ops that have not run
    for (const RowRange& rows : program.lanes) {
        lanes.push_back({rows.begin, rows.end, 0});
        waiting += rows.size();
    }

    const Op* const ops = program.ops.data();
    Time* const finishes = timeline->end.data();
    finishes[kReady] = 0;
    std::uint32_t* const cells = results.data();
    const std::size_t count = waiting;
    const bool fetchAhead = count > kOpsInCache;
    const Progress running = progress.part(kTouched, 1);
    const auto visit = [&](std::size_t i) {
        LaneState& lane = lanes[i];
        const Row row = lane.next;
        if (row == lane.end) return false;
        const Op op = ops[row];
        const std::size_t microbatch = op.microbatch().index();
        const OpPlan& plan = plans[op.costIndex()];
        const std::uint32_t input = cells[plan.cell.input + microbatch];
        if (input == kNotYet) return false;
        Time begin = std::max(lane.freeAt, finishes[input] + plan.cost.hop), end = begin + plan.cost.duration;
        Time send = plan.cost.send;
        std::uint32_t* const result = cells + plan.cell.result + microbatch;
        if (kHasPairs && op.opensPair()) {
            const Op other = ops[row + 1];
            const OpPlan& second = plans[other.costIndex()];
            const std::uint32_t otherInput = cells[second.cell.input + other.microbatch().index()];
            if (otherInput == kNotYet) return false;
            begin = std::max(begin, finishes[otherInput] + second.cost.hop);
            end = begin + plan.cost.duration + second.cost.duration + costs.pairMoreOf(program.lanes[i].worker);
            send = std::max(send, second.cost.send);
            cells[second.cell.result + other.microbatch().index()] = static_cast<std::uint32_t>(row + 1);
            finishes[row + 1] = end;
            timeline->start[row + 1] = begin;
            lane.next = row + 2;
            --waiting;
        } else {
            lane.next = row + 1;
        }
        if (kHasPairs) timeline->start[row] = begin;
        *result = static_cast<std::uint32_t>(row);
        finishes[row] = end;
        lane.freeAt = end + send;
        --waiting;
        if (fetchAhead) {
            prefetch<kRead>(ops + row);
            prefetch<kWrite>(finishes + row);
            prefetch<kWrite>(result);
        }
        return true;
    };
    std::size_t visits = 0;
    const auto afterTurn = [&](std::size_t more) {
        visits += more;
        if (visits >= kVisitsPerStopCheck) {
            if (stop.stop_requested()) return false;
            running.note(count - waiting, count);
            visits = 0;
        }
        return waiting > 0;
    };
    const bool areStuck = runInBands(lanes.size(), visit, afterTurn);
    if (areStuck && waiting > 0) {
        std::vector<Row> next;
        for (const LaneState& lane : lanes) next.push_back(lane.next);
        Deadlock why = deadlockOf(program, next, cells, plans);
        if (standstill) {
            setOpTimes(*timeline, costs);
            timeline->program = std::move(shared);
            *standstill = {std::move(timeline), std::move(next), std::move(why.circle)};
        }
        return why.error;
    }
    if (waiting > 0) return cancelled();
    progress.note(1, 1);
    finish(*timeline, std::move(shared), costs);
    return std::shared_ptr<const Timeline>(std::move(timeline));
}

/// Programs whose needs are not by stage.
Result<std::shared_ptr<const Timeline>> simulateByNeeds(std::shared_ptr<const Program> program, const Costs& costs,
                                                        const std::stop_token& stop, const Progress& progress) {
    constexpr double kOrdered = 0.7;
    if (program->needs.isInOrder) return runInOrder(std::move(program), {}, costs, stop, progress);
    auto order = orderByNeeds(*program, stop, progress.part(0, kOrdered));
    if (!order) return order.error();
    return runInOrder(std::move(program), *order, costs, stop, progress.part(kOrdered, 1));
}

}  // namespace

Result<std::shared_ptr<const Timeline>> simulate(std::shared_ptr<const Program> program, const Costs& costs,
                                                 std::stop_token stop, const Progress& progress,
                                                 Standstill* standstill) {
    if (!program->needs.isByStage()) return simulateByNeeds(std::move(program), costs, stop, progress);
    return (program->hasPairs ? simulateByStage<true> : simulateByStage<false>)(std::move(program), costs,
                                                                                std::move(stop), progress, standstill);
}

void finish(Timeline& timeline, std::shared_ptr<const Program> program, const Costs& costs) {
    setOpTimes(timeline, costs);
    timeline.program = std::move(program);
    bool isFirst = true;
    for (const RowRange& rows : timeline.program->lanes) {
        if (rows.size() == 0) continue;
        const Time start = timeline.startOf(rows.begin), end = timeline.end[rows.end - 1];
        timeline.earliestStart = isFirst ? start : std::min(timeline.earliestStart, start);
        timeline.latestEnd = isFirst ? end : std::max(timeline.latestEnd, end);
        isFirst = false;
    }
}

}  // namespace bubblescope
