#include "widgets/collectives/slots_layout.h"

#include "widgets/collectives/message_routes.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kMostRowPitch = 38, kMostSlotPitch = 190;
constexpr double kEdge = 18, kLeastRingPitch = 30;
constexpr double kLeastArcs = 34, kMostLaidArcs = 62, kArcShare = 0.17;
constexpr double kSide = 10;  // of a node's box, next to its first and last cell

}  // namespace

SlotsLayout layoutSlots(const QSizeF& size, const Playback& playback, int nodeSize, double scale) {
    return layoutSlots(size, playback.states.ranks(), playback.states.rows(), nodeSize, scale, roomFor(playback));
}

SlotsLayout layoutSlots(const QSizeF& size, int ranks, int rows, int nodeSize, double scale, const SlotsRoom& needs) {
    SlotsLayout out;
    out.outsider = needs.outsider, out.hiddenRow = needs.hiddenRow;
    out.size = size;
    out.ranks = ranks, out.rows = rows, out.nodeSize = std::min(nodeSize, ranks);
    out.scale = scale;
    const int nodes = out.nodes();
    out.edge = needs.isRing && (size.width() - 80 * scale) / ranks >= kLeastRingPitch ? kEdge * scale : 0;
    const double labels = 44 * scale + out.edge;
    const double room = size.width() - labels - 2 * kSide * scale - out.edge;
    const int gaps = nodes - 1 + needs.outsider.has_value();
    out.nodeGap = gaps > 0 ? std::clamp(room / ranks * 0.35, 2.0, 34.0 * scale) : 0;
    out.pitch = std::min((room - gaps * out.nodeGap) / ranks, kMostSlotPitch * scale);
    out.gutter = std::clamp(out.pitch * 0.26, 1.0, 30.0 * scale);
    if (out.pitch < 6) out.gutter = out.pitch * 0.2;
    out.boxTop = 18 * scale;
    out.arcHeight =
        needs.hasArcs ? std::clamp(size.height() * kArcShare, kLeastArcs * scale, kMostLaidArcs * scale) : 0;
    out.headTop = 20 * scale + out.arcHeight;
    out.headHeight = out.pitch >= 12 ? 26 * scale : 10;
    out.top = out.headTop + out.headHeight + 4;
    out.left = labels + out.gutter / 2;
    out.rowPitch = (size.height() - out.top - 8) / std::max(1, out.shownRows());
    if (!needs.fills) out.rowPitch = std::min(out.rowPitch, kMostRowPitch * scale);
    const double gap = out.rowPitch >= 12 ? std::max(3.0, out.rowPitch * 0.16) : out.rowPitch >= 3 ? 1 : 0;
    out.cell = {out.pitch - out.gutter, out.rowPitch - gap};
    return out;
}

double SlotsLayout::columnLeft(int rank) const {
    const int gaps = !outsider ? rank / nodeSize : rank == *outsider ? 0 : rank / nodeSize + 1;
    return left + columnOf(rank, outsider) * pitch + gaps * nodeGap;
}

namespace {

QRectF boxAround(const SlotsLayout& layout, int first, int last) {
    const double gutters = layout.nodeGap > 0 ? layout.gutter + layout.nodeGap : 2 * layout.gutter;
    const double side = std::min(kSide * layout.scale, gutters * 0.32);
    const double from = layout.columnLeft(first) - side, to = layout.columnLeft(last) + layout.cell.width() + side;
    return {from, layout.boxTop, to - from, layout.bottom() - layout.boxTop + 3};
}

}  // namespace

QRectF SlotsLayout::nodeRect(int node) const {
    int first = node * nodeSize, last = std::min(first + nodeSize, ranks) - 1;
    if (outsider == first) ++first;
    if (outsider == last) --last;
    return first > last ? QRectF() : boxAround(*this, first, last);
}

QRectF SlotsLayout::outsiderRect() const { return boxAround(*this, *outsider, *outsider); }

std::optional<std::pair<int, int>> SlotsLayout::cellAt(const QPointF& at) const {
    int row = static_cast<int>(std::floor((at.y() - top) / rowPitch));
    if (row < 0 || row >= shownRows()) return std::nullopt;
    row += hiddenRow && row >= *hiddenRow;
    for (int rank = 0; rank < ranks; ++rank)
        if (at.x() >= columnLeft(rank) && at.x() < columnLeft(rank) + cell.width()) return std::pair(rank, row);
    return std::nullopt;
}

}  // namespace bubblescope
