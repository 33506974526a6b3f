#pragma once

#include "engine/core/parallel.h"
#include "engine/run/memory.h"
#include "engine/study/experiment_plan.h"
#include "engine/study/sweep.h"

#include <functional>

namespace bubblescope {

/// What running an experiment may use.
struct ExperimentResources {
    std::size_t threads = coreCount();
    std::uint64_t memory = availableMemory();
    std::size_t firstFigure = 0;  // whose points come before all others
};

/// Runs every point once; take(point, result) gets each on the caller's thread as soon as it is there, and ends all by
/// returning false. Points of one shape come together, so that an order is made once and then replayed.
///
/// Invariants  results, and the order in which they come, do not depend on the number of threads
/// Errors      what a schedule or the memory refuses is the point's refusal; after a request on `stop` nothing more is
///             taken
void runExperiment(const ExperimentPlan& plan, const std::function<bool(std::size_t point, StudyPoint result)>& take,
                   std::stop_token stop = {}, const ExperimentResources& resources = {});

}  // namespace bubblescope
