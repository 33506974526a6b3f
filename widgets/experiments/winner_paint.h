#pragma once

#include <QPainter>

#include "widgets/experiments/winner_layout.h"

namespace bubblescope {

/// Winner maps with axes and legend, on the window's ground. Vector devices get a path a colour and text as text.
///
/// Units  the painter's, as the layout's
/// Cost   follows the number of runs of one colour
void paintWinnerMap(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout);

/// The same in one step, for files.
void paintWinnerMap(QPainter& painter, QSizeF size, const SharedResults& results, std::size_t figure,
                    const std::set<std::size_t>& hidden, ThemeId theme);

/// Sets a cell apart, in every map: it is the same configuration in each.
void paintMarkedCell(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell);

}  // namespace bubblescope
