#pragma once

#include "engine/io/scenario_file.h"
#include "engine/study/experiment.h"

namespace bubblescope {

/// Reads an experiment file, with `settings` applied in order before anything is checked.
///
/// Errors  one sentence with its place, as readScenario(), and those of checkExperiment()
Result<Experiment> readExperiment(std::string_view bytes, std::span<const Setting> settings = {});

/// The same, but what only checkExperiment() refuses passes: a draft that people are still at.
Result<Experiment> readDraft(std::string_view bytes, std::span<const Setting> settings = {});

/// The experiment as a file. Reading it back gives an equal experiment.
std::string writeExperiment(const Experiment& experiment);

}  // namespace bubblescope
