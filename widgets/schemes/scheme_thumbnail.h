#pragma once

#include <QImage>

#include "engine/sim/timeline.h"
#include "widgets/kit/theme.h"

namespace bubblescope {

/// The colour of idle time in a picture that is too small for hatches.
QColor idleColor(ThemeId theme);

/// A thumbnail of a timeline: one row per worker, ops coloured by batch, idle time grey, no text.
///
/// Units       `size` in device pixels; every edge is on a whole pixel
/// Invariants  all rows are equally high, and so are the gaps between them; an op is at least one pixel wide
/// Cost        proportional to the number of ops
QImage schemeThumbnail(const Timeline& timeline, QSize size, ThemeId theme);

/// A thumbnail of a step: one row per lane of its first ranks, coloured by kind of op.
QImage stepThumbnail(const Timeline& timeline, QSize size, ThemeId theme);

}  // namespace bubblescope
