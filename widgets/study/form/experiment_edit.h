#pragma once

#include "engine/study/experiment.h"

#include <QString>

namespace bubblescope {

/// A change of an experiment that a view asks for, as ScenarioEdit is of a scenario. It may ask for an experiment that
/// checkExperiment() refuses: people type one thing after another.
struct ExperimentEdit {
    Experiment after;
    QString what;     // for the undo menu: "Change x axis"
    int gesture = 0;  // edits that share one undo as one step; 0: alone
};

}  // namespace bubblescope
