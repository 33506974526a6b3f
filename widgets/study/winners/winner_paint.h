#pragma once

#include <QPainter>

#include "widgets/drawing/display_list.h"
#include "widgets/study/winners/winner_layout.h"

namespace bubblescope {

/// Winner maps with axes and legend, on the window's ground: one path per colour. On paper, hatches distinguish the
/// series, and are paler the closer the runner-up is.
///
/// Cost  follows the number of runs of one colour
void addWinnerMaps(DisplayList& list, const WinnerMaps& maps, const WinnerLayout& layout, bool asPixels);
void paintWinnerMap(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout);

/// A ring on the cell of each map whose x and panel are nearest to those of `present`.
void paintPresent(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout, QPointF present);

/// Marks a cell in every map, because it is the same configuration in each.
void paintMarkedCell(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell);

}  // namespace bubblescope
