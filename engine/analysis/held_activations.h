#pragma once

#include "engine/analysis/metrics.h"

#include <stop_token>
#include <vector>

namespace bubblescope {

/// How many activations one worker holds as time passes. What happens at the same instant is one step.
///
/// Of a pipeline they are counted as peak_activations is (model.md §5), and where all ops take time, most() is that.
/// Of a scheme they are counted as the list scheduler counts them (§8): one more from the start of a forward whose
/// backward runs there, one less from the start of each of its backwards. Where a forward and its backward share a
/// worker, and all ops take time, most() is the scheme's peakActivations. The scheduler looks at a worker's count only
/// when that worker starts an op: where others fill it, most() may be more. It is less only where ops that take no time
/// come and go in an instant, or where under a cap a forward is chosen after ops that start later.
///
/// Shapes      held[i] from at[i] to at[i+1], the last one for ever; blockMost[j] is the most of held[64 j ...]
/// Units       activations of one microbatch on one device
/// Invariants  at is strictly ascending, none held is negative, the last one is 0; before at[0] it holds nothing
/// Cost        12 bytes a step: at most one an op of a scheme, two of a pipeline
struct HeldActivations {
    Column<Time> at;
    Column<float> held;
    std::vector<float> blockMost;

    double heldAt(Time time) const;
    /// The most within [begin, end]. Cost follows the number of steps between them, a 64th of it where there are many.
    double mostWithin(Time begin, Time end) const;
    double most() const;
    /// What it holds of columns.
    std::size_t bytes() const;
};

/// Of each worker; empty after a request on `stop`. Schemes hold all of an activation until its backward.
///
/// Cost  some 10 ns an op, some 50 where the activations of one worker are made by many
std::vector<HeldActivations> heldActivations(const Timeline& timeline, const Holding& holding,
                                             const std::stop_token& stop = {});

}  // namespace bubblescope
