#pragma once

#include "engine/analysis/metrics.h"

#include <stop_token>
#include <vector>

namespace bubblescope {

/// How many activations one worker stores over time. Changes at the same instant form one step.
///
/// For a pipeline they are counted as peak_activations is (model.md §5), and most() equals that if all ops take time.
/// For a scheme they are counted as by the list scheduler (§8): plus one from the start of a forward whose backward
/// runs on this worker, minus one from the start of each of its backwards. If a forward and its backward share a
/// worker, and all ops take time, most() equals the scheme's peakActivations. The scheduler checks a worker's count
/// only when that worker starts an op, so most() may be larger if others add to it. It is smaller only if ops of zero
/// duration start and end at one instant, or if, under a cap, a forward is chosen after ops that start later.
///
/// Shapes      held[i] from at[i] to at[i+1], the last one without end; blockMost[j] is the largest of held[64 j ...]
/// Units       activations of one microbatch on one device
/// Invariants  `at` is strictly ascending, no value is negative, the last one is 0; before at[0] the value is 0
/// Cost        12 bytes per step: at most one step per op of a scheme, two per op of a pipeline
struct HeldActivations {
    Column<Time> at;
    Column<float> held;
    std::vector<float> blockMost;

    double heldAt(Time time) const;
    /// The largest value within [begin, end]. Cost: the number of steps between them, or a 64th of it if there are
    /// many.
    double mostWithin(Time begin, Time end) const;
    double most() const;
    /// The memory of its columns.
    std::size_t bytes() const;
};

/// For each worker; empty after a request on `stop`. Schemes store a whole activation until its backward.
///
/// Cost  about 10 ns per op, about 50 if the activations of one worker are made by many
std::vector<HeldActivations> heldActivations(const Timeline& timeline, const Holding& holding,
                                             const std::stop_token& stop = {});

}  // namespace bubblescope
