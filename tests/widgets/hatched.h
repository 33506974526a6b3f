#pragma once

#include "widgets/shown/op_palette.h"

namespace bubblescope {

/// Whether a pixel belongs to a cell of a colour: it has the colour, the colour of the hatch, or one in between.
inline bool isOf(const QColor& pixel, const QColor& color, const OpPalette& palette = opPalettes().front()) {
    const QColor ink = hatchInk(palette, color);
    const auto isBetween = [](int x, int a, int b) { return x >= std::min(a, b) - 1 && x <= std::max(a, b) + 1; };
    return isBetween(pixel.red(), color.red(), ink.red()) && isBetween(pixel.green(), color.green(), ink.green()) &&
           isBetween(pixel.blue(), color.blue(), ink.blue());
}

}  // namespace bubblescope
