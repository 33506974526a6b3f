#pragma once

#include "engine/study/fastest_changes.h"

#include <QString>

namespace bubblescope {

/// Where along a study of total times another step becomes the fastest: "From 26.7 on, FSDP is faster than DDP." Where
/// equally fast steps separate: "Up to 20, DDP and FSDP are equally fast; beyond that, FSDP is faster." Values that the
/// runs do not pin down get an "about". Without such a value, the fastest step. `end` is lastThatRuns(): above it no
/// step fits.
QString crossingText(const Study& study, const std::vector<FastestChange>& changes,
                     const std::optional<std::pair<double, double>>& end = {});

}  // namespace bubblescope
