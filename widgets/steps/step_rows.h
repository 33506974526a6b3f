#pragma once

#include "widgets/panels/parameter_form.h"

#include "engine/scenario/scenario.h"

#include <vector>

namespace bubblescope {

// The rows of the form of training steps, and the edits that they ask for.

/// The options of a step besides its times: numbers, switches and choices, as its kind declares them, and a number for
/// each axis of its own mesh. Without those that have no effect on a step like this.
std::vector<FormRow> optionRows(const Scenario& scenario, std::size_t step);
/// The scenario with another value of an option of `step`; nothing leaves it out.
Scenario withOption(Scenario scenario, std::size_t step, const std::string& key, std::optional<ParameterValue> value);

/// The layer times of all steps, and the number of ranks of those without a mesh. A time that differs between layers or
/// steps shows a range, and its slider scales all of its values.
std::vector<FormRow> timeRows(const Scenario& scenario);

/// The keys of the workload that steps with a pipeline use: its sizes, and the times of its stages.
std::vector<FormRow> pipelineRows(const Scenario& scenario);
/// The scenario with another value of such a key. A step that sets the key itself keeps its own, with the new value.
Scenario withPipelineKey(Scenario scenario, const WorkloadKey& key, const ParameterValue& value);

}  // namespace bubblescope
