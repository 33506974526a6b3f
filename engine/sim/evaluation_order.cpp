#include "engine/sim/evaluation_order.h"

#include "engine/sim/bands.h"
#include "engine/sim/dependency_cells.h"
#include "engine/sim/needs_walk.h"
#include "engine/sim/simulate.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::size_t kStepsPerStopCheck = 1 << 14;
/// If the search for ready lanes visits more lanes per op than this, it is not worth it.
constexpr std::size_t kMostVisitsPerOp = 8;
/// Shares of the total time after which the memory for the cells of an order, or for the ends of a replay, is
/// available.
constexpr double kCellsCleared = 0.1, kEndsTouched = 0.25;
/// Its end is 0, like the input of the first forwards: no lane begins at row 0.
constexpr std::uint32_t kNoInput = 0;

/// An op that already is in the order.
struct Placed {
    std::uint32_t row;
    std::uint32_t level;
};
constexpr Placed kNotPlaced{0, std::numeric_limits<std::uint32_t>::max()};

/// What the order stores about an op of a kind and stage.
struct Plan {
    CellPlace cell;
    std::uint32_t cost;  // index in EvaluationOrder::costs
};

}  // namespace

std::shared_ptr<const EvaluationOrder> findEvaluationOrder(std::shared_ptr<const Program> shared, std::stop_token stop,
                                                           const Progress& progress) {
    const Program& program = *shared;
    if (!program.needs.isByStage()) {
        auto order = std::make_shared<EvaluationOrder>();
        if (!program.needs.isInOrder) {
            auto ops = orderByNeeds(program, stop, progress);
            if (!ops) return nullptr;
            order->ops = std::move(*ops);
        }
        order->program = std::move(shared);
        return order;
    }
    const CellLayout layout(program);
    Column<Placed> cells = clearedCells(layout, Placed{kNoInput, 0}, kNotPlaced, stop, progress.part(0, kCellsCleared));
    if (cells.empty()) return nullptr;
    const std::size_t count = program.opCount(), mostVisits = kMostVisitsPerOp * count;
    auto order = std::make_shared<EvaluationOrder>();
    std::vector<Plan> plans;
    for (std::size_t i = 0; i < layout.stages * kPipelineKinds; ++i) {
        const auto kind = static_cast<OpKind>(i % kPipelineKinds);
        plans.push_back({layout.placeOf(kind, i / kPipelineKinds), static_cast<std::uint32_t>(order->costs.size())});
        if (program.kinds.has(kind)) order->costs.push_back(i);
    }
    order->steps = Column<EvaluationOrder::Step>(count);
    std::vector<RowRange> lanes(program.lanes.begin(), program.lanes.end());
    auto* step = order->steps.data();
    const auto* const end = step + count;
    const Progress placing = progress.part(kCellsCleared, 1);
    std::size_t visits = 0, visitsAtCheck = 0;
    std::uint32_t level = 1;
    // A level contains the next op of every lane of a band whose inputs are in an earlier level.
    const auto visit = [&](std::size_t i) {
        RowRange& lane = lanes[i];
        if (lane.begin == lane.end) return false;
        const Op op = program.ops[lane.begin];
        const std::size_t microbatch = op.microbatch().index();
        const Plan& plan = plans[op.costIndex()];
        const Placed input = cells[plan.cell.input + microbatch];
        if (input.level >= level) return false;
        const auto row = static_cast<std::uint32_t>(lane.begin);
        std::uint32_t opens = 0;
        if (op.opensPair()) {
            const Op other = program.ops[row + 1];
            const Plan& second = plans[other.costIndex()];
            const Placed otherInput = cells[second.cell.input + other.microbatch().index()];
            if (otherInput.level >= level) return false;
            cells[second.cell.result + other.microbatch().index()] = {row + 1, level};
            step[1] = {row + 1, otherInput.row, second.cost};
            opens = EvaluationOrder::kOpensPair;
        }
        cells[plan.cell.result + microbatch] = {row, level};
        *step = {row, input.row, plan.cost | opens};
        const int rows = opens ? 2 : 1;
        step += rows;
        lane.begin += static_cast<Row>(rows);
        return true;
    };
    const auto afterTurn = [&](std::size_t more) {
        ++level;
        visits += more;
        if (visits - visitsAtCheck >= kStepsPerStopCheck) {
            if (stop.stop_requested()) return false;
            placing.note(static_cast<std::size_t>(step - order->steps.data()), count);
            visitsAtCheck = visits;
        }
        return step != end && visits <= mostVisits;
    };
    runInBands(lanes.size(), visit, afterTurn);
    if (step != end) return nullptr;
    progress.note(1, 1);
    order->program = std::move(shared);
    return order;
}

