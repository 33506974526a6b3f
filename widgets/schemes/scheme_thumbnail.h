#pragma once

#include <QImage>

#include "engine/sim/timeline.h"
#include "widgets/kit/theme.h"

namespace bubblescope {

/// Idle time in a picture that has no room for hatches.
QColor idleColor(ThemeId theme);

/// A timeline at a glance: a row a worker, ops coloured by batch, idle time grey, no text.
///
/// Units       `size` in device pixels; every edge is on one
/// Invariants  rows and the gaps between them are equally high; an op is at least a pixel wide
/// Cost        follows the ops
QImage schemeThumbnail(const Timeline& timeline, QSize size, ThemeId theme);

/// A step: a row a lane of its first ranks, coloured by kind.
QImage stepThumbnail(const Timeline& timeline, QSize size, ThemeId theme);

}  // namespace bubblescope
