#pragma once

#include "engine/study/experiment_plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// The results of an experiment so far, for all views.
///
/// Shapes      points[i] is point i of the plan; nullopt if it is not computed yet
/// Invariants  only grows: a point that is present does not change. A new run is a new object
/// Thread      the interface thread
struct ExperimentResults {
    std::shared_ptr<const ExperimentPlan> plan;
    std::vector<std::optional<StudyPoint>> points;
    std::size_t done = 0;  // number of computed points

    bool isWhole() const { return done == points.size(); }
};

using SharedResults = std::shared_ptr<const ExperimentResults>;

}  // namespace bubblescope
