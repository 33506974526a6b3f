#include "engine/analysis/paired_sums.h"

#include <algorithm>

namespace bubblescope {

bool arePairsAlike(const Timeline& timeline) {
    const Program& program = *timeline.program;
    if (!program.hasPairs || !program.needs.isByStage() || timeline.opTime.empty()) return false;
    std::vector<std::optional<StageId>> firstOnLane(program.lanes.size());
    for (int stage = 0; stage < program.stagesOfAllLines(); ++stage) {
        auto& first = firstOnLane[program.needs.laneOfStage[static_cast<std::size_t>(stage)].index()];
        if (!first) first = StageId(stage);
        for (const OpKind kind : {OpKind::Forward, OpKind::Backward})
            if (timeline.opTime[Op(kind, stage, 0).costIndex()] !=
                timeline.opTime[Op(kind, first->value, 0).costIndex()])
                return false;
    }
    return true;
}

std::shared_ptr<const LaneSums> sumsAt(const LaneSums& sums, const Timeline& timeline) {
    if (!sums.isByStage || sums.program != timeline.program || !arePairsAlike(timeline)) return nullptr;
    auto out = std::make_shared<LaneSums>(sums);
    out->longest = 0;
    for (std::size_t i = 0; i < out->lanes.size(); ++i) {
        const RowRange rows = timeline.program->lanes[i];
        Row row = rows.begin;
        for (LaneSums::Slot& slot : out->lanes[i].slotOps) {  // in the order of their first ops
            while (timeline.program->ops[row] != slot.first) ++row;
            slot.duration = ownSpan(timeline, row).length();
            out->longest = std::max(out->longest, slot.duration);
        }
    }
    return out;
}

}  // namespace bubblescope
