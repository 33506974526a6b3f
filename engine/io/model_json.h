#pragma once

#include "engine/scenario/scenario.h"
#include "engine/steps/model_memory.h"
#include "engine/transformers/trained_model.h"

namespace bubblescope {

/// A step of a scenario, and what its fullest rank keeps or why that cannot be told.
struct StepMemoryLine {
    std::string step, label;
    int ranks = 0;
    Result<MemoryEstimate> memory;
};

/// What is told of a model and of the steps that train it: the parts of `bubblescope model`.
struct ModelReport {
    TrainedModel model;
    std::string title;
    double memoryBytes = 0;  // of a device
    std::vector<StepMemoryLine> steps;
};

/// Of a scenario's shared model; of its steps those that take their times from a model.
///
/// Errors  the scenario has no model
Result<ModelReport> modelReport(const Scenario& scenario);

/// As `bubblescope model --json` prints it.
std::string modelJson(const ModelReport& report);

}  // namespace bubblescope
