#pragma once

#include "engine/sim/timeline.h"

#include <vector>

namespace bubblescope {

// Where the playback of a timeline stops. Units: micro-units.

/// The next instant after `time` at which an op ends; after the last op, the end of the timeline.
///
/// Cost  one search per lane
Time endAfter(const Timeline& timeline, double time);
/// The last such instant before `time`, or the timeline's start.
Time endBefore(const Timeline& timeline, double time);

/// The boundaries between phases of a timeline, from its start to its end: the first start of a backward, the last end
/// of a forward and the first start of an optimizer, as far as they exist. In a pipeline these are warm-up, steady
/// state and cool-down.
///
/// Invariants  sorted, without duplicates
/// Cost        visits all ops
std::vector<Time> phasesOf(const Timeline& timeline);

}  // namespace bubblescope
