#pragma once

#include "engine/core/result.h"
#include "engine/lessons/lesson.h"
#include "engine/results/run.h"

#include <stop_token>

namespace bubblescope {

/// What the document of a step comes to: each of its schedules, or each of its algorithms.
struct LessonRuns {
    std::vector<RunResult> schedules;
    std::vector<Result<CollectiveRun>> algorithms;
};

/// Runs all of it. Cost: that of at most kMaxLessonOps ops.
LessonRuns runsOf(const LessonScene& scene, const std::stop_token& stop = {});

struct NamedNumber {
    std::string name;
    double value;  // NaN where it is a list, or nothing ran

    friend bool operator==(const NamedNumber&, const NamedNumber&) = default;
};

/// All that formulas of a step can name, beside the constants of lessons: the symbols of the workload (`D`, `T_C`), and
/// of its n-th schedule, from 1 on, each quantity (`total_time_2`), of its worker d (`peak_activations_2_0`), each
/// workload key and each number among its parameters (`chunks_2`, `times_all_gather_2`); of a collective `ranks`,
/// `bytes`, `node_size`, and what its n-th algorithm comes to (`time_1`, `steps_1`).
///
/// Units  times in the user's unit, of collectives in microseconds
std::vector<NamedNumber> numbersOf(const LessonScene& scene, const LessonRuns& runs);

/// Only their names, without running anything.
std::vector<std::string> namesOf(const LessonScene& scene);

}  // namespace bubblescope
