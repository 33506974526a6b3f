#include "widgets/collectives/slots_layout.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kMostRowPitch = 38, kMostPitch = 190;
constexpr double kSide = 10;  // of a node's box, beside its first and last cell

}  // namespace

SlotsLayout layoutSlots(const QSizeF& size, int ranks, int rows, int nodeSize, double scale) {
    SlotsLayout out;
    out.size = size;
    out.ranks = ranks, out.rows = rows, out.nodeSize = std::min(nodeSize, ranks);
    out.scale = scale;
    const int nodes = out.nodes();
    const double labels = 44 * scale;
    const double room = size.width() - labels - 2 * kSide;
    out.nodeGap = nodes > 1 ? std::clamp(room / ranks * 0.35, 2.0, 34.0 * scale) : 0;
    out.pitch = std::min((room - (nodes - 1) * out.nodeGap) / ranks, kMostPitch * scale);
    out.gutter = std::clamp(out.pitch * 0.26, 1.0, 30.0 * scale);
    if (out.pitch < 6) out.gutter = out.pitch * 0.2;
    out.headTop = 20 * scale;
    out.headHeight = out.pitch >= 12 ? 26 * scale : 10;
    out.top = out.headTop + out.headHeight + 4;
    out.left = labels + out.gutter / 2;
    out.rowPitch = std::min((size.height() - out.top - 8) / rows, kMostRowPitch * scale);
    const double gap = out.rowPitch >= 12 ? std::max(3.0, out.rowPitch * 0.16) : out.rowPitch >= 3 ? 1 : 0;
    out.cell = {out.pitch - out.gutter, out.rowPitch - gap};
    return out;
}

QRectF SlotsLayout::nodeRect(int node) const {
    const int first = node * nodeSize, last = std::min(first + nodeSize, ranks) - 1;
    const double side = std::min(kSide * scale, (nodeGap > 0 ? gutter + nodeGap : 2 * gutter) * 0.32);
    const double from = columnLeft(first) - side, to = columnLeft(last) + cell.width() + side;
    return {from, headTop - 2, to - from, bottom() - headTop + 5};
}

std::optional<std::pair<int, int>> SlotsLayout::cellAt(const QPointF& at) const {
    const int row = static_cast<int>(std::floor((at.y() - top) / rowPitch));
    if (row < 0 || row >= rows) return std::nullopt;
    const double node = pitch * nodeSize + nodeGap;
    const int near = static_cast<int>(std::floor((at.x() - left) / node)) * nodeSize;
    for (int rank = std::max(near, 0); rank < std::min(near + nodeSize, ranks); ++rank)
        if (at.x() >= columnLeft(rank) && at.x() < columnLeft(rank) + cell.width()) return std::pair(rank, row);
    return std::nullopt;
}

}  // namespace bubblescope
