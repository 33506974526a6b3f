#pragma once

#include "widgets/picture/exportable.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// How the Gantts of a scenario are exported; `outcomes` are its own, and it rides inside the picture.
Exportable exportedGantts(const Scenario& scenario, const std::vector<Outcome>& outcomes);

/// What options of pictures mean something for, of the schedules that are chosen; empty: all.
Drawn drawnOf(const Scenario& scenario, const std::vector<Outcome>& outcomes, const std::vector<int>& schedules);

/// The picture of Gantts with the ops of the outcomes that it shows.
Picture withOps(Picture picture, const std::vector<Outcome>& outcomes, const std::vector<int>& schedules);

/// The Gantts of a scenario's outcomes as a picture, which has their ops too.
///
/// Errors  as ganttPicture()
Result<Picture> pictureOf(const Scenario& scenario, const std::vector<Outcome>& outcomes,
                          const PictureOptions& options);

/// The outcomes with the series colours of another theme than the window's.
std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, ThemeId theme);

}  // namespace bubblescope