namespace {

/// Replays programs whose needs are by stage. Compiled twice, so that programs without pairs do not pay for pairs.
template <bool kHasPairs>
Result<std::shared_ptr<const Timeline>> replayByStage(const EvaluationOrder& order, const Costs& costs,
                                                      const std::stop_token& stop, const Progress& progress) {
    const Program& program = *order.program;
    auto timeline = std::make_shared<Timeline>();
    if (kHasPairs) timeline->start = touchedColumn<Time>(program.ops.size(), stop);
    timeline->end = touchedColumn<Time>(program.ops.size(), stop, progress.part(0, kEndsTouched));
    if (timeline->end.empty()) return cancelled();
    Time* const ends = timeline->end.data();
    ends[kNoInput] = 0;
    for (const RowRange& lane : program.lanes) ends[lane.begin - 1] = 0;  // so that its first op finds it free

    std::vector<OpCost> occurring;
    std::vector<Time> pairMore;  // by the cost index of the first op of a pair
    for (const std::size_t index : order.costs) {
        occurring.push_back(costs.ofKindAndStage[index]);
        if (kHasPairs) pairMore.push_back(costs.pairMoreOf(program.workerOf(StageId(index / kPipelineKinds))));
    }
    Time* const starts = timeline->start.data();
    const OpCost* const costOf = occurring.data();
    const auto* step = order.steps.data();
    const auto* const last = step + order.steps.size();
    const Progress running = progress.part(kEndsTouched, 1);
    while (step != last) {
        if (stop.stop_requested()) return cancelled();
        const auto* const pause = step + std::min<std::ptrdiff_t>(kStepsPerStopCheck, last - step);
        for (; step < pause; ++step) {
            const std::uint32_t which = kHasPairs ? step->cost & ~EvaluationOrder::kOpensPair : step->cost;
            const OpCost& cost = costOf[which];
            Time start = std::max(ends[step->row - 1], ends[step->input] + cost.hop);
            Time end = start + cost.duration;
            if (kHasPairs && which != step->cost) {
                const auto& first = *step++;
                const OpCost& second = costOf[step->cost];
                start = std::max(start, ends[step->input] + second.hop);
                end = start + cost.duration + second.duration + pairMore[which];
                starts[first.row] = start;
                ends[first.row] = end;
            }
            if (kHasPairs) starts[step->row] = start;
            ends[step->row] = end;
            // Lanes are too many streams for the hardware prefetcher. The line may be beyond the last end.
            __builtin_prefetch(ends + step->row + kRowsPerCacheLine, 1);
        }
        running.note(static_cast<std::size_t>(step - order.steps.data()), order.steps.size());
    }
    finish(*timeline, order.program, costs);
    return std::shared_ptr<const Timeline>(std::move(timeline));
}

}  // namespace

Result<std::shared_ptr<const Timeline>> replay(const EvaluationOrder& order, const Costs& costs, std::stop_token stop,
                                               const Progress& progress) {
    const Program& program = *order.program;
    assert(!costs.sendsBlock);  // a replay uses the end of an op, not the time at which its lane is free
    if (!program.needs.isByStage()) return runInOrder(order.program, order.ops, costs, stop, progress);
    return (program.hasPairs ? replayByStage<true> : replayByStage<false>)(order, costs, stop, progress);
}

}  // namespace bubblescope
