#pragma once

#include "widgets/gantt/highlights.h"
#include "widgets/shown/outcome.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What texts of a lesson point out in pictures of these outcomes. A spotlight is one veil over each track, and
/// replaces the frames; critical paths are still drawn. Texts that find nothing are left out, as are runs that are too
/// large for a lesson.
std::vector<Highlight> highlightsOf(const std::vector<std::string>& texts, bool isSpotlit,
                                    const std::vector<Outcome>& outcomes);

}  // namespace bubblescope
