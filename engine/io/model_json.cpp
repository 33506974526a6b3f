#include "engine/io/model_json.h"

#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/io/json_text.h"
#include "engine/steps/model_step.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/layer_work.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::ordered_json;

double activationsOf(const TrainedModel& model, int layer, bool isByTable) {
    return keptOf(model, model.recompute, caseOf(model, layer, {}), isByTable).kept;
}

Result<ModelReport> modelReport(const Scenario& scenario) {
    if (scenario.training.model.empty())
        return Error{"is missing; a model needs a preset, such as \"llama-3-8b\", or a custom shape", "model"};
    auto model = modelOf(scenario.training.model);
    if (!model) return Error{model.error().message, "model." + model.error().field};
    const int layer = model->shape.lastLayer();
    const auto hardware = hardwareOf(scenario.training.cluster, model->isFp8);
    if (!hardware) return Error{hardware.error().message, "cluster." + hardware.error().field};
    ModelReport report;
    report.isByTable = !hardware->cluster.usesAllPorts;
    if (auto ok = checkActivations(activationsOf(*model, layer, report.isByTable)); !ok)
        return Error{ok.error().message, "model." + ok.error().field};
    report.model = std::move(*model);
    const KnownTransformer* known = findTransformer(report.model.name);
    report.title = known ? std::string(known->title) : scenario.title;
    report.hardware = *hardware;
    const std::vector<std::string> labels = labelsOf(scenario);
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        const ScheduleEntry& entry = scenario.schedules[i];
        if (entry.family != Family::Step || valueNamed(entry.values, "times")) continue;
        const auto setup = setUp(resolve(scenario, i));
        if (setup && !keepsModel(*setup)) continue;
        const auto memory = setup ? memoryEstimate(*setup) : Result<MemoryEstimate>(setup.error());
        StepMemoryLine line{entry.kind, shortened(labels[i], 200), setup ? setup->ranks() : 0, memory, {}, {}};
        if (setup) line.costs = costsOf(*setup);
        if (setup) line.gradients = gradientsOf(*setup);
        report.steps.push_back(std::move(line));
    }
    return report;
}

namespace {

ordered_json toJson(const StepCosts& costs) {
    ordered_json layers = ordered_json::array();
    for (const LayerSeconds& one : costs.layers)
        layers.push_back({{"layers", one.layers},
                          {"forward", one.forward},
                          {"input", one.input},
                          {"weight", one.weight},
                          {"again", one.again},
                          {"comm_forward", one.commForward},
                          {"comm_backward", one.commBackward}});
    const auto ofEnd = [](const Passes& passes) {
        return ordered_json{{"forward", passes.forward}, {"backward", passes.back()}};
    };
    return {{"layers", layers},
            {"head", ofEnd(costs.head)},
            {"embedding", ofEnd(costs.embedding)},
            {"update", costs.update},
            {"bound",
             {{"gemm", costs.gemm}, {"attention", costs.attention}, {"memory", costs.memory}, {"links", costs.links}}}};
}

ordered_json toJson(const GradientFacts& facts) {
    return {{"between_microbatches", std::llround(facts.betweenMicrobatches)},
            {"scatters", facts.scatters},
            {"all_reduces", facts.allReduces}};
}

}  // namespace

std::string modelJson(const ModelReport& report) {
    const TrainedModel& model = report.model;
    const int layer = model.shape.lastLayer();
    const auto whole = [](double value) { return static_cast<std::int64_t>(std::llround(value)); };
    ordered_json out = {
        {"format", "bubblescope-model"},
        {"version", 1},
        {"title", report.title},
        {"unit", "bytes"},
        {"model", model.name},
        {"parameters", whole(parameters(model.shape))},
        {"active_parameters", whole(activeParameters(model.shape))},
        {"flops_per_token", 3 * forwardFlops(model.shape, 1, model.sequence, model.causalDiscount)},
        {"layer",
         {{"parameters", whole(layerParameters(model.shape, layer).sum())},
          {"forward_flops", model.flopsOfLayer(layer).sum()},
          {"activation_bytes", whole(activationsOf(model, layer, report.isByTable))}}},
        {"layers", ordered_json::array()},
        {"steps", ordered_json::array()},
    };
    if (const int predictors = model.shape.predictors; predictors > 0)
        out["mtp_parameters"] =
            whole(predictors * (layerParameters(model.shape, layer).sum() + predictorParameters(model.shape)));
    for (const std::vector<int>& alike : alikeLayers(model.shape)) {
        const LayerParameters parts = layerParameters(model.shape, alike.front());
        out["layers"].push_back({{"layers", alike},
                                 {"cut", whole(parts.cut)},
                                 {"experts", whole(parts.experts * parts.expert)},
                                 {"whole", whole(parts.whole)},
                                 {"forward_flops", model.flopsOfLayer(alike.front()).sum()},
                                 {"activation_bytes", whole(activationsOf(model, alike.front(), report.isByTable))}});
    }
    if (!report.hardware.isFlat)
        out["cost_basis"] = {{"runs", report.hardware.calibratedRuns}, {"error", report.hardware.expectedError()}};
    for (const StepMemoryLine& line : report.steps) {
        ordered_json step = {{"step", line.step}, {"label", line.label}};
        if (line.memory) {
            const MemoryEstimate& memory = *line.memory;
            step["ranks"] = line.ranks;
            step["parameters_bytes"] = whole(memory.parameters);
            step["gradient_bytes"] = whole(memory.gradients);
            step["optimizer_bytes"] = whole(memory.optimizer);
            step["activation_bytes"] = whole(memory.activations);
            step["gathered_bytes"] = whole(memory.gathered);
            step["head_bytes"] = whole(memory.head);
            step["peak_bytes"] = whole(memory.peak());
            step["host_bytes"] = whole(memory.host);
            step["fits"] = report.hardware.fits(memory.peak());
            if (line.costs) step["costs"] = toJson(*line.costs);
            step["gradients"] = toJson(line.gradients);
            // Of a file with one step, what matters is at hand.
            if (report.steps.size() == 1 && line.costs) out["costs"] = step["costs"];
            if (report.steps.size() == 1) out["gradients"] = step["gradients"];
        } else {
            step["error"] = line.memory.error().message;
        }
        out["steps"].push_back(std::move(step));
    }
    return tidyJson(out);
}

}  // namespace bubblescope
