#pragma once

#include "widgets/charts/curves_layout.h"
#include "widgets/picture/picture.h"

namespace bubblescope {

/// A layout of curves as a picture for export.
Picture curvesPictureOf(std::shared_ptr<const CurvesLayout> layout);

/// A chart of curves as a picture.
///
/// Errors  a size outside the limits, or too low for the panels; the field is "width" or "height"
Result<Picture> curvesPicture(CurvesModel model, const PictureOptions& options);

}  // namespace bubblescope
