#pragma once

#include "engine/sim/timeline.h"

#include <vector>

namespace bubblescope {

// Where the playback of a timeline holds. Units: micro-units.

/// The next instant after `time` at which an op ends; the timeline's own end after that.
///
/// Cost  a search in each lane
Time endAfter(const Timeline& timeline, double time);
/// The last one before `time`, or the timeline's start.
Time endBefore(const Timeline& timeline, double time);

/// Where phases of a timeline part, from its start to its end: where anywhere the first backward starts, the last
/// forward ends and the first optimizer starts, as far as there are any. Of a pipeline they are warm-up, steady state
/// and cool-down.
///
/// Invariants  sorted, none twice
/// Cost        of all ops
std::vector<Time> phasesOf(const Timeline& timeline);

}  // namespace bubblescope
