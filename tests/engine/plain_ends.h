#pragma once

#include "engine/core/column.h"
#include "engine/program/program.h"

#include <vector>

namespace bubblescope::test {

/// The timing rule by repeated passes over all rows until nothing moves. Starts only move later from pass to pass.
std::vector<Time> plainEnds(const Program& program, const Column<Time>& durations);

}  // namespace bubblescope::test
