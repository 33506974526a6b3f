#pragma once

#include "engine/steps/run_step.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

struct Hardware;

/// "57.7k tokens/s".
QString formatTokens(double tokensPerSecond);

/// What a device's numbers are: "start values, ±10%", "calibrated on 2 runs, mean error 1.8%".
QString machineText(const Hardware& hardware);
/// What times of the model are based on: "start values, ±10%", "custom values, ±10%", "calibrated on 2 runs, ±3%";
/// empty where ops take their FLOPs at one efficiency.
QString basisText(const Hardware& hardware);
/// Whether a peak fits: "yes", "to the brim", "no".
QString fitWord(const Hardware& hardware, double peak);
/// "fits", or by how much it exceeds the memory of a device: "133 GB over memory".
QString fitText(const StepRun& step);

/// Adds the facts that follow the time on the title line of a model's step: MFU, memory, tokens per second.
void addModelFacts(TrackData& shown, const StepRun& step);

}  // namespace bubblescope
