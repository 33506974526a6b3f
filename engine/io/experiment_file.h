#pragma once

#include "engine/experiment/experiment.h"
#include "engine/io/scenario_file.h"

namespace bubblescope {

/// Reads an experiment file, with `settings` applied in order before anything is checked.
///
/// Errors  one sentence with its place, as readScenario(), and those of checkExperiment()
Result<Experiment> readExperiment(std::string_view bytes, std::span<const Setting> settings = {});

/// The experiment as a file. Reading it back gives an equal experiment.
std::string writeExperiment(const Experiment& experiment);

}  // namespace bubblescope
