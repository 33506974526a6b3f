#pragma once

#include "engine/core/result.h"
#include "engine/program/needs.h"
#include "engine/program/placement.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// The rows of a cache line in a column of 8-byte values.
inline constexpr std::size_t kRowsPerCacheLine = 8;

/// The distance between the beginnings of parallel columns of `rows` 8-byte values: an odd number of whole cache lines,
/// so that columns of a power-of-two length do not all fall into the same cache sets. At least one row stays free
/// between them.
constexpr std::size_t columnStride(std::size_t rows) {
    return ((rows / kRowsPerCacheLine + 1) | 1) * kRowsPerCacheLine;
}

/// What runs where, in which order, and what it waits for. Does not know times, or which kind of entry made it.
///
/// Shapes      stages: S of the model. If microbatches pass the workers in several directions, each direction is a line
///             of S stages; line l has the stages from l * S on, and an equal share of the microbatches, in order.
///             lanes[L] by worker, the compute lane of each first; ops[rows]: the rows of a lane are contiguous, in the
///             order they run. Unset rows before each lane keep columns from aliasing in the cache
/// Invariants  those that validate() checks. The two ops of a fused pair are in neighbouring rows
/// Cost        8 bytes per op, and 4 more if stages have no lane of their own
struct Program {
    int workers = 0;
    int stages = 0;
    int microbatches = 0;
    int lines = 1;
    int shownSteps = 1;  // one after the other
    int pieces = 1;      // of a microbatch's sequence; each counts as a microbatch, and those of one are consecutive
    OpKindSet kinds;     // the kinds that occur
    bool hasPairs = false;
    std::vector<Lane> lanes;
    Column<Op> ops;
    Needs needs;
    /// If a worker's chunks form no loop or wave: the index of each stage among those of its worker, ascending.
    std::vector<int> chunkOfStage;

    int stagesOfAllLines() const { return lines * stages; }
    /// The microbatch that an op belongs to, whole or in pieces.
    int microbatchOf(Op op) const { return op.microbatch().value / pieces; }
    int pieceOf(Op op) const { return op.microbatch().value % pieces; }
    int microbatchesALine() const { return microbatches / lines; }
    /// The first microbatch of a stage's line.
    int firstMicrobatch(StageId stage) const { return stage.value / stages * microbatchesALine(); }
    StageId modelStage(StageId stage) const { return StageId(stage.value % stages); }

    StagePlace placeOf(StageId stage) const { return bubblescope::placeOf(modelStage(stage).value, stages); }

    /// Model chunks per worker, each with an equal share of its activations; 1 if there are several lines, or if stages
    /// have no lane of their own.
    int chunks() const { return lines == 1 && needs.isByStage() ? stages / workers : 1; }
    /// The chunk of a stage, or its line if there are several.
    int chunkOf(StageId stage) const {
        if (lines > 1) return stage.value / stages;
        if (!chunkOfStage.empty()) return chunkOfStage[stage.index()];
        return needs.isByStage() ? stage.value / workers : 0;
    }
    /// How many different values chunkOf() has.
    int shades() const { return lines > 1 ? lines : chunks(); }

    WorkerId workerOf(LaneId lane) const { return lanes[lane.index()].worker; }
    WorkerId workerOfRow(Row row) const { return workerOf(laneOf(row)); }
    /// If each stage is on one lane.
    WorkerId workerOf(StageId stage) const { return workerOf(needs.laneOfStage[stage.index()]); }
    bool isWork(LaneId lane) const { return lanes[lane.index()].isWork(); }
    std::span<Op> lane(LaneId lane) { return {ops.data() + lanes[lane.index()].begin, lanes[lane.index()].size()}; }
    std::span<const Op> lane(LaneId lane) const {
        return {ops.data() + lanes[lane.index()].begin, lanes[lane.index()].size()};
    }
    /// The number of ops that are work.
    std::size_t opCount() const;
    /// The lane that contains `row`.
    LaneId laneOf(Row row) const;
    /// The lane on which a worker computes.
    LaneId computeLane(WorkerId worker) const;
    /// The worker's lane with another role, if it has one.
    std::optional<LaneId> laneOf(WorkerId worker, Role role) const;
    /// The index in needs.rowOfStep of a forward or backward, or of the op whose weights a fetch brings.
    std::size_t stepOf(Op op) const {
        const std::size_t steps = 2 * static_cast<std::size_t>(stages), stage = op.stage().index();
        const bool isForward = op.kind() == OpKind::Forward || op.kind() == OpKind::FetchForward;
        return op.microbatch().index() * steps + (isForward ? stage : steps - 1 - stage);
    }
};

/// Appends a lane with room for `rows` ops, which are still unset. `end` is where the last lane ended, including the
/// free rows after it; `ops` must be that large.
void addLane(Program& program, WorkerId worker, Role role, std::size_t rows, std::size_t& end);

/// A program of one lane per worker with room for all of its ops, which are still unset: for each stage and microbatch
/// a forward and a backward, or a forward and the two halves of a backward. Opposite placement requires one chunk and
/// an even number of microbatches.
Program emptyProgram(Placement placement, int devices, int chunks, int microbatches, bool split);

/// The same, if some backwards are split, so that lanes have different numbers of rows.
///
/// Shapes  rows[worker]; `kinds` are the kinds that occur
Program emptyProgram(Placement placement, int devices, int chunks, int microbatches, OpKindSet kinds,
                     const std::vector<std::size_t>& rows);

/// The same from given lanes, one per worker. Their ops may be paired, and some may split the backward.
Program programOf(Placement placement, int devices, int chunks, int microbatches,
                  const std::vector<std::vector<Op>>& lanes);

/// The row of an op of a regular program, if a lane runs it. Cost: a scan of its lane, unless it is `guess` or
/// rowOfStep gives it.
std::optional<Row> findOp(const Program& program, Op op, Row guess = 0);

/// The rows that run as one with this row: the two of its pair, or only itself.
RowRange pairOf(const Program& program, Row row);
/// The other op of its pair, if it is in one.
std::optional<Row> otherOfPair(const Program& program, Row row);

/// Refuses a regular program in which an op is missing, appears twice, is on a lane other than that of its stage, or
/// names a stage or microbatch that does not exist. Refuses an explicit program whose needs name rows that do not
/// exist, or rows of one op that do not belong together.
Result<void> validate(const Program& program);

}  // namespace bubblescope
