#pragma once

#include "engine/collectives/collective_cost.h"
#include "engine/steps/mesh.h"

namespace bubblescope {

/// What a collective of a group takes: by rings, an all-to-all pair by pair, a send at once (collectives.md §4).
/// `bytes` are those of the whole buffer.
///
/// Units  microseconds
double timeOf(Collective collective, const GroupLink& link, const Cluster& cluster, double bytes);

}  // namespace bubblescope
