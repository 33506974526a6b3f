#include "widgets/collectives/cell_fills.h"

#include <algorithm>
#include <memory>

namespace bubblescope {

namespace {

constexpr std::size_t kMostSingleRects = 1'500;

/// Fills whole pixels, at least one.
void paintPixels(QRgb* first, const QSize& image, const QRectF& rect, const QRectF& area, double ratio, QRgb color) {
    const auto at = [&](double length, int most) {
        return std::clamp(static_cast<int>(length * ratio + 0.5), 0, most);
    };
    const int left = at(rect.left() - area.left(), image.width() - 1);
    const int right = std::max(at(rect.right() - area.left(), image.width()), left + 1);
    const int top = at(rect.top() - area.top(), image.height() - 1);
    const int bottom = std::max(at(rect.bottom() - area.top(), image.height()), top + 1);
    for (int y = top; y < bottom; ++y) {
        QRgb* const line = first + std::ptrdiff_t{y} * image.width();  // lines of 32 bits have no gaps
        std::fill(line + left, line + right, color);
    }
}

}  // namespace

void addFills(DisplayList& list, const QRectF& area, bool asPixels, std::vector<CellFill> fills) {
    std::size_t count = 0;
    for (const CellFill& fill : fills) count += fill.rects.size();
    if (!asPixels || count < kMostSingleRects) {
        for (CellFill& fill : fills)
            if (!fill.rects.empty())
                list.add(DisplayRects{list.use(filled(fill.name, fill.color)), std::move(fill.rects)});
        return;
    }
    const auto shared = std::make_shared<const std::vector<CellFill>>(std::move(fills));
    list.add(DisplayPixels{area.topLeft(), [area, shared](double ratio) {
                               QImage image((area.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
                               image.setDevicePixelRatio(ratio);
                               image.fill(Qt::transparent);
                               auto* const first = reinterpret_cast<QRgb*>(image.bits());
                               for (const CellFill& fill : *shared)
                                   for (const QRectF& rect : fill.rects)
                                       paintPixels(first, image.size(), rect, area, ratio, fill.color.rgb());
                               return image;
                           }});
}

}  // namespace bubblescope
