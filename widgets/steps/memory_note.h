#pragma once

#include "engine/study/plain_fsdp.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

struct StepRun;

// Notes on the memory of a model step, for the panel next to the chart. Rich text.

/// The memory of a rank from a moment on: each part and what it consists of, and what is left of the device memory. At
/// the peak, "row:N" links to the op that reaches it.
///
/// Cost  that of keptAt(), except for steps that keep very many things, which are not listed
QString memoryNote(const TrackData& shown, const TrackMemory& memory, const StepRun& step, Time at,
                   const QColor& quiet);

/// Whether the model could simply be trained by FSDP over all devices, or why not: the memory that needs, the recompute
/// setting with which it fits, and its time compared with a step of `time` for all sequences of the question; 0 if that
/// step is plain FSDP itself. "open:N" links to plain FSDP with a recompute setting.
///
/// Units  `time` in the time unit of the question
QString plainFsdpNote(const PlainFsdp& plain, const TrainedModel& model, double time);

}  // namespace bubblescope
