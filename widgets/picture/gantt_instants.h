#pragma once

#include "engine/core/result.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/picture/picture_format.h"

#include <vector>

namespace bubblescope {

inline constexpr int kFrames = 60;
inline constexpr std::size_t kMostInstants = 500;

/// The instants at which playing Gantts are drawn: kFrames evenly spaced ones, or the ends of ops. The last one is the
/// end of the layout and shows everything.
///
/// Units   micro-units
/// Errors  more ends than kMostInstants
Result<std::vector<double>> instantsOf(const GanttLayout& layout, const std::vector<TrackData>& shown, Pace pace);

}  // namespace bubblescope
