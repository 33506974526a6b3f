#pragma once

#include "tests/widgets/gantt_pictures.h"

#include "widgets/gantt/gantt_layout.h"

// What the tests of Gantts of placement schemes share.

namespace bubblescope::test {

inline GanttStyle heldStyle() {
    GanttStyle style;
    style.marks.held = true;
    return style;
}

inline GanttLayout layoutOf(const std::vector<Outcome>& outcomes, const GanttStyle& style = {},
                            const QSizeF& size = {830, 520}) {
    return layoutGantt(shownOf(outcomes), {}, style, fittingRange(shownOf(outcomes)), size);
}

inline const Program& programOf(const std::vector<Outcome>& outcomes, std::size_t track = 0) {
    return *outcomes[track].run->timeline->program;
}

inline bool hasEntry(const GanttLayout& layout, LegendEntry::What what) {
    return std::any_of(layout.legend.begin(), layout.legend.end(),
                       [&](const auto& entry) { return entry.what == what; });
}

/// FSDP and FS Looped PP, where fetching weights takes half a unit, and a schedule without fetch lanes.
inline std::vector<Outcome> fetchOutcomes() {
    Scenario scenario = schemeScenario("fsdp", 6, 0.5);
    scenario.schedules.push_back(schemeScenario("fs-looped-pp", 12, 0.5).schedules.front());
    scenario.schedules.push_back({"1f1b", {}, {}});
    scenario.workload.forward = 1.0;
    scenario.workload.backward = 2.0;
    scenario.workload.comm = 0.0;
    return outcomesOf(scenario);
}

}  // namespace bubblescope::test
