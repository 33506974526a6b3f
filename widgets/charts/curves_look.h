#pragma once

#include "widgets/charts/curves_model.h"
#include "widgets/picture/picture_options.h"

namespace bubblescope {

/// A model of curves with the look of the options: titles, ranges and scales of its axes, markers, dashes, colours,
/// where its legend is, and without marks that they switch off.
///
/// Errors  a logarithmic x axis that does not begin above 0, or a range of it without a value; the field is the key
Result<CurvesModel> styled(CurvesModel model, const PictureOptions& look);

/// The word for an axis without a title.
inline constexpr char kNoTitle[] = "none";
/// The title that a look gives an axis, or else its own; of several quantities that of the one with this index.
QString axisTitle(const QString& titles, std::size_t index, const QString& own);

}  // namespace bubblescope
