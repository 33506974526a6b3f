#pragma once

#include "widgets/picture/exportable.h"
#include "widgets/study/curves/experiment_curves.h"

namespace bubblescope {

/// An experiment as a picture for export, in its own view: curves or winner maps, with its figures one below another.
///
/// Errors  a size outside the limits, or too low; the field is "width" or "height"
/// Thread  the interface thread
Result<Picture> experimentPicture(const CurvesData& data, const PictureOptions& options);

/// How it is exported: in its own view, or as values, which are those of the whole experiment whatever the picture
/// shows. Incomplete results are exported as they are now.
///
/// `figure` is the one on screen, for which `curves` has the changes of the winner; `name` is the experiment's name in
/// rows of values.
Exportable exportedExperiment(CurvesData curves, std::size_t figure, const QString& name);

}  // namespace bubblescope
