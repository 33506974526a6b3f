#pragma once

#include "app/pages/collectives_page.h"
#include "app/pages/experiments_page.h"
#include "app/pages/pages.h"
#include "app/pages/schedules_page.h"
#include "app/pages/schemes_page.h"
#include "app/pages/steps_page.h"
#include "app/window/main_window.h"

namespace bubblescope {

// The pages of a window, with their own types.

inline SchedulesPage& schedulesOf(MainWindow& window) {
    return static_cast<SchedulesPage&>(window.page(kSchedulesPage));
}
inline ExperimentsPage& experimentsOf(MainWindow& window) {
    return static_cast<ExperimentsPage&>(window.page(kExperimentsPage));
}
inline SchemesPage& schemesOf(MainWindow& window) { return static_cast<SchemesPage&>(window.page(kSchemesPage)); }

inline StepsPage& stepsOf(MainWindow& window) { return static_cast<StepsPage&>(window.page(kStepsPage)); }

inline CollectivesPage& collectivesOf(MainWindow& window) {
    return static_cast<CollectivesPage&>(window.page(kCollectivesPage));
}

}  // namespace bubblescope
