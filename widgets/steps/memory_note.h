#pragma once

#include "engine/study/plain_fsdp.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

struct StepRun;

// What the panel beside the picture says of the memory of a model's step. Rich text.

/// What a rank keeps from a moment on, part by part with what it is made of, and what is left of the device.
/// "row:N" links to the op that brings it to its peak, where that is the moment.
///
/// Cost  that of keptAt(), but for steps that keep very many things
QString memoryNote(const TrackData& shown, const TrackMemory& memory, const StepRun& step, Time at,
                   const QColor& quiet);

/// Why a model is not simply trained by FSDP over all devices, or that it may be: what that keeps, with which recompute
/// it fits, and what it takes beside a step of `time` for all sequences of the question; 0 where that is plain FSDP
/// itself. "open:N" links to it with a recompute.
///
/// Units  time in the question's
QString plainFsdpNote(const PlainFsdp& plain, const TrainedModel& model, double time);

}  // namespace bubblescope
