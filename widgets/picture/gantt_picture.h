#pragma once

#include "widgets/picture/exportable.h"

namespace bubblescope {

/// Up to so many cells each is a shape of its own; above, one path a device and colour.
inline constexpr std::size_t kMaxSingleCells = 20'000;

/// Stacked Gantts as a picture.
///
/// Errors  a size past the limits, or too low for its rows
/// Cost    of drawing: follows the number of ops up to a few hundred thousand, then the number of devices
/// Thread  any
Result<Picture> ganttPicture(const std::vector<Outcome>& outcomes, const PictureOptions& options);

/// How they are exported; `outcomes` are those of `scenario`, which rides inside the picture.
Exportable exportedGantts(const Scenario& scenario, const std::vector<Outcome>& outcomes);

/// The outcomes with the series colours of another theme than the window's.
std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, ThemeId theme);

}  // namespace bubblescope
