#pragma once

#include "engine/results/run.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

/// "parameters", "activations".
QString memoryPartName(MemoryPart part);

/// Tells what the fullest rank of a model's step keeps, the first of several, and of several workers what the ranks of
/// each do; nothing of a run without a model. Of very many workers the fullest alone is told.
void addMemory(TrackData& shown, const std::shared_ptr<const Run>& run);

/// What a worker keeps at a moment, part by part, as a card tells it; nothing outside of the step.
QStringList memoryFacts(const TrackData& shown, const TrackMemory& memory, double time);

/// "41.4 GB": in the decimals that tell cards apart.
QString formatMemory(double bytes);

}  // namespace bubblescope
