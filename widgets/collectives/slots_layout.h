#pragma once

#include "engine/collectives/playback.h"

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <utility>

namespace bubblescope {

/// Where the slots of all ranks are placed: ranks are columns, grouped in the boxes of their nodes, each followed by
/// the switch of its node if there is one; slots are rows.
///
/// Units  CSS pixels, within `size`
struct SlotsLayout {
    QSizeF size;
    int ranks = 0, switches = 0, rows = 0, nodeSize = 1;
    double left = 0, top = 0;                   // of the first cell
    double pitch = 0, nodeGap = 0, gutter = 0;  // from column to column, extra between nodes, between columns
    double rowPitch = 0;
    QSizeF cell;
    double boxTop = 0;                   // of the nodes, below their names
    double arcHeight = 0;                // above the heads, for messages to ranks that are not neighbours
    double headTop = 0, headHeight = 0;  // the heads of the columns
    double edge = 0;                     // next to the first and last column, where a ring closes
    std::optional<int> outsider;         // the rank drawn in front of the nodes
    std::optional<int> hiddenRow;        // that only the outsider has
    double scale = 1;                    // of type
    bool hasNodeNames = true, hasRowNames = true;

    int nodes() const { return (ranks + nodeSize - 1) / nodeSize; }
    int places() const { return ranks + switches; }
    /// Of a rank or a switch.
    int columnOf(int place) const;
    double columnLeft(int place) const;
    QRectF cellRect(int place, int row) const {
        return {columnLeft(place), top + (row - (row > hiddenRow.value_or(rows))) * rowPitch, cell.width(),
                cell.height()};
    }
    /// Null if the node contains only the outsider.
    QRectF nodeRect(int node) const;
    QRectF outsiderRect() const;
    double bottom() const { return top + shownRows() * rowPitch; }
    int shownRows() const { return rows - hiddenRow.has_value(); }
    double arcBottom() const { return headTop - 1; }
    /// The area of the cells and of the messages between them.
    QRectF cellsArea() const { return {0, top, size.width(), bottom() - top}; }
    std::optional<std::pair<int, int>> cellAt(const QPointF& at) const;                // rank or switch, and row
    int lastOf(int node) const { return std::min((node + 1) * nodeSize, ranks) - 1; }  // of its ranks

    /// Whether every cell is visible.
    bool isReadable() const { return cell.width() >= 2 && cell.height() >= 1; }
};

/// What a picture of slots must leave room for.
struct SlotsRoom {
    std::optional<int> outsider = {}, hiddenRow = {};  // as in the layout
    int switches = 0;
    bool hasArcs = false;  // messages to ranks that are not neighbours
    bool isRing = false;   // messages from the last column to the first, or back
    bool fills = false;    // whether rows fill the height; otherwise they are only as high as needed
    bool hasNodeNames = true, hasRowNames = true;
};
inline constexpr double kNodeNames = 16;  // how much higher a layout with names of nodes is, at the usual font size

/// `ranks` columns of `rows` rows within `size`.
SlotsLayout layoutSlots(const QSizeF& size, int ranks, int rows, int nodeSize, double scale = 1,
                        const SlotsRoom& room = {});
/// The columns and rows of a playback.
SlotsLayout layoutSlots(const QSizeF& size, const Playback& playback, int nodeSize, double scale = 1);

}  // namespace bubblescope
