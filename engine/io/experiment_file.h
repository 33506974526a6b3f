#pragma once

#include "engine/io/scenario_file.h"
#include "engine/study/experiment.h"

namespace bubblescope {

/// The keys of an experiment file.
const Parameter& experimentDocument();

/// Reads an experiment file. `settings` are applied in order before anything is checked.
///
/// Errors  one sentence with its place, like readScenario(), and those of checkExperiment()
Result<Experiment> readExperiment(std::string_view bytes, std::span<const Setting> settings = {});

/// The same without checkExperiment(), for a draft that is still being edited.
Result<Experiment> readDraft(std::string_view bytes, std::span<const Setting> settings = {});

/// The experiment as a file. Reading it back gives an equal experiment.
std::string writeExperiment(const Experiment& experiment);

}  // namespace bubblescope
