#pragma once

#include "engine/collectives/collective_cost.h"
#include "engine/steps/mesh.h"

namespace bubblescope {

/// The time of a collective of a group: by rings; an all-to-all goes pair by pair; a send is one message
/// (collectives.md §4). With link rules 2, m ranks of a node leave it by m ports (models.md §3). `bytes` is the size
/// of the whole buffer.
///
/// Units  microseconds
double timeOf(Collective collective, const GroupLink& link, const Cluster& cluster, double bytes);

/// Of tokens that go to `each` random ranks of a group, but over the links between nodes only once to each node, at
/// most to `nodeLimit` nodes. `bytes`: of a rank's tokens, without copies.
double timeOfOnce(const GroupLink& link, const Cluster& cluster, double bytes, int each, int nodeLimit);

/// The share of a collective's whole buffer that each of `ranks` ranks sends with the same algorithms.
double sentShare(Collective collective, int ranks);

}  // namespace bubblescope
