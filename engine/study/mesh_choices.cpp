#include "engine/study/mesh_choices.h"

#include "engine/core/divisors.h"
#include "engine/core/parallel.h"
#include "engine/entries/resolve.h"
#include "engine/steps/mesh_cells.h"
#include "engine/steps/run_step.h"
#include "engine/transformers/hardware.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

namespace {

/// Numbers of ranks that experts can be spread over.
std::vector<int> expertRanks(const Transformer& shape, Mesh mesh) {
    std::vector<int> counts;
    for (const int one : divisorsOf(shape.experts)) {
        mesh[MeshAxis::Ep] = one;
        if (mesh.takesExperts()) counts.push_back(one);
    }
    return counts;
}

}  // namespace

std::vector<MeshChoice> meshChoices(const MeshQuestion& question) {
    const auto model = modelOf(question.model);
    if (!model) return {};
    const Transformer& shape = model->shape;
    std::vector<MeshChoice> choices;
    const auto add = [&](const Mesh& mesh) {
        for (const Recompute recompute : question.recomputes) {
            if (mesh[MeshAxis::Pp] == 1) choices.push_back({mesh, recompute, {}});
            if (mesh[MeshAxis::Pp] == 1 || recompute == Recompute::Ops) continue;
            for (const std::string& schedule : question.schedules) choices.push_back({mesh, recompute, schedule});
        }
    };
    const int all = question.devices;
    for (const int tp : divisorsOf(all)) {
        if (shape.heads % tp != 0) continue;
        for (const int cp : divisorsOf(all / tp)) {
            if (model->sequence % cp != 0) continue;
            for (const int pp : divisorsOf(all / tp / cp)) {
                if (pp > shape.layers) continue;
                for (const int fsdp : divisorsOf(all / tp / cp / pp)) {
                    const int dp = all / tp / cp / pp / fsdp;
                    for (const int ep : expertRanks(shape, {{pp, dp, fsdp, cp, tp, 1}}))
                        add({{pp, dp, fsdp, cp, tp, ep}});
                }
            }
        }
    }
    return choices;
}

Scenario scenarioOf(const MeshQuestion& question, const MeshChoice& choice) {
    Scenario out;
    out.workload.timeUnit = question.timeUnit;
    out.training.model = question.model;
    out.training.cluster = question.cluster;
    setNamed(out.training.model, "recompute", {std::string(kRecomputes[static_cast<std::size_t>(choice.recompute)])});
    for (std::size_t axis = 0; axis < kAxes; ++axis)
        setNamed(out.training.mesh, kAxisKeys[axis], {choice.mesh.sizes[axis]});
    ScheduleEntry entry = entryOf(Family::Step, "mesh");
    for (const NamedValue& one : question.values) setNamed(entry.values, one.name, one.value);
    if (!choice.schedule.empty()) {
        setNamed(entry.values, "schedule", {choice.schedule});
        const ScheduleKind& kind = *findKind(Family::Schedule, choice.schedule);
        if (kind.hasChunks) entry.own.chunks = kind.usualChunks;
    }
    out.schedules = {std::move(entry)};
    return out;
}

MeshOutcome outcomeOf(const MeshQuestion& question, const MeshChoice& choice, const std::stop_token& stop) {
    const auto refused = [](const Error& error) { return MeshOutcome{.refusal = error.message}; };
    auto setup = setUp(resolve(scenarioOf(question, choice), 0));
    if (!setup) return refused(setup.error());
    useCells(*setup);
    const auto step = runStep(std::move(*setup), Folding::Equal, stop);
    if (!step) return refused(step.error());
    const auto hardware = hardwareOf(question.cluster);
    MeshOutcome out;
    out.total = step->timeline->totalTime();
    if (step->figures) out.mfu = step->figures->mfu, out.tokensPerSecond = step->figures->tokensPerSecond;
    out.memoryPeak = step->memoryPeak();
    if (const auto fullest = step->fullestWorker()) out.peakParts = step->memory[*fullest].peak;
    out.fits = hardware && hardware->fits(static_cast<double>(out.memoryPeak));
    return out;
}

void runChoices(const MeshQuestion& question, const std::vector<MeshChoice>& choices,
                const std::function<bool(std::size_t, MeshOutcome)>& take, const std::stop_token& stop) {
    constexpr std::size_t kAhead = 64;
    inOrder(
        choices.size(), coreCount(), kAhead, [&](std::size_t i) { return outcomeOf(question, choices[i], stop); },
        [&](std::size_t i, MeshOutcome outcome) { return !stop.stop_requested() && take(i, std::move(outcome)); });
}

std::vector<std::size_t> bestFirst(const std::vector<MeshOutcome>& outcomes) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i].refusal.empty()) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const MeshOutcome &x = outcomes[a], &y = outcomes[b];
        return std::tuple(!x.fits, x.total, x.memoryPeak) < std::tuple(!y.fits, y.total, y.memoryPeak);
    });
    return order;
}

}  // namespace bubblescope
