#pragma once

#include "engine/core/result.h"
#include "engine/program/needs.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// The rows of a cache line in a column of 8-byte values.
inline constexpr std::size_t kRowsPerCacheLine = 8;

/// From the begin of one of several parallel columns of `rows` 8-byte values to the next: whole cache lines, an odd
/// number of them, so that columns of a power-of-two length do not all meet in the same cache sets; at least one row
/// stays free between them.
constexpr std::size_t columnStride(std::size_t rows) {
    return ((rows / kRowsPerCacheLine + 1) | 1) * kRowsPerCacheLine;
}

/// What runs where, in which order, and what it waits for. Knows no times and not which kind of entry made it.
///
/// Shapes      stages: S of the model. Where microbatches pass the workers in several directions, each is a line of S
///             stages of its own, those of line l from l * S on, and has an equal share of the microbatches, in order;
///             lanes[L] by worker, that on which it computes first; ops[rows]: the rows of a lane stand together in the
///             order they run; unset rows before each lane keep columns from aliasing in the cache
/// Invariants  those that validate() checks. The two halves of a pair stand in neighbouring rows
/// Cost        8 bytes an op, and 4 where stages stand on no one lane
struct Program {
    int workers = 0;
    int stages = 0;
    int microbatches = 0;
    int lines = 1;
    int pieces = 1;   // of a microbatch's sequence, each of which counts as a microbatch here; those of one follow on
    OpKindSet kinds;  // that occur
    bool hasPairs = false;
    std::vector<Lane> lanes;
    Column<Op> ops;
    Needs needs;
    std::vector<int> chunkOfStage;  // where a worker's chunks are no loop or wave: which of its stages it is, upwards

    int stagesOfAllLines() const { return lines * stages; }
    /// The microbatch whose sequence, or a piece of it, an op is of.
    int microbatchOf(Op op) const { return op.microbatch().value / pieces; }
    int pieceOf(Op op) const { return op.microbatch().value % pieces; }
    int microbatchesALine() const { return microbatches / lines; }
    /// The first microbatch of a stage's line.
    int firstMicrobatch(StageId stage) const { return stage.value / stages * microbatchesALine(); }
    StageId modelStage(StageId stage) const { return StageId(stage.value % stages); }

    StagePlace placeOf(StageId stage) const { return bubblescope::placeOf(modelStage(stage).value, stages); }

    /// Model chunks that a worker holds, each with an equal share of its activations; 1 where lines cross, and where
    /// stages stand on no one lane.
    int chunks() const { return lines == 1 && needs.isByStage() ? stages / workers : 1; }
    /// Of these, or the line, where there are several.
    int chunkOf(StageId stage) const {
        if (lines > 1) return stage.value / stages;
        if (!chunkOfStage.empty()) return chunkOfStage[stage.index()];
        return needs.isByStage() ? stage.value / workers : 0;
    }
    /// How many different chunkOf() there are.
    int shades() const { return lines > 1 ? lines : chunks(); }

    WorkerId workerOf(LaneId lane) const { return lanes[lane.index()].worker; }
    WorkerId workerOfRow(Row row) const { return workerOf(laneOf(row)); }
    /// Where stages stand on one lane each.
    WorkerId workerOf(StageId stage) const { return workerOf(needs.laneOfStage[stage.index()]); }
    bool isWork(LaneId lane) const { return lanes[lane.index()].isWork(); }
    std::span<Op> lane(LaneId lane) { return {ops.data() + lanes[lane.index()].begin, lanes[lane.index()].size()}; }
    std::span<const Op> lane(LaneId lane) const {
        return {ops.data() + lanes[lane.index()].begin, lanes[lane.index()].size()};
    }
    /// Ops that are work.
    std::size_t opCount() const;
    /// The lane whose rows hold `row`.
    LaneId laneOf(Row row) const;
    /// The lane on which a worker computes.
    LaneId computeLane(WorkerId worker) const;
    /// Its lane of another role, if it has one.
    std::optional<LaneId> laneOf(WorkerId worker, Role role) const;
    /// The place of a forward or backward, or of that whose weights are fetched, in needs.rowOfStep.
    std::size_t stepOf(Op op) const {
        const std::size_t steps = 2 * static_cast<std::size_t>(stages), stage = op.stage().index();
        const bool isForward = op.kind() == OpKind::Forward || op.kind() == OpKind::FetchForward;
        return op.microbatch().index() * steps + (isForward ? stage : steps - 1 - stage);
    }
};

/// Where a model's stages stand (model.md §2 names them): loop puts stage s on worker s mod D, wave runs
/// even chunks down and odd chunks up, and in opposite lines stage s stands on worker s of those that go down, and on
/// worker D-1-s of those that go up. With one chunk loop and wave are the plain line.
enum class Placement { Loop, Wave, Opposite };

/// The worker of a stage.
constexpr int workerOfStage(Placement placement, int devices, int stage) {
    const int chunk = stage / devices, offset = stage % devices;
    return placement != Placement::Loop && chunk % 2 == 1 ? devices - 1 - offset : offset;
}

/// The stage that is chunk `chunk` of `device`.
constexpr int stageOf(Placement placement, int devices, int chunk, int device) {
    return chunk * devices + (placement != Placement::Loop && chunk % 2 == 1 ? devices - 1 - device : device);
}

/// Appends a lane with room for `rows` ops, which are still unset. `end` is where the last one ended, with the free
/// rows behind it; ops are to hold as many.
void addLane(Program& program, WorkerId worker, Role role, std::size_t rows, std::size_t& end);

/// A program of one lane a worker with room for all of its ops, which are still unset: a forward and a backward, or the
/// halves of one, for each stage and microbatch. Opposite placement takes one chunk and an even number of microbatches.
Program emptyProgram(Placement placement, int devices, int chunks, int microbatches, bool split);

/// The same where some backwards are split, so that lanes have so many rows each.
///
/// Shapes  rows[worker]; kinds are those that occur
Program emptyProgram(Placement placement, int devices, int chunks, int microbatches, OpKindSet kinds,
                     const std::vector<std::size_t>& rows);

/// The same of lanes that are given, one a worker, whose ops may be paired and of which some split the backward.
Program programOf(Placement placement, int devices, int chunks, int microbatches,
                  const std::vector<std::vector<Op>>& lanes);

/// The row of a regular program's op, if a lane runs it. Cost: a scan of its lane, unless it is `guess` or rowOfStep
/// tells.
std::optional<Row> findOp(const Program& program, Op op, Row guess = 0);

/// The rows that run as one with this one: those of its pair, else itself alone.
RowRange pairOf(const Program& program, Row row);
/// The other half of its pair, if it is in one.
std::optional<Row> otherOfPair(const Program& program, Row row);

/// Refuses a regular program in which an op is missing, stands twice, stands on another lane than its stage, or names a
/// stage or microbatch that does not exist; an explicit one whose needs name rows that there are none of, or members
/// that do not go together.
Result<void> validate(const Program& program);

}  // namespace bubblescope
