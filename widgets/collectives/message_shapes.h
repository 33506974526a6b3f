#pragma once

#include "widgets/collectives/slots_shapes.h"

namespace bubblescope {

QColor messageColor(ThemeId theme);
/// The colour of a message to another node.
QColor farMessageColor(ThemeId theme);

/// A tag in a box that points right, or left if `side` is below 0.
QPainterPath tagPath(const QRectF& box, double side);

/// The chip of a rank: a box with its colour and letter; the letter is left out if it does not fit.
void addChip(DisplayList& list, const QRectF& box, const Playback& playback, int rank, const QColor& color,
             double scale);

/// Messages in flight and messages that arrived last, between the columns. Cells are painted over them, because a
/// message emerges from behind its cell.
void addMessagesBeside(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture,
                       const std::vector<QColor>& colors);
/// The remaining messages, each on an arc above the columns.
///
/// Cost  from a hundred messages on, only those of one rank are drawn
void addMessagesOver(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture);

}  // namespace bubblescope
