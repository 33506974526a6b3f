#pragma once

#include "engine/collectives/plan.h"

#include <vector>

namespace bubblescope {

// All-reduces whose pieces go up to be summed and down again one behind the other: as a double tree (two binary trees
// over the nodes, in which each node is inner in one at most, and a chain in every node) or through the switches of the
// nodes, which sum and copy (over several nodes together with the trees). Each of the team's `rings` goes by a rank of
// its own on every node, and has 1/rings of the buffer, half of it for each tree.
//
// Source  docs/collectives.md, Double trees and switches; Sanders, Speck, Traeff 2009, Two-tree algorithms for full
//         bandwidth broadcast, reduction and scan

/// What sums inside a node.
enum class Inside { Chain, Switch };

/// Writes the plan for `pieces` of the team, at least 1. Slots: ring, then tree, then piece.
template <Inside inside>
void allReducePipelined(PlanWriter& out);

/// Into how many slots the buffer is cut.
int pipelinedSlots(const Team& team);

/// Steps in which the busiest ports carry equally much, in slots: those of a rank inside its node, and between nodes.
struct PortSteps {
    long long times = 0;
    int intra = 0, inter = 0;
};

/// The steps of the plan in order, by counting the messages of each rank instead of writing them.
///
/// Cost  a millisecond for 4,096 ranks
std::vector<PortSteps> pipelinedSteps(const Team& team, Inside inside);

/// Numbers of pieces among which the fastest is looked for: powers of two, and between them.
const std::vector<int>& offeredPieces();

}  // namespace bubblescope
