#include "engine/steps/contention.h"

#include "engine/program/op.h"
#include "engine/steps/mesh_cells.h"
#include "engine/steps/model_step.h"
#include "engine/steps/step.h"

#include <algorithm>
#include <map>
#include <vector>

namespace bubblescope {

namespace {

bool isBeside(Role role) {
    return role == Role::Collective || role == Role::Gather || role == Role::Scatter || role == Role::Replicas;
}

/// When a worker's collectives ran, ascending and apart.
std::vector<TimeSpan> collectivesOf(const Timeline& timeline, std::span<const Lane> lanes) {
    std::vector<TimeSpan> all;
    for (const Lane& lane : lanes)
        for (Row row = lane.begin; isBeside(lane.role) && row < lane.end; ++row)
            if (const TimeSpan span{timeline.startOf(row), timeline.end[row]}; span.length() > 0) all.push_back(span);
    std::sort(all.begin(), all.end(), [](const TimeSpan& a, const TimeSpan& b) { return a.begin < b.begin; });
    std::vector<TimeSpan> apart;
    for (const TimeSpan& span : all)
        if (apart.empty() || span.begin > apart.back().end)
            apart.push_back(span);
        else
            apart.back().end = std::max(apart.back().end, span.end);
    return apart;
}

/// The time that both share; `first` of `spans` is the first that may.
Time shared(const TimeSpan& one, const std::vector<TimeSpan>& spans, std::size_t& first) {
    while (first < spans.size() && spans[first].end <= one.begin) ++first;
    Time sum = 0;
    for (std::size_t at = first; at < spans.size() && spans[at].begin < one.end; ++at)
        sum += std::min(one.end, spans[at].end) - std::max(one.begin, spans[at].begin);
    return sum;
}

}  // namespace

bool hasContention(const StepSetup& setup) {
    if (!setup.model || setup.model->hardware.contention == 0 || setup.runsPipeline()) return false;
    for (const ScheduleKind* kind : {&kDdp, &kZero1, &kZero2, &kFsdp, &kHsdp})
        if (setup.kind == kind) return true;
    return setup.kind == &kMeshStep && setup.mesh[MeshAxis::Fsdp] > 1;
}

void contend(const StepSetup& setup, const Timeline& timeline, Column<Time>& durations) {
    const Program& program = *timeline.program;
    const double share = setup.model->hardware.contention;
    std::vector<Time> longer;
    std::map<std::pair<const CellChain*, std::vector<Time>>, Time> grown;  // most cells get longer alike
    for (std::size_t begin = 0; begin < program.lanes.size();) {
        std::size_t end = begin + 1;
        while (end < program.lanes.size() && program.lanes[end].worker == program.lanes[begin].worker) ++end;
        const std::span<const Lane> lanes(&program.lanes[begin], end - begin);
        const std::vector<TimeSpan> collectives = collectivesOf(timeline, lanes);
        begin = end;
        for (const Lane& lane : lanes) {
            std::size_t first = 0;
            for (Row row = lane.begin; lane.isWork() && row < lane.end; ++row) {
                const Op op = program.ops[row];
                const OpClass of = classOf(op.kind());
                if (of != OpClass::Forward && of != OpClass::Backward && of != OpClass::Weight) continue;
                Time& duration = durations[program.needs.opOf(row)];
                const TimeSpan whole{timeline.startOf(row), timeline.end[row]};
                if (!setup.hasCells || setup.model->isPlain(op.stage().value)) {
                    duration += stretched(shared(whole, collectives, first), share);
                    continue;
                }
                // A cell stands for a chain, whose ops get longer one by one.
                const auto& chains = setup.cellChains[static_cast<std::size_t>(op.stage().value)];
                const CellChain& chain = *chains[op.kind() == OpKind::Forward ? 0 : 1];
                longer.clear();
                for (const TimeSpan& span : chain.computes)
                    longer.push_back(stretched(
                        shared({whole.begin + span.begin, whole.begin + span.end}, collectives, first), share));
                const auto [known, isNew] = grown.try_emplace({&chain, longer});
                if (isNew) known->second = chain.growth(longer);
                duration += known->second;
            }
        }
    }
}

}  // namespace bubblescope
