#pragma once

#include "app/pages/collectives_page.h"
#include "app/pages/experiments_page.h"
#include "app/pages/pages.h"
#include "app/pages/scenario_page.h"
#include "app/pages/schedules_facet.h"
#include "app/pages/schemes_facet.h"
#include "app/pages/steps_facet.h"
#include "app/window/main_window.h"

namespace bubblescope {

// The pages of a window, with their own types, and the facets of those that show the scenario.

inline ScenarioPage& schedulesOf(MainWindow& window) { return static_cast<ScenarioPage&>(window.page(kSchedulesPage)); }
inline ScenarioPage& schemesOf(MainWindow& window) { return static_cast<ScenarioPage&>(window.page(kSchemesPage)); }

inline ScenarioPage& stepsOf(MainWindow& window) { return static_cast<ScenarioPage&>(window.page(kStepsPage)); }

inline SchedulesFacet& schedulesFacetOf(MainWindow& window) {
    return static_cast<SchedulesFacet&>(schedulesOf(window).facet());
}
inline SchemesFacet& schemesFacetOf(MainWindow& window) {
    return static_cast<SchemesFacet&>(schemesOf(window).facet());
}
inline StepsFacet& stepsFacetOf(MainWindow& window) { return static_cast<StepsFacet&>(stepsOf(window).facet()); }

inline ExperimentsPage& experimentsOf(MainWindow& window) {
    return static_cast<ExperimentsPage&>(window.page(kExperimentsPage));
}
inline CollectivesPage& collectivesOf(MainWindow& window) {
    return static_cast<CollectivesPage&>(window.page(kCollectivesPage));
}

}  // namespace bubblescope
