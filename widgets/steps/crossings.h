#pragma once

#include "engine/study/winner_changes.h"
#include "widgets/study/experiment_results.h"

#include <QString>

namespace bubblescope {

/// Where along x of results that are whole, one panel of total times, another step becomes the fastest: "From 26.7 on
/// FSDP is faster than DDP."; "about" where runs have not yet said it closely. Where none does, which one is the
/// fastest.
QString crossingText(const ExperimentResults& results, const std::vector<WinnerChange>& changes);

}  // namespace bubblescope
