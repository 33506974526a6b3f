#pragma once

#include "engine/results/run.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

/// "parameters", "activations".
QString memoryPartName(MemoryPart part);

/// Adds the memory of the fullest rank of a model's step, the first if several are equally full, and the memory of each
/// worker. Of very many workers it adds only the fullest. Does nothing for a run without a model.
void addMemory(TrackData& shown, const std::shared_ptr<const Run>& run);

/// The lines of the card about a worker's memory at a moment, part by part; none outside the step.
QStringList memoryFacts(const TrackData& shown, const TrackMemory& memory, double time);

/// "41.4 GB": with as many decimals as GPU memory sizes need.
QString formatMemory(double bytes);

}  // namespace bubblescope
