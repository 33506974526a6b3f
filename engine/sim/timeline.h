#pragma once

#include "engine/sim/program.h"

#include <memory>

namespace bubblescope {

/// When every op of a program runs. Immutable once made and shared by pointer, so undo, comparison and
/// background work need no locks.
///
/// Shapes      start[row], end[row] for every row of a lane of `program`
/// Units       micro-units; the earliest start need not be 0
/// Invariants  start <= end; within a lane rows run one after another
/// Cost        16 bytes an op
struct Timeline {
    std::shared_ptr<const Program> program;
    Column<Time> start;
    Column<Time> end;
    Time earliestStart = 0;
    Time latestEnd = 0;

    Time totalTime() const { return latestEnd - earliestStart; }
};

}  // namespace bubblescope
