#pragma once

#include "engine/collectives/plan.h"

#include <cstdint>
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

/// The messages of a team's plan, counted at their ports instead of written, for any number of pieces.
///
/// Cost  a millisecond for 4,096 ranks
class PortLoads {
public:
    PortLoads(const Team& team, Inside inside);

    /// The steps of the plan in order.
    std::vector<PortSteps> steps(int pieces) const;

private:
    /// Messages that begin at a port: their first pieces in `step`.
    struct Begun {
        int step = 0;
        std::uint32_t port = 0;
    };
    std::vector<Begun> m_begun;   // by step
    std::vector<bool> m_isInter;  // by port; ports that carry the same at the same times are one
    int m_last = 0;               // step in which a message begins
};

/// Numbers of pieces among which the fastest is looked for: powers of two, and between them.
const std::vector<int>& offeredPieces();

}  // namespace bubblescope
