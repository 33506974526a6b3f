#pragma once

#include "engine/sim/timeline.h"

namespace bubblescope {

struct StepSetup;

/// Whether computation of the step slows down while collectives of its rank run beside it.
bool hasContention(const StepSetup& setup);

/// Lengthens the ops that compute by a share of the time during which collectives of their ranks ran in `timeline`.
///
/// Source  docs/models.md
void contend(const StepSetup& setup, const Timeline& timeline, Column<Time>& durations);

}  // namespace bubblescope
