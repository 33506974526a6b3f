#pragma once

#include "widgets/drawing/display_list.h"

namespace bubblescope {

/// Rectangles of one colour.
struct CellFill {
    QByteArray name;
    QColor color;
    std::vector<QRectF> rects;
};

/// Adds the rectangles as shapes, or as the pixels of `area` if there are many and `asPixels` is set: for small
/// rectangles, setting pixels is faster than drawing with Qt.
void addFills(DisplayList& list, const QRectF& area, bool asPixels, std::vector<CellFill> fills);

}  // namespace bubblescope
