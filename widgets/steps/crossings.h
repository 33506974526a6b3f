#pragma once

#include "engine/study/fastest_changes.h"

#include <QString>

namespace bubblescope {

/// Where along a study of total times another step becomes the fastest: "From 26.7 on FSDP is faster than DDP.", and
/// where those that were equal part: "DDP and FSDP are equally fast up to 20, from there on FSDP is faster."; "about"
/// where runs have not said it closely. Where there is no such value, which one is the fastest. `end` is
/// lastThatRuns(): past it none fits.
QString crossingText(const Study& study, const std::vector<FastestChange>& changes,
                     const std::optional<std::pair<double, double>>& end = {});

}  // namespace bubblescope
