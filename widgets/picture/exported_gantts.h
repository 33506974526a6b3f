#pragma once

#include "widgets/picture/exportable.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// How the Gantts of a scenario are exported. `outcomes` belong to the scenario, which the picture contains.
Exportable exportedGantts(const Scenario& scenario, const std::vector<Outcome>& outcomes);

/// Which picture options have an effect for the chosen schedules; an empty list means all schedules.
Drawn drawnOf(const Scenario& scenario, const std::vector<Outcome>& outcomes, const std::vector<int>& schedules);

/// The picture of Gantts together with the ops of the outcomes that it shows.
Picture withOps(Picture picture, const std::vector<Outcome>& outcomes, const std::vector<int>& schedules);

/// The Gantts of a scenario's outcomes as a picture that also has their ops.
///
/// Errors  as ganttPicture()
Result<Picture> pictureOf(const Scenario& scenario, const std::vector<Outcome>& outcomes,
                          const PictureOptions& options);

/// The outcomes with the series colours of a theme other than the window's.
std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, const PictureOptions& options);

}  // namespace bubblescope
