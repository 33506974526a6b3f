#pragma once

#include "widgets/picture/picture.h"
#include "widgets/study/curves/curves_layout.h"

namespace bubblescope {

/// The curves of an experiment as a picture to keep: its figures one below another, or those that are chosen.
///
/// Errors  a size past the limits, or too low for the panels; the field is "width" or "height"
/// Thread  the interface thread
Result<Picture> curvesPicture(CurvesData data, const CurvesOptions& options);

}  // namespace bubblescope
