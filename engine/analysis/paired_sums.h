#pragma once

#include "engine/analysis/lane_sums.h"

#include <memory>

namespace bubblescope {

/// Whether all pairs of a lane take the same time, as they do if the stages of a device are equal. Then a paired op,
/// too, takes the time of its kind and stage, and sums by kind and stage are valid.
bool arePairsAlike(const Timeline& timeline);

/// The sums of one timeline adapted to another timeline of the same program, e.g. after a replay with other times; null
/// if the pairs of either timeline are not equal.
///
/// Cost  looking at the ops of each lane until all of its slots have been seen, and a copy
std::shared_ptr<const LaneSums> sumsAt(const LaneSums& sums, const Timeline& timeline);

}  // namespace bubblescope
