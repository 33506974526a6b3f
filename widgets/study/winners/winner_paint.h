#pragma once

#include <QPainter>

#include "widgets/study/winners/winner_layout.h"

namespace bubblescope {

/// Winner maps with axes and legend, on the window's ground. Vector devices get a path a colour and text as text. On
/// paper hatches tell the series apart, and are the paler the closer the next is.
///
/// Units  the painter's, as the layout's
/// Cost   follows the number of runs of one colour
void paintWinnerMap(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout);

/// Sets a cell apart, in every map: it is the same configuration in each.
void paintMarkedCell(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell);

}  // namespace bubblescope
