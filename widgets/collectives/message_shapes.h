#pragma once

#include "widgets/collectives/slots_shapes.h"

namespace bubblescope {

QColor messageColor(ThemeId theme);
/// Of one that goes to another node.
QColor farMessageColor(ThemeId theme);

/// A sign in a box that points to its right side, or to its left one if `side` is below 0.
QPainterPath tagPath(const QRectF& box, double side);

/// What stands for a rank: its colour and letter, in a box; no letter where there is no room for it.
void addChip(DisplayList& list, const QRectF& box, const Playback& playback, int rank, const QColor& color,
             double scale);

/// What is on its way, and what came last, between the columns; the cells go over it, for it comes out from behind
/// them.
void addMessagesBeside(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture,
                       const std::vector<QColor>& colors);
/// The rest of it: on arcs above the columns, one for each message.
///
/// Cost  past a hundred messages those of one rank alone are drawn
void addMessagesOver(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture);

}  // namespace bubblescope
