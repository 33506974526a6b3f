#pragma once

#include "engine/collectives/collective_cost.h"
#include "engine/steps/mesh.h"

namespace bubblescope {

/// What a collective of a group takes: by rings, an all-to-all pair by pair, a send at once (collectives.md §4).
/// `bytes` are those of the whole buffer.
///
/// Units  microseconds
double timeOf(Collective collective, const GroupLink& link, const Cluster& cluster, double bytes);

/// How much of a collective's whole buffer a rank sends, of so many that run it by the same algorithms.
double sentShare(Collective collective, int ranks);

}  // namespace bubblescope
