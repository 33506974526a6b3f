#pragma once

#include "widgets/collectives/slots_layout.h"
#include "widgets/drawing/display_list.h"
#include "widgets/shown/op_palette.h"

namespace bubblescope {

/// What is drawn of a collective at one point in time.
struct SlotsPicture {
    const Playback& playback;
    const Moment& moment;
    const Cluster& cluster;
    ThemeId theme = ThemeId::Light;
    const OpPalette& palette = opPalettes().front();
    std::optional<std::pair<int, int>> picked = {};  // rank and row
    bool asPixels = false;                           // for pixel pictures: small cells may be drawn as pixels
    double leastLetters = 6.5;                       // in pixels; smaller letters are left out
};

/// The slots of every rank, what changed last, and the messages in flight.
///
/// Cost  depends on the number of pixels: shares of a cell are at least one pixel wide
void addSlots(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture);

/// The meaning of the signs and the number of finished ranks, in at most `lines` lines. Returns the height; without a
/// list it only measures.
double addSlotsLegend(DisplayList* list, const QRectF& room, const SlotsPicture& picture, double scale, int lines);
inline constexpr double kSlotsLegendHeight = 24;

}  // namespace bubblescope
