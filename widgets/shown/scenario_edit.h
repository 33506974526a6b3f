#pragma once

#include "engine/scenario/scenario.h"
#include "widgets/kit/edit.h"

namespace bubblescope {

using ScenarioEdit = Edit<Scenario>;

}  // namespace bubblescope
