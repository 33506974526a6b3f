#pragma once

#include "engine/study/experiment.h"
#include "widgets/kit/edit.h"

namespace bubblescope {

/// Its experiment may be one that checkExperiment() refuses, because users type one thing after another.
using ExperimentEdit = Edit<Experiment>;

}  // namespace bubblescope
