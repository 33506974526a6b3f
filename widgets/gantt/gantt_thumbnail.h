#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QImage>

#include <span>

namespace bubblescope {

/// Miniature Gantts, one below another, on one time axis: only the rows of their devices, from edge to edge.
///
/// Units       `room` in device pixels, `ratio` in device pixels per logical pixel
/// Invariants  rows are equally high, and as high as fits; the picture ends with the last row. If there are more
///             devices than pixels, the last devices have no row
/// Cost        follows the number of ops, about 5 ns each
QImage ganttThumbnail(std::span<const TrackData> shown, const GanttStyle& style, QSize room, double ratio);
QImage ganttThumbnail(const TrackData& shown, const GanttStyle& style, QSize room, double ratio);

}  // namespace bubblescope
