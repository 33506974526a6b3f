#pragma once

#include "engine/analysis/lane_sums.h"

#include <memory>

namespace bubblescope {

/// Whether all pairs of a lane take the same time, as they do where the stages of a device are alike: then a paired op
/// takes the time of its kind and stage, too, and sums are by them.
bool arePairsAlike(const Timeline& timeline);

/// The sums of one timeline for another one of the same program, as when its order was replayed with other times; null
/// where its pairs or those that the sums were made of are not alike.
///
/// Cost  a look at the ops of each lane until all of its slots have been seen, and a copy
std::shared_ptr<const LaneSums> sumsAt(const LaneSums& sums, const Timeline& timeline);

}  // namespace bubblescope
