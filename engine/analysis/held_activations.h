#pragma once

#include "engine/program/program.h"
#include "engine/sim/timeline.h"

#include <stop_token>
#include <vector>

namespace bubblescope {

/// How many activations one worker holds as time passes, counted as the list scheduler counts them: one more from the
/// start of a forward whose backward runs there, one less from the start of each of its backwards (model.md §8).
///
/// What starts at the same instant is one step. Where a forward and its backward share a worker, and all ops take time,
/// most() is the scheme's peakActivations. The scheduler looks at a worker's count only when that worker starts an op:
/// where others fill it, most() may be more. It is less only where ops that take no time come and go in an instant, or
/// where under a cap a forward is chosen after ops that start later.
///
/// Shapes      count[i] holds from at[i] to at[i+1], the last one for ever; blockMost[j] is the most of count[64 j ...]
/// Invariants  at is strictly ascending, no count is negative, the last one is 0; before at[0] it holds nothing
/// Cost        12 bytes an op at most
struct HeldActivations {
    Column<Time> at;
    Column<std::int32_t> count;
    std::vector<std::int32_t> blockMost;

    int heldAt(Time time) const;
    /// The most within [begin, end]. Cost follows the number of steps between them, a 64th of it where there are many.
    int mostWithin(Time begin, Time end) const;
    int most() const;
    /// What it holds of columns.
    std::size_t bytes() const;
};

/// Of each worker of a scheme's program; empty after a request on `stop`.
///
/// Cost  some 10 ns an op, some 50 where the activations of one worker are made by many
std::vector<HeldActivations> heldActivations(const Timeline& timeline, const std::stop_token& stop = {});

}  // namespace bubblescope
