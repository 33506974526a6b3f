#pragma once

#include "widgets/picture/picture.h"
#include "widgets/study/curves/curves_layout.h"

namespace bubblescope {

/// The curves of an experiment as a picture for export: all its figures one below another, or the selected ones.
///
/// Errors  a size outside the limits, or too low for the panels; the field is "width" or "height"
/// Thread  the interface thread
Result<Picture> curvesPicture(CurvesData data, const CurvesOptions& options);

}  // namespace bubblescope
