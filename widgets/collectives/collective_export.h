#pragma once

#include "widgets/collectives/collective_picture.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

/// All that the page of collectives shows, each as a picture and as numbers: the storyboard, the algorithms on one
/// clock, their times over bytes and ranks, and who wins over both.
///
/// Shapes  `storyboard`: none where there are no steps to draw; `tracks`: those of clockTracks()
/// Thread  the interface thread makes pictures, any draws them
Exportable exportedPage(std::optional<Exportable> storyboard, const CollectiveSetup& setup,
                        std::vector<TrackData> tracks);

}  // namespace bubblescope
