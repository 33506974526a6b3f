#pragma once

#include "engine/core/result.h"

namespace bubblescope {

struct ModelStep;
struct StepSetup;

/// Gives a step the times that its model takes on its mesh: of units, buckets or stages, of their messages, and of the
/// host. Buckets, hops and duplex that the entry does not have for itself follow too.
///
/// Errors  placed at `cluster`: a time past kLongestTime
Result<void> fillTimes(StepSetup& setup, const ModelStep& step);

}  // namespace bubblescope
