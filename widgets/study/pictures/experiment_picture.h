#pragma once

#include "widgets/picture/exportable.h"
#include "widgets/study/curves/curves_picture.h"

namespace bubblescope {

/// An experiment as a picture to keep, in its own view: curves, or winner maps, its figures one below another.
///
/// Errors  a size past the limits, or too low; the field is "width" or "height"
/// Thread  the interface thread
Result<Picture> experimentPicture(CurvesData data, const CurvesOptions& options);

CurvesOptions curvesOptions(const PictureOptions& options);

/// How it is exported: in its own view, or as its numbers, which are those of the whole experiment whatever the picture
/// shows. Of results that still grow it is what is there now.
///
/// `figure` is the one on screen, of which `curves` has the changes of the winner; `name` is what rows call the
/// experiment.
Exportable exportedExperiment(CurvesData curves, std::size_t figure, const QString& name);

}  // namespace bubblescope
