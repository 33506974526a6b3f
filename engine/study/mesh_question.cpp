#include "engine/study/mesh_question.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/steps/model_step.h"
#include "engine/steps/sharded_chain.h"
#include "engine/steps/shared_keys.h"
#include "engine/steps/step.h"
#include "engine/study/study_axes.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::string_view kBatch = "global_batch";
/// Keys of a step that any mesh may have, and that no choice is about.
constexpr std::string_view kKept[] = {"overlap",          "overlap_share",    "dispatch", "node_limit",
                                      "exchange_hidden",  "scatter_hops",     "sync",     "sync_pieces",
                                      "gather",           "imbalance",        "balance",  "mask",
                                      "prefetch_forward", "comm_lanes",       "rs_limit", "reshard_after_forward",
                                      "keep_last",        "prefetch_backward"};
constexpr Precision kPrecisionOfMesh = Precision::Fp32Grad;

}  // namespace

MeshQuestion questionOf(const Scenario& scenario, std::size_t step) {
    MeshQuestion question;
    question.model = modelOfStep(scenario, step);
    question.cluster = clusterOfStep(scenario, step);
    question.devices = static_cast<int>(meshOf(scenario, step).ranks());
    question.timeUnit = scenario.workload.timeUnit;
    const ScheduleEntry& entry = scenario.schedules[step];
    if (entry.kind == kMeshStep.id)
        for (const std::string_view key : kKept)
            if (const auto value = valueNamed(entry.values, key)) setNamed(question.values, key, *value);
    for (const std::string_view key : recomputeKeys())  // all are tried
        removeNamed(question.model, key);
    const auto model = modelOf(question.model);
    if (model && model->attention != Attention::Flash) setNamed(question.model, "attention", {std::string("flash")});
    const auto setup = setUp(resolve(scenario, step));
    // All have the precision of this step, where that is not what a mesh has anyway.
    if (setup && setup->model && setup->model->model.precision != kPrecisionOfMesh)
        setNamed(question.model, "precision",
                 {std::string(kPrecisions[static_cast<std::size_t>(setup->model->model.precision)])});
    if (valueNamed(question.model, kBatch)) return question;
    const double sequences = setup && setup->model ? setup->model->sequences() : question.devices;
    setNamed(question.model, kBatch, {static_cast<int>(std::lround(sequences))});
    return question;
}

int sequencesOf(const MeshQuestion& question) { return std::get<int>(valueNamed(question.model, kBatch)->held); }

std::vector<MeshChoice> choicesInTurn(const MeshQuestion& question) {
    const std::vector<MeshChoice> all = meshChoices(question);
    const auto model = modelOf(question.model);
    if (!model) return all;
    const double sequences = sequencesOf(question), layers = model->shape.layers;
    // Within a factor of two: stages of a pipeline, or layers with their communication.
    const auto work = [&](const MeshChoice& choice) {
        const Mesh& mesh = choice.mesh;
        const double ranks = 1.0 * mesh[MeshAxis::Dp] * mesh[MeshAxis::Fsdp] * model->microbatch;
        const double passes = std::max(1.0, sequences / ranks);
        constexpr double kOfStage = 4, kOfLayer = 5;
        return std::ilogb(passes * (mesh[MeshAxis::Pp] > 1 ? kOfStage * mesh[MeshAxis::Pp] : kOfLayer * layers));
    };
    std::vector<MeshChoice> inTurn;
    for (const std::size_t i : spreadOrder(all.size())) inTurn.push_back(all[i]);
    std::stable_sort(inTurn.begin(), inTurn.end(),
                     [&](const MeshChoice& a, const MeshChoice& b) { return work(a) < work(b); });
    return inTurn;
}

std::string textOf(const MeshChoice& choice) {
    std::string text = meshText(choice.mesh) + ", ";
    if (!choice.schedule.empty()) text += std::string(findKind(Family::Schedule, choice.schedule)->title) + ", ";
    return text + std::string(wordOf(choice.recompute));
}

namespace {

/// Whether a step does what a choice does; plain FSDP may be a step of that kind.
bool isChoice(const Scenario& scenario, std::size_t step, const Scenario& choice) {
    const ScheduleEntry &entry = scenario.schedules[step], &made = choice.schedules[0];
    if (!isOfModel(scenario, step) || (entry.kind != "mesh" && entry.kind != "fsdp") || entry.own != made.own)
        return false;
    const auto ownKeys = [](const ScheduleEntry& of) {
        auto values = of.values;
        std::erase_if(values, [](const NamedValue& one) {
            return findSharedKey(one.name) != nullptr || one.name == kAccumulateParameter.key;
        });
        return values;
    };
    if (ownKeys(entry) != ownKeys(made) || clusterOfStep(scenario, step) != choice.training.cluster) return false;
    const auto here = setUp(resolve(scenario, step)), there = setUp(resolve(choice, 0));
    if (!here || !there || !here->model || !there->model) return false;
    TrainedModel mine = here->model->model, other = there->model->model;
    mine.globalBatch = other.globalBatch = {};  // these may be set or follow from others
    const bool reducesAlike = accumulateOf(*here) == accumulateOf(*there) || here->model->microbatches == 1;
    return mine == other && reducesAlike && here->mesh == there->mesh &&
           here->model->microbatches == there->model->microbatches;
}

}  // namespace

OpenedChoice withChoice(Scenario scenario, const MeshQuestion& question, const MeshChoice& choice) {
    const Scenario alone = scenarioOf(question, choice);
    ScheduleEntry made = alone.schedules[0];
    for (const SharedKey& key : sharedKeys()) {
        ParameterValue::Object all = alone.training.*key.member;
        const ParameterValue::Object& shared = scenario.training.*key.member;
        if (key.parameter.key == "mesh")  // a size of 1 may be left out if nothing else is set
            std::erase_if(all, [&](const NamedValue& one) {
                return one.value == ParameterValue{1} && !valueNamed(shared, one.name);
            });
        if (ParameterValue::Object own = beside(shared, all); !own.empty())
            setNamed(made.values, key.parameter.key, {std::move(own)});
    }
    made.label = textOf(choice);
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        ScheduleEntry named = scenario.schedules[i];
        named.label = made.label;
        if (named == made || isChoice(scenario, i, alone)) return {std::move(scenario), i};
    }
    scenario.schedules.push_back(std::move(made));
    const std::size_t last = scenario.schedules.size() - 1;
    return {std::move(scenario), last};
}

std::vector<RefusalCount> refusalsOf(const std::vector<MeshOutcome>& outcomes) {
    std::vector<RefusalCount> counts;
    for (const MeshOutcome& outcome : outcomes) {
        if (outcome.refusal.empty()) continue;
        const auto same = std::find_if(counts.begin(), counts.end(),
                                       [&](const RefusalCount& one) { return one.reason == outcome.refusal; });
        if (same == counts.end())
            counts.push_back({outcome.refusal, 1});
        else
            ++same->count;
    }
    std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
    return counts;
}

}  // namespace bubblescope
