#pragma once

#include "engine/program/program.h"

#include <algorithm>
#include <stop_token>

namespace bubblescope {

/// Where an op of a kind and stage finds what its input left, and leaves something itself: the first cell of a column
/// that has one cell a microbatch.
struct CellPlace {
    std::size_t input = 0;
    std::size_t result = 0;
};

/// How a table with a cell for every forward and (input) backward of a program is laid out, so that data dependencies
/// (model.md §2) are implicit in the indices.
///
/// Shapes      a column a stage and direction; first a column for what first forwards wait for, last one for what
///             weight halves leave and nobody reads
/// Invariants  columns do not alias in the cache
struct CellLayout {
    std::size_t stages = 0;
    std::size_t stride = 0;  // from column to column

    explicit CellLayout(const Program& program)
        : stages(static_cast<std::size_t>(program.stages)),
          stride(columnStride(static_cast<std::size_t>(program.microbatches))) {}

    std::size_t cells() const { return (2 * stages + 2) * stride; }
    std::size_t forward(std::size_t stage) const { return (1 + stage) * stride; }
    std::size_t backward(std::size_t stage) const { return (1 + stages + stage) * stride; }

    CellPlace placeOf(OpKind kind, std::size_t stage) const {
        const std::size_t unread = (1 + 2 * stages) * stride;
        if (kind == OpKind::Forward) return {stage == 0 ? 0 : forward(stage - 1), forward(stage)};
        if (kind == OpKind::BackwardWeight) return {backward(stage), unread};
        return {stage + 1 == stages ? forward(stage) : backward(stage + 1), backward(stage)};
    }
};

/// A table in which the first column holds `ready` and all else `unset`. Empty if asked to stop: gigabytes take a
/// while.
template <class Cell>
Column<Cell> clearedCells(const CellLayout& layout, const Cell& ready, const Cell& unset, const std::stop_token& stop,
                          const Progress& progress) {
    Column<Cell> cells(layout.cells());
    constexpr std::size_t kAtATime = std::size_t{1} << 14;
    for (std::size_t at = 0; at < cells.size(); at += kAtATime) {
        if (stop.stop_requested()) return {};
        progress.note(at, cells.size());
        std::fill_n(cells.data() + at, std::min(kAtATime, cells.size() - at), unset);
    }
    std::fill_n(cells.data(), layout.stride, ready);
    return cells;
}

}  // namespace bubblescope
