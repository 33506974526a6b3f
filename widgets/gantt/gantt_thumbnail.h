#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QImage>

namespace bubblescope {

/// A Gantt at a glance, as views draw it: the rows of its devices alone, from edge to edge.
///
/// Units       `room` in device pixels, `ratio` of them in a logical one
/// Invariants  rows are equally high, and as high as fit; the picture ends with the last of them. Where there are more
///             devices than pixels, the last have none
/// Cost        follows the ops, some 5 ns each
QImage ganttThumbnail(const TrackData& shown, GanttStyle style, QSize room, double ratio);

}  // namespace bubblescope
