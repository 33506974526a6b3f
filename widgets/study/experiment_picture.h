#pragma once

#include "widgets/study/curves/curves_picture.h"

namespace bubblescope {

/// An experiment as a picture to keep, in its own view: curves, or winner maps, its figures one below another.
///
/// Errors  a size past the limits, or too low; the field is "width" or "height"
/// Thread  the interface thread
Result<Picture> experimentPicture(CurvesData data, const CurvesOptions& options);

}  // namespace bubblescope
