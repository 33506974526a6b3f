#pragma once

#include "widgets/picture/figure.h"

namespace bubblescope {

/// The default comparison.
inline Scenario foundingScenario(int devices = 4, int microbatches = 8) {
    Scenario scenario;
    scenario.workload.devices = devices;
    scenario.workload.microbatches = microbatches;
    scenario.workload.comm = 4.0;
    scenario.schedules = foundingSchedules();
    return scenario;
}

/// One schedule only.
inline Scenario scenarioOf(const char* kind, int devices, int microbatches) {
    Scenario scenario = foundingScenario(devices, microbatches);
    scenario.schedules = {{kind, {}, {}}};
    return scenario;
}

inline std::vector<Outcome> outcomesOf(const Scenario& scenario, ThemeId theme = ThemeId::Light) {
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        outcomes.push_back(outcomeOf(scenario, i, run(scenario, i)));
    return recolored(std::move(outcomes), scenario, theme);
}

}  // namespace bubblescope
