#pragma once

#include "engine/run/run.h"
#include "widgets/shown/shown.h"

namespace bubblescope {

/// "parameters", "activations".
QString memoryPartName(MemoryPart part);

/// What the fullest rank of a model's step keeps, the first of several; nothing of a run without a model.
std::optional<ShownMemory> memoryOf(const std::shared_ptr<const Run>& run, const Words& words);

/// What it keeps at a moment, part by part, as a card tells it; nothing outside of the step.
QStringList memoryFacts(const Shown& shown, double time);

/// "41.4 GB": in the decimals that tell cards apart.
QString formatMemory(double bytes);

}  // namespace bubblescope
