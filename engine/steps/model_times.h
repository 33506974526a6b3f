#pragma once

#include "engine/core/result.h"

namespace bubblescope {

struct ModelStep;
struct StepSetup;

/// Computes the times of a step from its model and mesh: units, buckets or stages, their messages, and the host. Also
/// sets the buckets, hops and duplex that the entry leaves open.
///
/// Errors  placed at `cluster`: a time over kLongestTime
Result<void> fillTimes(StepSetup& setup, const ModelStep& step);

}  // namespace bubblescope
