#pragma once

#include "engine/study/experiment_plan.h"
#include "engine/study/study.h"

namespace bubblescope {

/// Runs every point once, but for those that are `known` already; take(point, result) gets each on the caller's thread
/// as soon as it is there, and ends all by returning false. Points of one shape come together, so that an order is made
/// once and then replayed; those of the first figure come before all others.
///
/// Invariants  results, and the order in which they come, do not depend on the number of threads
/// Errors      what a schedule or the memory refuses is the point's refusal; after a request on `stop` nothing more is
///             taken
void runExperiment(const ExperimentPlan& plan, const std::function<bool(std::size_t point, StudyPoint result)>& take,
                   std::stop_token stop = {}, const StudyResources& resources = {}, std::size_t firstFigure = 0,
                   const std::vector<bool>& known = {});

}  // namespace bubblescope
