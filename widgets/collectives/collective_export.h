#pragma once

#include "widgets/collectives/collective_picture.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

/// Everything that the collectives page shows, each as a picture and as numbers: the storyboard, the algorithms on one
/// time axis, their times over bytes and ranks, and the winner over both.
///
/// Shapes  `storyboard`: nothing if there are no steps to draw; `tracks`: the tracks of clockTracks()
/// Thread  pictures are made on the interface thread; any thread may draw them
Exportable exportedPage(std::optional<Exportable> storyboard, const CollectiveSetup& setup,
                        std::vector<TrackData> tracks);

}  // namespace bubblescope
