#pragma once

#include "engine/core/result.h"
#include "engine/lessons/lesson.h"
#include "engine/results/run.h"

#include <stop_token>

namespace bubblescope {

/// The results of a step's document: one for each of its schedules or algorithms.
struct LessonRuns {
    std::vector<RunResult> schedules;
    std::vector<Result<CollectiveRun>> algorithms;
};

/// Runs all of it. Cost: that of at most kMaxLessonOps ops.
LessonRuns runsOf(const LessonScene& scene, const std::stop_token& stop = {});

struct NamedNumber {
    std::string name;
    double value;  // NaN if it is a list, or if nothing ran

    friend bool operator==(const NamedNumber&, const NamedNumber&) = default;
};

/// All numbers that formulas of a step can name, besides the constants of lessons. For a scenario: the symbols of the
/// workload (`D`, `T_C`); for its n-th schedule, counted from 1, each quantity (`total_time_2`), also for worker d
/// (`peak_activations_2_0`), each workload key and each number among its parameters (`chunks_2`, `times_all_gather_2`).
/// For a collective: `ranks`, `bytes`, `node_size`, and the results of its n-th algorithm (`time_1`, `steps_1`).
///
/// Units  times in the user's unit, of collectives in microseconds
std::vector<NamedNumber> numbersOf(const LessonScene& scene, const LessonRuns& runs);

/// Those of them that all entries share: `D`, `T_C`; of a collective `ranks`, `bytes`.
std::vector<NamedNumber> sharedNumbers(const LessonScene& scene);

/// Only the names, without running anything.
std::vector<std::string> namesOf(const LessonScene& scene);

}  // namespace bubblescope
