#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_cells.h"

namespace bubblescope {

// Hides the time from GanttLayout::until on in stacked Gantts, on screens and in all formats. In content coordinates;
// the top of the footer is at 0. Does nothing if a layout has no such end.

/// Whether time in the range is hidden.
bool isCut(const GanttLayout& layout);
/// Whether an op has not begun when the layout's time ends.
bool isHidden(const GanttLayout& layout, const DrawnTime& op);

/// The part of a track's rows that has not run yet; empty if there is none.
QRectF curtainRect(const GanttLayout& layout, int track);
/// The ground over all such parts, and the cursor along them at the instant at which time ends.
void addCurtain(DisplayList& list, const GanttLayout& layout);
/// The time of that instant on the axis.
void addCursorTime(DisplayList& list, const GanttLayout& layout);

}  // namespace bubblescope
