#pragma once

#include "engine/collectives/collective_setup.h"
#include "widgets/shown/scenario_edit.h"

namespace bubblescope {

/// A change of a collective that a view asks for, like ScenarioEdit.
struct CollectiveEdit {
    CollectiveSetup after;
    QString what;
    int gesture = 0;
};

}  // namespace bubblescope
