#pragma once

#include "engine/study/run_experiment.h"
#include "tests/engine/experiment_files.h"
#include "widgets/study/experiment_results.h"

namespace bubblescope::test {

/// Results in which every point is still pending.
inline std::shared_ptr<ExperimentResults> awaitedResults(Experiment experiment) {
    auto plan = planExperiment(std::move(experiment));
    if (!plan) qFatal("%s", plan.error().text().c_str());
    auto results = std::make_shared<ExperimentResults>();
    results->plan = std::make_shared<const ExperimentPlan>(std::move(*plan));
    results->points.resize(results->plan->size());
    return results;
}

inline std::shared_ptr<ExperimentResults> resultsOf(Experiment experiment) {
    auto results = awaitedResults(std::move(experiment));
    runExperiment(*results->plan, [&](std::size_t point, StudyPoint result) {
        results->points[point] = std::move(result);
        ++results->done;
        return true;
    });
    return results;
}

/// `count` made-up points along T_C for one schedule: point i is f(i).
template <class F>
std::shared_ptr<ExperimentResults> madeUp(std::size_t count, F&& f) {
    Experiment experiment;
    experiment.x.variable = "comm";
    for (std::size_t i = 0; i < count; ++i) experiment.x.values.push_back(static_cast<double>(i));
    experiment.series = std::vector<ScheduleEntry>{ScheduleEntry{"gpipe", {}, {}}};
    auto results = awaitedResults(std::move(experiment));
    for (std::size_t i = 0; i < count; ++i) results->points[i] = f(i);
    results->done = count;
    return results;
}

}  // namespace bubblescope::test
