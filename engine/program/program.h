#pragma once

#include "engine/core/column.h"
#include "engine/core/ids.h"
#include "engine/core/result.h"
#include "engine/model/durations.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// One op: what it does, for which stage and microbatch. Packed, because there are millions, and unset when
/// new, so that a column of them is not written twice.
struct Op {
    std::uint32_t packedStage;  // stage * 16 + kind
    std::uint32_t packedMicrobatch;

    Op() = default;
    Op(OpKind kind, std::int64_t stage, std::int64_t microbatch)
        : packedStage(static_cast<std::uint32_t>(stage) << 4 | static_cast<std::uint32_t>(kind)),
          packedMicrobatch(static_cast<std::uint32_t>(microbatch)) {}

    OpKind kind() const { return static_cast<OpKind>(packedStage & 15u); }
    StageId stage() const { return StageId(packedStage >> 4); }
    /// stage * kOpKinds + kind: the row of this op's kind and stage in a table of costs.
    std::size_t costIndex() const { return (packedStage >> 4) * kOpKinds + (packedStage & 15u); }
    MicrobatchId microbatch() const { return MicrobatchId(packedMicrobatch); }

    friend bool operator==(Op, Op) = default;
};

/// The row of an op in the columns of a Program and of its Timelines.
using Row = std::size_t;

/// The rows of one lane: [begin, end).
struct RowRange {
    Row begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
    friend bool operator==(RowRange, RowRange) = default;
};

/// The first of `rows` for which `isReached` holds, as it then does for all after it; rows.end if none.
template <class IsReached>
Row firstRow(RowRange rows, IsReached isReached) {
    while (rows.begin < rows.end) {
        const Row middle = rows.begin + rows.size() / 2;
        if (isReached(middle))
            rows.end = middle;
        else
            rows.begin = middle + 1;
    }
    return rows.end;
}

/// The rows of a cache line in a column of 8-byte values.
inline constexpr std::size_t kRowsPerCacheLine = 8;

/// From the begin of one of several parallel columns of `rows` 8-byte values to the next: whole cache lines, an odd
/// number of them, so that columns of a power-of-two length do not all meet in the same cache sets; at least one row
/// stays free between them.
constexpr std::size_t columnStride(std::size_t rows) {
    return ((rows / kRowsPerCacheLine + 1) | 1) * kRowsPerCacheLine;
}

/// What a lane of a worker does: it computes ops, or fetches the weights of ops from other workers.
enum class LaneKind : std::uint8_t { Compute, Fetch };

/// What runs where, in which order. Knows no times and not which schedule made it.
///
/// Shapes      stageWorker[S], or opWorker[microbatch * 2S + step] where the placement depends on more than the stage:
///             step counts along F0..F(S-1), B(S-1)..B0; laneWorker[L], laneKind[L], lanes[L], ops[rows]: the rows of
///             a lane stand together in the order they run; unset rows before each lane keep columns from aliasing in
///             the cache. On a fetch lane an op stands for its weights
/// Invariants  those that validate() checks; `split` programs have BackwardInput and BackwardWeight where
///             others have Backward
/// Cost        8 bytes an op
struct Program {
    int workers = 0;
    int stages = 0;
    int microbatches = 0;
    bool split = false;
    std::vector<WorkerId> stageWorker;
    Column<std::uint16_t> opWorker;
    std::vector<WorkerId> laneWorker;
    std::vector<LaneKind> laneKind;
    std::vector<RowRange> lanes;
    Column<Op> ops;

    bool isPlacedByOp() const { return !opWorker.empty(); }
    /// Model chunks a worker holds; one where the placement is by op.
    int chunks() const { return isPlacedByOp() ? 1 : stages / workers; }
    int chunkOf(StageId stage) const { return isPlacedByOp() ? 0 : stage.value / workers; }
    WorkerId workerOf(StageId stage) const { return stageWorker[stage.index()]; }
    WorkerId workerOf(Op op) const { return isPlacedByOp() ? WorkerId(opWorker[placeOf(op)]) : workerOf(op.stage()); }
    /// The entry of an op in opWorker, after that of the op before it on its microbatch's chain.
    std::size_t placeOf(Op op) const {
        const std::size_t steps = 2 * static_cast<std::size_t>(stages), stage = op.stage().index();
        const std::size_t step = op.kind() == OpKind::Forward ? stage : steps - 1 - stage;
        return op.microbatch().index() * steps + step;
    }
    bool isCompute(LaneId lane) const { return laneKind[lane.index()] == LaneKind::Compute; }
    std::span<Op> lane(LaneId lane) { return {ops.data() + lanes[lane.index()].begin, lanes[lane.index()].size()}; }
    std::span<const Op> lane(LaneId lane) const {
        return {ops.data() + lanes[lane.index()].begin, lanes[lane.index()].size()};
    }
    /// Ops that are computed.
    std::size_t opCount() const;
    /// The lane whose rows hold `row`.
    LaneId laneOf(Row row) const;
};

/// Where a model's stages stand (model.md §2 names them): loop puts stage s on worker s mod D, wave runs
/// even chunks down and odd chunks up. With one chunk both are the plain line.
enum class Placement { Loop, Wave };

/// The worker of a stage.
constexpr int workerOfStage(Placement placement, int devices, int stage) {
    const int chunk = stage / devices, offset = stage % devices;
    return placement == Placement::Wave && chunk % 2 == 1 ? devices - 1 - offset : offset;
}

/// The stage that is chunk `chunk` of `device`.
constexpr int stageOf(Placement placement, int devices, int chunk, int device) {
    return chunk * devices + (placement == Placement::Wave && chunk % 2 == 1 ? devices - 1 - device : device);
}

/// A program of one lane a worker with room for all of its ops, which are still unset.
Program emptyProgram(Placement placement, int devices, int chunks, int microbatches, bool split);

/// The op whose result `op` needs (model.md §2); the first forward needs none.
std::optional<Op> dataDependency(const Program& program, Op op);

/// The row of an op, if a lane runs it. Cost: a scan of its worker's lanes, unless it is `guess`.
std::optional<Row> findOp(const Program& program, Op op, Row guess = 0);

/// Refuses a program in which an op is missing, stands twice, stands on another worker than it is placed on, or names a
/// stage or microbatch that does not exist.
Result<void> validate(const Program& program);

}  // namespace bubblescope
