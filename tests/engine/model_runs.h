#pragma once

#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/steps/run_step.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace bubblescope::test {

/// The first step of a scenario file, run; null if it is refused.
inline std::shared_ptr<const StepRun> ranStep(const std::string& file) {
    const auto scenario = readScenario(file);
    if (!scenario) return nullptr;
    const auto ran = run(*scenario, 0);
    return ran ? (*ran)->step : nullptr;
}

inline double sentBytes(const StepRun& step) { return step.sent ? step.sent->front() : 0; }

inline bool areClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), 1.0); }

}  // namespace bubblescope::test
