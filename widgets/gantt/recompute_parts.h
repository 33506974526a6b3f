#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

#include <utility>

namespace bubblescope {

/// The start of each backward, in which it repeats its forward, in the shade of a forward and with the letter R: over
/// the whole cell, or along its lower edge where the number of the cell needs the space.
///
/// Shapes  of the lanes in [first, last)
/// Cost    follows the number of cells that are wide enough
void addRecompute(DisplayList& list, const GanttLayout& layout, int track, const TrackData& shown,
                  std::pair<int, int> lanes);

/// The fill of such a part.
Look recomputeLook(const GanttStyle& style);

/// The legend swatch of such a part.
void addRecomputeSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect);

}  // namespace bubblescope
