#pragma once

#include "widgets/picture/picture.h"
#include "widgets/picture/picture_options.h"

namespace bubblescope {

/// Up to this number, each cell is a shape of its own; above it, there is one path per device and colour.
inline constexpr std::size_t kMaxSingleCells = 20'000;

/// Up to this number, a vector file says which op each cell is and when it runs; with more, files would exceed 2 MB.
inline constexpr std::size_t kMaxToldCells = 10'000;

/// Stacked Gantts as a picture.
///
/// Errors  a size outside the limits, or too low for its rows
/// Cost    of drawing: follows the number of ops up to a few hundred thousand, then the number of devices
/// Thread  any
Result<Picture> ganttPicture(const std::vector<TrackData>& shown, const PictureOptions& options);

}  // namespace bubblescope
