#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

namespace bubblescope {

/// How much of a memory strip the device's memory fills, and the amount at the strip's top.
///
/// Units  bytes
double memoryScale(const TrackMemory& memory);

/// The fill of a part of memory.
Look memoryLook(const GanttStyle& style, MemoryPart part);

/// The memory strip of a worker of a model's step, stacked by part, in content coordinates, with a dashed line for the
/// device's memory and a hatch on what exceeds it, which is also written as text if `isTold` or if there is space.
///
/// Cost  follows the strip's width and the number of visible moments
void addMemory(DisplayList& list, const GanttLayout& layout, int track, const TrackMemory& memory, const QRectF& rect,
               bool isTold);
/// The strips of a track that meet [top, bottom): the one of its fullest worker, or one per worker.
void addMemories(DisplayList& list, const GanttLayout& layout, int track, const TrackData& shown, double top,
                 double bottom);

/// The legend swatch for what exceeds the device's memory.
void addOverSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect);

}  // namespace bubblescope
