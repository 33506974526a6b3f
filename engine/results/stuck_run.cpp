#include "engine/results/stuck_run.h"

#include "engine/entries/resolve.h"
#include "engine/sim/simulate.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr long long kMostOps = 1'000'000;

/// The program without its lanes.
Program emptied(const Program& program) {
    Program out;
    out.workers = program.workers;
    out.stages = program.stages;
    out.microbatches = program.microbatches;
    out.lines = program.lines;
    out.pieces = program.pieces;
    out.chunkOfStage = program.chunkOfStage;
    out.kinds = program.kinds;
    out.hasPairs = program.hasPairs;
    return out;
}

StuckRun pictureOf(const Standstill& stands, const Costs& costs) {
    const Program& all = *stands.timeline->program;
    auto program = std::make_shared<Program>(emptied(all));
    std::vector<Row> until = stands.next;
    for (const std::size_t lane : stands.circle) until[lane] = pairOf(all, stands.next[lane]).end;
    std::size_t end = 0;
    for (std::size_t lane = 0; lane < until.size(); ++lane)
        addLane(*program, all.lanes[lane].worker, Role::Compute, until[lane] - all.lanes[lane].begin, end);
    program->ops = Column<Op>(end);
    auto timeline = std::make_shared<Timeline>();
    timeline->start = Column<Time>(end);
    timeline->end = Column<Time>(end);
    for (std::size_t lane = 0; lane < until.size(); ++lane) {
        const Row begin = all.lanes[lane].begin, next = stands.next[lane], to = program->lanes[lane].begin;
        for (Row row = begin; row < until[lane]; ++row) program->ops[to + (row - begin)] = all.ops[row];
        for (Row row = begin; row < next; ++row) {
            timeline->start[to + (row - begin)] = stands.timeline->startOf(row);
            timeline->end[to + (row - begin)] = stands.timeline->end[row];
        }
        const Time free = next > begin ? stands.timeline->freeAfter(next - 1) : 0;
        const bool isPair = until[lane] > next + 1;
        Time duration = isPair ? costs.pairMoreOf(all.lanes[lane].worker) : 0;
        for (Row row = next; row < until[lane]; ++row) duration += costs.durationOf(all, row);
        for (Row row = next; row < until[lane]; ++row) {
            timeline->start[to + (row - begin)] = free;
            timeline->end[to + (row - begin)] = free + duration;
        }
        if (until[lane] > begin)
            timeline->latestEnd = std::max(timeline->latestEnd, timeline->end[to + (until[lane] - begin) - 1]);
    }
    StuckRun out;
    for (const std::size_t lane : stands.circle)
        out.circle.push_back(program->lanes[lane].begin + (stands.next[lane] - all.lanes[lane].begin));
    timeline->program = std::move(program);
    out.timeline = std::move(timeline);
    return out;
}

}  // namespace

std::shared_ptr<const StuckRun> stuckRunOf(const Scenario& scenario, std::size_t index, const std::stop_token& stop) {
    const ResolvedSchedule schedule = resolve(scenario, index);
    // A kind that searches for its order never finds one that deadlocks, and would search again.
    if (!schedule.kind->generate || schedule.kind->ordersByTimes || opsOf(schedule) > kMostOps) return nullptr;
    if (!checkOrder(schedule, scenario.schedules[index])) return nullptr;
    ScheduleInput input = schedule.input();
    input.stop = stop;
    auto program = orderOf(*schedule.kind, input);
    if (!program) return nullptr;
    const Costs costs = costsOf(*program, toDurations(schedule.workload));
    Standstill stands;
    const auto whole = simulate(std::make_shared<const Program>(std::move(*program)), costs, stop, {}, &stands);
    return whole || stands.circle.empty() ? nullptr : std::make_shared<const StuckRun>(pictureOf(stands, costs));
}

}  // namespace bubblescope
