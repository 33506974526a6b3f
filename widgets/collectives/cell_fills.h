#pragma once

#include "widgets/drawing/display_list.h"

namespace bubblescope {

/// Rectangles of one colour.
struct CellFill {
    QByteArray name;
    QColor color;
    std::vector<QRectF> rects;
};

/// As shapes; or, where they are many and pixels are wanted, as those of an area: a rectangle of Qt's takes longer than
/// the few pixels that it has.
void addFills(DisplayList& list, const QRectF& area, bool asPixels, std::vector<CellFill> fills);

}  // namespace bubblescope
