#pragma once

#include "engine/sim/program.h"
#include "engine/sim/timeline.h"

#include <stop_token>
#include <vector>

namespace bubblescope {

/// How many activations one worker holds as time passes, counted as the list scheduler counts them: one more from the
/// start of a forward whose backward runs there, one less from the start of each of its backwards (model.md §8).
///
/// Shapes      count[i] holds from at[i] to at[i+1], the last one for ever; blockMost[j] is the most of count[64 j ...]
/// Invariants  at is strictly ascending; before at[0] it holds nothing
/// Cost        12 bytes an op at most
struct HeldActivations {
    std::vector<Time> at;
    std::vector<std::int32_t> count;
    std::vector<std::int32_t> blockMost;

    int heldAt(Time time) const;
    /// The most within [begin, end]. Cost follows the number of steps between them, a 64th of it where there are many.
    int mostWithin(Time begin, Time end) const;
    int most() const;
};

/// Of each worker of a program that is placed by op.
std::vector<HeldActivations> heldActivations(const Timeline& timeline);

}  // namespace bubblescope
