#pragma once

#include "engine/io/scenario_file.h"
#include "engine/schemes/run_scheme.h"
#include "engine/schemes/scheme.h"
#include "engine/study/study.h"
#include "tests/widgets/outcomes.h"

#include <QString>

#include <fstream>
#include <iterator>

namespace bubblescope::test {

/// The seven schemes of the preset.
inline Scenario sevenSchemes() {
    std::ifstream file(SOURCE_DIR "/presets/placement-schemes.bubble.json");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto scenario = readScenario(text);
    if (!scenario) qFatal("%s", scenario.error().text().c_str());
    return *scenario;
}

inline RunResult runOf(const Scheme& scheme) { return run(scenarioOf(scheme), 0); }

/// The walk of a scheme through some values of a number; all points are still pending.
inline Study awaitedWalk(const Scheme& scheme, const std::string& number, const std::vector<int>& values) {
    Study walk = walkStudy(scenarioOf(scheme), 0, number);
    walk.values.assign(values.begin(), values.end());
    walk.series.front().assign(values.size(), {});
    return walk;
}

/// The same walk when all points have results.
inline Study walkOf(const Scheme& scheme, const std::string& number, const std::vector<int>& values) {
    Study walk = awaitedWalk(scheme, number, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto result = runOf(withNumber(scheme, number, values[i]));
        walk.series[0][i] = result ? pointOf(**result) : refusedPoint(result.error().message);
    }
    return walk;
}

}  // namespace bubblescope::test
