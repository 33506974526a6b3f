#pragma once

#include "engine/scenario/durations.h"
#include "engine/sim/timeline.h"
#include "tests/engine/random_scenario.h"

#include <optional>
#include <vector>

namespace bubblescope::test {

/// The timing rule in its simplest form, to check the fast simulator: dependencies are explicit in a map, and a random
/// one of the ops that could run next runs.
///
/// Shapes  start[row] of the program; nothing if the order deadlocks
std::optional<std::vector<Time>> plainStarts(const Program& program, const Durations& durations, Random& random);

}  // namespace bubblescope::test
