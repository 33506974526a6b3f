#include "engine/sim/costs.h"

#include <algorithm>

namespace bubblescope {

namespace {

Time durationOf(const Durations& durations, const Program& program, Op op, WorkerId worker) {
    if (static_cast<std::size_t>(op.kind()) >= kPipelineKinds) return 0;
    return durations.of(op.kind(), worker, program.placeOf(op.stage()));
}

/// How long a lane waits after an op of this kind and stage for its send.
Time sendOf(const Durations& durations, const Program& program, OpKind kind, int stage) {
    if (!durations.sendsBlock) return 0;
    Time longest = 0;
    for (const Needed& needing : neededFrom(kind, stage, program.stages))
        longest = std::max(longest,
                           durations.hop(program.workerOf(StageId(stage)), program.workerOf(StageId(needing.stage))));
    return longest;
}

}  // namespace

Costs costsOf(const Program& program, const Durations& durations) {
    Costs costs;
    costs.hops = &durations;
    costs.sendsBlock = durations.sendsBlock && program.needs.isByStage();
    if (!program.needs.isByStage()) {
        costs.ofOp.resize(program.ops.size(), 0);
        for (const Lane& lane : program.lanes)
            for (Row row = lane.begin; row < lane.end; ++row)
                costs.ofOp[row] = durationOf(durations, program, program.ops[row], lane.worker);
        return costs;
    }
    if (program.hasPairs) costs.pairMore = durations.pairMore;
    const int stages = program.stagesOfAllLines();
    costs.ofKindAndStage.reserve(static_cast<std::size_t>(stages) * kPipelineKinds);
    for (int stage = 0; stage < stages; ++stage) {
        const WorkerId worker = program.workerOf(StageId(stage));
        const StagePlace place = program.placeOf(StageId(stage));
        for (std::size_t i = 0; i < kPipelineKinds; ++i) {
            const auto kind = static_cast<OpKind>(i);
            const auto needed = neededBy(kind, stage, program.stages);
            const Time hop = needed ? durations.hop(program.workerOf(StageId(needed->stage)), worker) : 0;
            costs.ofKindAndStage.push_back(
                {durations.of(kind, worker, place), hop, sendOf(durations, program, kind, stage)});
        }
    }
    return costs;
}

}  // namespace bubblescope
