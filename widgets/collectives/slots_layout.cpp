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
    out.outsider = needs.outsider, out.hiddenRow = needs.hiddenRow, out.switches = needs.switches;
    out.size = size;
    out.ranks = ranks, out.rows = rows, out.nodeSize = std::min(nodeSize, ranks);
    out.scale = scale;
    const int nodes = out.nodes(), columns = out.places();
    out.hasNodeNames = needs.hasNodeNames, out.hasRowNames = needs.hasRowNames;
    const double rowNames = needs.hasRowNames ? 44 * scale : 0;
    const double inside = size.width() - rowNames - 36 * scale;
    out.edge = needs.isRing && inside / columns >= kLeastRingPitch ? kEdge * scale : 0;
    const double labels = rowNames + out.edge;
    const double room = size.width() - labels - 2 * kSide * scale - out.edge;
    const int gaps = nodes - 1 + needs.outsider.has_value();
    out.nodeGap = gaps > 0 ? std::clamp(room / columns * 0.35, 2.0, 34.0 * scale) : 0;
    out.pitch = std::min((room - gaps * out.nodeGap) / columns, kMostSlotPitch * scale);
    out.gutter = std::clamp(out.pitch * 0.26, 1.0, 30.0 * scale);
    if (out.pitch < 6) out.gutter = out.pitch * 0.2;
    const double names = needs.hasNodeNames ? kNodeNames * scale : 0;
    out.boxTop = 2 * scale + names;
    const double arcs = needs.hasNodeNames ? size.height() : size.height() + kNodeNames * scale;  // the same in both
    out.arcHeight = needs.hasArcs ? std::clamp(arcs * kArcShare, kLeastArcs * scale, kMostLaidArcs * scale) : 0;
    out.headTop = 4 * scale + names + out.arcHeight;
    out.headHeight = out.pitch >= 12 ? 26 * scale : 10;
    out.top = out.headTop + out.headHeight + 4;
    out.left = labels + out.gutter / 2;
    out.rowPitch = (size.height() - out.top - 8) / std::max(1, out.shownRows());
    if (!needs.fills) out.rowPitch = std::min(out.rowPitch, kMostRowPitch * scale);
    const double gap = out.rowPitch >= 12 ? std::max(3.0, out.rowPitch * 0.16) : out.rowPitch >= 3 ? 1 : 0;
    out.cell = {out.pitch - out.gutter, out.rowPitch - gap};
    return out;
}

int SlotsLayout::columnOf(int place) const {
    if (outsider) return place == *outsider ? 0 : place + (place < *outsider);
    if (place >= ranks) return lastOf(place - ranks) + 1 + (place - ranks);
    return place + (switches > 0 ? place / nodeSize : 0);
}

double SlotsLayout::columnLeft(int place) const {
    const int node = place < ranks ? place / nodeSize : place - ranks;
    const int gaps = !outsider ? node : place == *outsider ? 0 : node + 1;
    return left + columnOf(place) * pitch + gaps * nodeGap;
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
    int first = node * nodeSize, last = lastOf(node);
    if (outsider == first) ++first;
    if (outsider == last) --last;
    if (first > last) return {};
    return boxAround(*this, first, switches > 0 ? ranks + node : last);
}

QRectF SlotsLayout::outsiderRect() const { return boxAround(*this, *outsider, *outsider); }

std::optional<std::pair<int, int>> SlotsLayout::cellAt(const QPointF& at) const {
    int row = static_cast<int>(std::floor((at.y() - top) / rowPitch));
    if (row < 0 || row >= shownRows()) return std::nullopt;
    row += hiddenRow && row >= *hiddenRow;
    for (int place = 0; place < places(); ++place)
        if (at.x() >= columnLeft(place) && at.x() < columnLeft(place) + cell.width()) return std::pair(place, row);
    return std::nullopt;
}

}  // namespace bubblescope
