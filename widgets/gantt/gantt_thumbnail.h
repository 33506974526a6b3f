#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QImage>

namespace bubblescope {

/// A miniature Gantt: only the rows of its devices, from edge to edge.
///
/// Units       `room` in device pixels, `ratio` in device pixels per logical pixel
/// Invariants  rows are equally high, and as high as fits; the picture ends with the last row. If there are more
///             devices than pixels, the last devices have no row
/// Cost        follows the number of ops, about 5 ns each
QImage ganttThumbnail(const TrackData& shown, GanttStyle style, QSize room, double ratio);

}  // namespace bubblescope
