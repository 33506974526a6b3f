#pragma once

#include "widgets/picture/exportable.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// How the Gantts of a scenario are exported; `outcomes` are its own, and it rides inside the picture.
Exportable exportedGantts(const Scenario& scenario, const std::vector<Outcome>& outcomes);

/// The outcomes with the series colours of another theme than the window's.
std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, ThemeId theme);

}  // namespace bubblescope
