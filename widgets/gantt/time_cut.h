#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_cells.h"

namespace bubblescope {

// What hides, in stacked Gantts, the time from GanttLayout::until on: the same on screens and in all formats. In
// content coordinates, the footer with its top at 0. Nothing where a layout has no such end.

/// Whether time in the range is hidden.
bool isCut(const GanttLayout& layout);
/// Whether an op has not begun when the layout's time ends.
bool isHidden(const GanttLayout& layout, const DrawnTime& op);

/// The part of a track's rows that has not run yet; empty where it has none.
QRectF curtainRect(const GanttLayout& layout, int track);
/// The ground over all such parts, and along them the cursor: the instant at which time ends.
void addCurtain(DisplayList& list, const GanttLayout& layout);
/// That instant's time on the axis.
void addCursorTime(DisplayList& list, const GanttLayout& layout);

}  // namespace bubblescope
