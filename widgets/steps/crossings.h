#pragma once

#include "engine/study/fastest_changes.h"

#include <QString>

namespace bubblescope {

/// Where along a study of total times another step becomes the fastest: "From 26.7 on FSDP is faster than DDP.";
/// "about" where runs have not said it closely. Where none does, which one is the fastest.
QString crossingText(const Study& study, const std::vector<FastestChange>& changes);

}  // namespace bubblescope
