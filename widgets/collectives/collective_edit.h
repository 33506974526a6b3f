#pragma once

#include "engine/collectives/collective_setup.h"
#include "widgets/kit/edit.h"

namespace bubblescope {

using CollectiveEdit = Edit<CollectiveSetup>;

}  // namespace bubblescope
