#pragma once

#include "engine/scenario/scenario.h"
#include "engine/steps/mesh.h"
#include "engine/transformers/trained_model.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

// Edits of steps whose times come from a model. A value that a step sets itself changes for that step; all other values
// change for all steps.

/// Whether a step's times come from a model: it has a model, and no times of its own.
bool isOfModel(const Scenario& scenario, std::size_t step);
/// The scenario's schedules that are steps of a model.
std::vector<std::size_t> modelStepsOf(const Scenario& scenario);

/// The value that a step has at a path below `model` or `cluster`, its own or the shared one: "model.sequence",
/// "cluster.device.preset".
std::optional<ParameterValue> trainingValue(const Scenario& scenario, std::size_t step, std::string_view path);
/// Sets that value: for the step alone if it sets that key itself, otherwise for all. Nothing removes the value.
Scenario withTrainingValue(Scenario scenario, std::size_t step, std::string_view path,
                           std::optional<ParameterValue> value);

/// Sets that value for the step alone.
Scenario withOwnTrainingValue(Scenario scenario, std::size_t step, std::string_view path, ParameterValue value);

/// The keys of a model that say what is recomputed.
std::span<const std::string_view> recomputeKeys();
/// Another recompute for a step and those that share its model; what only the present one uses is left out.
Scenario withRecompute(Scenario scenario, std::size_t step, Recompute recompute);

/// Updates labels that name the recompute setting a step had before, such as "FSDP 8 x TP 8, flash".
///
/// Shapes  both scenarios have the same schedules
void retellRecompute(const Scenario& before, Scenario& now);

/// The complete model and cluster of a step.
ParameterValue::Object modelOfStep(const Scenario& scenario, std::size_t step);
ParameterValue::Object clusterOfStep(const Scenario& scenario, std::size_t step);

/// "FSDP 8 x TP 4"; "1 device" for a single rank.
std::string meshText(const Mesh& mesh);
Mesh meshOf(const Scenario& scenario, std::size_t step);
/// Gives the step a mesh of its own. A kind that does not accept the axes is replaced by one that does, if the meaning
/// is the same. A label that names the mesh is updated.
Scenario withMesh(Scenario scenario, std::size_t step, const Mesh& mesh);

/// The number of devices on which steps of models are compared: the largest of their numbers.
int devicesOf(const Scenario& scenario);
/// Moves steps of models that run on `before` devices to another number of devices: their data axes grow or shrink.
/// Steps for which that is impossible stay as they are.
Scenario withDeviceCount(Scenario scenario, int before, int devices);

/// A size that an axis of a mesh may have.
struct AxisChoice {
    int size = 1;
    Mesh mesh;        // with this size, using all devices of the step
    std::string why;  // why the size is impossible; empty if it is possible
};
/// Sizes that divide the number of devices. The data axes shrink or grow to make up for the size of the axis.
///
/// Cost  about 10 us per size
std::vector<AxisChoice> axisChoices(const Scenario& scenario, std::size_t step, MeshAxis axis);

/// A step, without typed times, for the scenario's model: from the gallery, or one that should use a model from now on.
/// Kinds that cannot use a model stay as they are.
ScheduleEntry asOfModel(const Scenario& scenario, ScheduleEntry entry);
/// The same steps for a well-known model on one node, instead of with typed times.
Scenario withModel(Scenario scenario);

}  // namespace bubblescope
