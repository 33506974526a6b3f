#pragma once

#include "engine/study/run_experiment.h"
#include "engine/study/scenario_link.h"
#include "tests/engine/experiment_files.h"

namespace bubblescope::test {

inline ExperimentPlan planOfText(const std::string& text) {
    auto plan = planExperiment(*readExperiment(text));
    if (!plan) qFatal("%s", plan.error().text().c_str());
    return std::move(*plan);
}

inline ExperimentPlan planOf(const std::string& more) { return planOfText(experimentText(more)); }

inline Workload workloadAt(const ExperimentPlan& plan, const PointPlace& place) {
    return scenarioAt(plan, plan.pointAt(place)).workload;
}

/// The results of a run, and the order in which they arrived.
struct Taken {
    std::vector<StudyPoint> results;
    std::vector<std::size_t> order;
};

inline Taken runOn(const ExperimentPlan& plan, std::size_t threads, std::uint64_t memory = availableMemory()) {
    Taken taken{std::vector<StudyPoint>(plan.size()), {}};
    runExperiment(plan,
                  [&](std::size_t point, StudyPoint result) {
                      taken.results[point] = std::move(result);
                      taken.order.push_back(point);
                      return true;
                  },
                  {}, {threads, memory, nullptr, {}});
    return taken;
}

}  // namespace bubblescope::test
