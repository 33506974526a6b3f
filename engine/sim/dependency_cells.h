#pragma once

#include "engine/program/program.h"

#include <algorithm>
#include <stop_token>

namespace bubblescope {

/// Where an op of a kind and stage finds the result it needs, and where it leaves its own: the first cell of a column
/// with one cell per microbatch. Columns of lines that do not start with microbatch 0 start that much earlier, so that
/// a microbatch is the index of its cell in every column.
struct CellPlace {
    std::size_t input = 0;
    std::size_t result = 0;
};

/// The layout of a table with a cell for every forward and backward of a program, so that regular needs follow from the
/// indices.
///
/// Shapes      one column per stage and direction, between a first column for what first forwards wait for, and a last
///             column for the results of W ops, which nothing reads
/// Invariants  columns do not alias in the cache
struct CellLayout {
    const Program& program;
    std::size_t stages = 0;
    std::size_t stride = 0;  // from one column to the next

    explicit CellLayout(const Program& of)
        : program(of),
          stages(static_cast<std::size_t>(of.stagesOfAllLines())),
          stride(columnStride(static_cast<std::size_t>(of.microbatchesALine()))) {}

    std::size_t cells() const { return (2 * stages + 2) * stride; }

    CellPlace placeOf(OpKind kind, std::size_t stage) const {
        const auto needed = neededBy(kind, static_cast<int>(stage), program.stages);
        const bool isForward = kind == OpKind::Forward, isWeight = kind == OpKind::BackwardWeight;
        const std::size_t input = !needed ? 0 : column(needed->kinds.has(OpKind::Forward), std::size_t(needed->stage));
        const std::size_t result = isWeight ? 1 + 2 * stages : column(isForward, stage);
        const auto first = static_cast<std::size_t>(program.firstMicrobatch(StageId(static_cast<std::int64_t>(stage))));
        return {input * stride - first, result * stride - first};
    }

private:
    std::size_t column(bool isForward, std::size_t stage) const { return 1 + stage + (isForward ? 0 : stages); }
};

/// A table whose first column is `ready` and the rest `unset`. Empty if asked to stop, because gigabytes need time.
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
