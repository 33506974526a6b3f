#pragma once

#include "tests/app/desk.h"

#include "engine/io/scenario_file.h"
#include "widgets/inspector/op_panel.h"

namespace bubblescope::test {

inline constexpr int kPlaceOfSteps = 4;

inline constexpr char kCompared[] = R"({"format": "bubblescope-scenario", "version": 1, "workload": {"time_unit": "ms"},
 "schedules": [
 {"step": "ddp", "buckets": "layer", "ranks": 4, "slowdown": [1, 1, 1.3, 1],
  "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30, "optimizer": 5}},
 {"kind": "gpipe"},
 {"step": "fsdp", "label": "FSDP, split", "comm_lanes": "split", "ranks": 4, "slowdown": [1, 1, 1.3, 1],
  "times": {"layers": 4, "forward": 10, "backward": 20, "all_gather": 15, "reduce_scatter": 15, "optimizer": 5}}]})";

/// A window that shows the page Steps.
class Stepping : public Desk {
public:
    explicit Stepping(const char* scenario = nullptr) {
        actions().pages->actions().at(kPlaceOfSteps)->trigger();
        if (scenario) document().start(*readScenario(scenario), {QStringLiteral("steps")});
        settle();
    }
    ScenarioPage& page() { return stepsOf(window); }
    StepsFacet& facet() { return stepsFacetOf(window); }
    const Scenario& scenario() { return document().scenario(); }
    const GanttLayout& layout() { return page().gantt().ganttLayout(); }
    /// With the narrow spaces that numbers and units have everywhere else.
    QString text(const char* name) {
        return page().opPanel().findChild<QLabel*>(QLatin1String(name))->text().replace(QChar::Nbsp, QChar(0x202f));
    }
};

}  // namespace bubblescope::test
