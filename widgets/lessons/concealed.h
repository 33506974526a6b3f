#pragma once

#include "widgets/shown/outcome.h"
#include "widgets/shown/track_data.h"

#include <vector>

namespace bubblescope {

// What a picture shows before someone predicted what it would tell.

/// When the first backward begins, up to which a picture tells little about its end; without one, half of the shortest
/// run. Micro-units.
double firstBackwardOf(const std::vector<Outcome>& outcomes);

/// Without what the title line and the strips tell.
TrackData withoutResults(TrackData track);

}  // namespace bubblescope
