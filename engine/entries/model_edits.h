#pragma once

#include "engine/scenario/scenario.h"
#include "engine/steps/mesh.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

// Edits of steps whose times come from a model. What a step says for itself stays its own; all else is of all steps.

/// Whether a step's times come from a model: it has one, and no times of its own.
bool isOfModel(const Scenario& scenario, std::size_t step);
/// Of the scenario's schedules, those that are steps of a model.
std::vector<std::size_t> modelStepsOf(const Scenario& scenario);

/// What a step has under `model` or `cluster`, its own or that of all: of "model.sequence", "cluster.device.preset".
std::optional<ParameterValue> trainingValue(const Scenario& scenario, std::size_t step, std::string_view path);
/// Another one there: for the step alone where it says that key for itself, else for all; nothing: none, as without.
Scenario withTrainingValue(Scenario scenario, std::size_t step, std::string_view path,
                           std::optional<ParameterValue> value);

/// Labels that tell what a step computed again before - "FSDP 8 x TP 8, flash" - tell what it does now.
///
/// Shapes  schedules of both are the same ones
void retellRecompute(const Scenario& before, Scenario& now);

/// The whole model and cluster that a step has.
ParameterValue::Object modelOfStep(const Scenario& scenario, std::size_t step);
ParameterValue::Object clusterOfStep(const Scenario& scenario, std::size_t step);

/// "FSDP 8 x TP 4"; of one rank "1 device".
std::string meshText(const Mesh& mesh);
Mesh meshOf(const Scenario& scenario, std::size_t step);
/// The step has a mesh of its own. A kind that does not take its axes becomes one that does, where that means the same;
/// a label that tells the mesh tells the new one.
Scenario withMesh(Scenario scenario, std::size_t step, const Mesh& mesh);

/// How many devices the steps of models are compared on: as many as the most of them have.
int devicesOf(const Scenario& scenario);
/// Of steps of models those on `before` devices on another number: their axes of data grow and shrink, and what cannot
/// stays as it is.
Scenario withDeviceCount(Scenario scenario, int before, int devices);

/// A size that an axis of a mesh may have.
struct AxisChoice {
    int size = 1;
    Mesh mesh;        // with it, and all devices of the step at work
    std::string why;  // it cannot; empty: it can
};
/// Those that divide the devices. What an axis takes, the axes of data give.
///
/// Cost  some 10 us a size
std::vector<AxisChoice> axisChoices(const Scenario& scenario, std::size_t step, MeshAxis axis);

/// A step without typed times, on the model that a scenario has: of the gallery, or one that is to be of a model from
/// now on. Kinds that no model makes stay as they are.
ScheduleEntry asOfModel(const Scenario& scenario, ScheduleEntry entry);
/// The same steps of a well-known model on one node, in place of their typed times.
Scenario withModel(Scenario scenario);

}  // namespace bubblescope
