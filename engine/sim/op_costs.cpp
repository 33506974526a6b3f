#include "engine/sim/op_costs.h"

#include <algorithm>

namespace bubblescope {

std::vector<OpCost> opCosts(const Program& program, const Durations& durations) {
    const auto stages = static_cast<std::size_t>(program.stages);
    std::vector<OpCost> costs(stages * kOpKinds);
    if (program.isPlacedByOp()) return costs;
    for (std::size_t s = 0; s < stages; ++s) {
        const WorkerId worker = program.stageWorker[s];
        OpCost* const of = &costs[s * kOpKinds];
        for (std::size_t kind = 0; kind < kOpKinds; ++kind) of[kind].duration = durations.op[kind][worker.index()];
        if (s > 0) of[static_cast<int>(OpKind::Forward)].hop = durations.hop(program.stageWorker[s - 1], worker);
        if (s + 1 == stages) continue;
        const Time back = durations.hop(program.stageWorker[s + 1], worker);
        of[static_cast<int>(OpKind::Backward)].hop = of[static_cast<int>(OpKind::BackwardInput)].hop = back;
    }
    return costs;
}

OpCost costByOp(const Program& program, const Durations& durations, Op op) {
    const WorkerId worker = program.workerOf(op);
    const auto needed = dataDependency(program, op);
    return {durations.of(op.kind(), worker), needed ? durations.hop(program.workerOf(*needed), worker) : 0};
}

void finish(Timeline& timeline, std::shared_ptr<const Program> program, const std::vector<OpCost>& costs) {
    if (timeline.start.empty()) {
        timeline.opTime.reserve(costs.size());
        for (const OpCost& cost : costs) timeline.opTime.push_back(cost.duration);
    }
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
