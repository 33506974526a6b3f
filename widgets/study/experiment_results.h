#pragma once

#include "engine/study/experiment_plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// What became of an experiment so far, as every view of it shows it.
///
/// Shapes      points[i] is the plan's point i; nothing where it is awaited
/// Invariants  grows alone: a point that is there stays as it is. A new run is a new object
/// Thread      the interface thread
struct ExperimentResults {
    std::shared_ptr<const ExperimentPlan> plan;
    std::vector<std::optional<StudyPoint>> points;
    std::size_t done = 0;  // points that are there

    bool isWhole() const { return done == points.size(); }
};

using SharedResults = std::shared_ptr<const ExperimentResults>;

}  // namespace bubblescope
