#pragma once

#include "engine/steps/run_step.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

/// "57.7 k tokens/s".
QString formatTokens(double tokensPerSecond);

/// "fits", or by how much it does not: "133 GB over".
QString fitText(const StepRun& step);

/// What the title line of a model's step says beside its time: what of the peak it uses, tokens a second, memory.
void addModelFacts(TrackData& shown, const StepRun& step);

}  // namespace bubblescope
