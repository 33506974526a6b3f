#pragma once

#include "engine/scenario/scenario.h"
#include "engine/steps/model_memory.h"
#include "engine/steps/step_costs.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/trained_model.h"

namespace bubblescope {

/// A step of a scenario, and the memory of its fullest rank, or why it is unknown.
struct StepMemoryLine {
    std::string step, label;
    int ranks = 0;
    Result<MemoryEstimate> memory;
    std::optional<StepCosts> costs;  // of a step that runs and whose ops are bound by FLOPs and bytes
    GradientFacts gradients;
};

/// The report on a model and the steps that train it: the contents of `bubblescope model`.
struct ModelReport {
    TrainedModel model;
    std::string title;  // of the model, or of the scenario
    Hardware hardware;
    bool isByTable = false;  // activations are those of version 1
    std::vector<StepMemoryLine> steps;
};

/// The report on a scenario's shared model and those of its steps that use a model.
///
/// Errors  the scenario has no model
Result<ModelReport> modelReport(const Scenario& scenario);

/// Bytes that a layer keeps per microbatch on a single device.
double activationsOf(const TrainedModel& model, int layer, bool isByTable);

/// The report as `bubblescope model --json` prints it.
std::string modelJson(const ModelReport& report);

}  // namespace bubblescope
