#pragma once

#include "widgets/collectives/slots_layout.h"
#include "widgets/drawing/display_list.h"
#include "widgets/shown/op_palette.h"

namespace bubblescope {

/// What is drawn of a collective at one time.
struct SlotsPicture {
    const Playback& playback;
    const Moment& moment;
    const Cluster& cluster;
    ThemeId theme = ThemeId::Light;
    const OpPalette& palette = opPalettes().front();
    std::optional<std::pair<int, int>> picked = {};  // rank and row
    bool asPixels = false;                           // for pictures of pixels: what is small may be drawn as such
    double leastLetters = 6.5;                       // pixels; smaller ones are left out
};

/// The slots of every rank, what changed last, and what is on its way.
///
/// Cost  follows the pixels: shares of a cell are at least one wide
void addSlots(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture);

/// What the signs mean, and how many ranks are done, in so many lines at most. Returns their height; measures alone
/// without a list.
double addSlotsLegend(DisplayList* list, const QRectF& room, const SlotsPicture& picture, double scale, int lines);
inline constexpr double kSlotsLegendHeight = 24;

}  // namespace bubblescope
