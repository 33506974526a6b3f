#pragma once

#include "tests/engine/scenarios.h"
#include "widgets/shown/op_palette.h"
#include "widgets/shown/outcome.h"

namespace bubblescope::test {

/// The outcomes of all schedules of a scenario, in the colours of the window.
inline std::vector<Outcome> outcomesOf(const Scenario& scenario, ThemeId theme = ThemeId::Light) {
    std::vector<Outcome> outcomes;
    const auto colors = seriesColors(scenario.schedules, theme);
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        outcomes.push_back(outcomeOf(scenario, i, run(scenario, i)));
        outcomes.back().color = colors[i];
    }
    return outcomes;
}

}  // namespace bubblescope::test
