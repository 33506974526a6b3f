#pragma once

#include "widgets/picture/picture.h"
#include "widgets/picture/picture_options.h"

namespace bubblescope {

/// Up to so many cells each is a shape of its own; above, one path a device and colour.
inline constexpr std::size_t kMaxSingleCells = 20'000;

/// Up to so many a vector file tells of each which op it is, and when; of more it would be larger than 2 MB.
inline constexpr std::size_t kMaxToldCells = 10'000;

/// Stacked Gantts as a picture.
///
/// Errors  a size past the limits, or too low for its rows
/// Cost    of drawing: follows the number of ops up to a few hundred thousand, then the number of devices
/// Thread  any
Result<Picture> ganttPicture(const std::vector<TrackData>& shown, const PictureOptions& options);

}  // namespace bubblescope
