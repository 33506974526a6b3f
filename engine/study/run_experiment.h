#pragma once

#include "engine/study/experiment_plan.h"
#include "engine/study/study.h"

namespace bubblescope {

/// Runs every point once, except those that are `known`. take(point, result) receives each on the caller's thread as
/// soon as it is there, and stops everything by returning false. Points of one shape come together, so that an order is
/// made once and then replayed; points of the first figure come before all others.
///
/// Invariants  results and their order do not depend on the number of threads
/// Errors      if a schedule or the memory refuses a point, the result is that refusal; after a request on `stop`,
///             nothing more is taken
void runExperiment(const ExperimentPlan& plan, const std::function<bool(std::size_t point, StudyPoint result)>& take,
                   std::stop_token stop = {}, const StudyResources& resources = {}, std::size_t firstFigure = 0,
                   const std::vector<bool>& known = {});

}  // namespace bubblescope
