#pragma once

#include "engine/sim/timeline.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// The row of the op whose result the op of `row` needs; none for a first forward.
///
/// Cost  a scan from the op's start back to where its dependency ran
std::optional<Row> dependencyOf(const Timeline& timeline, Row row);

/// The row of the fetch that the op of `row` waits for; none where its weights are its worker's, or itself a fetch.
///
/// Cost  a scan of the fetches from the op's start back to the end of its dependency
std::optional<Row> fetchOf(const Timeline& timeline, Row row);

/// The rows of the ops that need the result of the op of `row`: the next stage's, and in split programs the
/// weight half of an input half.
std::vector<Row> dependentsOf(const Timeline& timeline, Row row);

/// `row` and all that it needs, back to its microbatch's first forward.
std::vector<Row> dependencyChain(const Timeline& timeline, Row row);

}  // namespace bubblescope
