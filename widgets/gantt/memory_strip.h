#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

namespace bubblescope {

/// How much of a strip of memory its device fills, and what stands at the strip's top.
///
/// Units  bytes
double memoryScale(const TrackMemory& memory);

/// What a part is filled with.
Look memoryLook(const GanttStyle& style, MemoryPart part);

/// The strip of what a worker of a model's step keeps, stacked by part, in content coordinates: what its device has as
/// a dashed line, and hatched what is more than that; in words too where `isTold`, or there is room.
///
/// Cost  follows the strip's width and the moments in sight
void addMemory(DisplayList& list, const GanttLayout& layout, int track, const TrackMemory& memory, const QRectF& rect,
               bool isTold);
/// The strips of a track that meet [top, bottom): that of its fullest worker, or each worker's.
void addMemories(DisplayList& list, const GanttLayout& layout, int track, const TrackData& shown, double top,
                 double bottom);

/// What stands in the legend for what is over the device's memory.
void addOverSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect);

}  // namespace bubblescope
