#pragma once

#include "engine/core/result.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/picture/picture_format.h"

#include <vector>

namespace bubblescope {

inline constexpr int kFrames = 60;
inline constexpr std::size_t kMostInstants = 500;

/// The instants at which Gantts that play are drawn: `Even` ones, kFrames of them, or those at which ops end. The last
/// is where the layout ends, and shows all that it does.
///
/// Units   micro-units
/// Errors  more ends than kMostInstants
Result<std::vector<double>> instantsOf(const GanttLayout& layout, const std::vector<TrackData>& shown, Pace pace);

}  // namespace bubblescope
