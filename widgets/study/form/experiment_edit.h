#pragma once

#include "engine/study/experiment.h"

#include <QString>

namespace bubblescope {

/// A change of an experiment that a view requests, like ScenarioEdit for a scenario. The result may be an experiment
/// that checkExperiment() refuses, because users type one thing after another.
struct ExperimentEdit {
    Experiment after;
    QString what;     // for the undo menu: "Change x axis"
    int gesture = 0;  // edits with the same number are one undo step; 0: separate
};

}  // namespace bubblescope
