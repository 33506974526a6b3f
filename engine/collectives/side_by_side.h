#pragma once

#include "engine/collectives/plan.h"

namespace bubblescope {

// Rings that run side by side, `rings` of the team: ring j passes the ranks of each node in the order j, j + 1, ...,
// around the node, and leaves it from the last, so that each rank has one way out and one way in. Each ring moves its
// own piece of every slot, by the plan of a single ring over its order. With more than one ring only.
//
// Source  docs/collectives.md, Rings side by side

void allGatherRings(PlanWriter& out);
void reduceScatterRings(PlanWriter& out);
/// Chains from the root, each with `pieces` of its own part of the buffer.
void broadcastRings(PlanWriter& out);
void scatterRings(PlanWriter& out);

/// How many rings ranks can have side by side: one for each rank of the node with fewest.
int ringsOf(int ranks, int nodeSize);

}  // namespace bubblescope
