#pragma once

#include "engine/analysis/op_classes.h"
#include "engine/sim/timeline.h"

#include <array>
#include <memory>
#include <stop_token>

namespace bubblescope {

/// Running sums of a timeline's busy time by class, for one of the ways to colour ops: what ran before a row is
/// known from the nearest block of rows and a scan over the few rows between.
///
/// A simulation gives all ops of a class on a lane one duration. Then ops are counted, in bytes from every 256th
/// row on, and only ops are scanned; any other timeline has its times summed up, in longer blocks.
///
/// Shapes      a slot is a class of a kind that occurs; duration[lane * width() + slot], 0 where times are summed;
///             a lane of n rows has n / blockRows() + 1 blocks of width() sums: block k counts the first
///             k * blockRows() rows. times[lane][block][slot], or steps[lane][block][slot] on top of
///             counts[lane][row / 256][slot]
/// Units       micro-units
/// Invariants  exact: sums of end - start
class ClassSums {
public:
    static constexpr unsigned kCountShift = 8;

    OpClasses classes;
    std::vector<int> classOfSlot;
    std::array<int, kOpKinds> slotOfKind{};  // of a kind's first shade
    bool counted = false;
    unsigned blockShift = 0;
    std::vector<Time> duration;
    std::vector<std::size_t> laneBlocks, laneCounts;  // where a lane begins
    Column<Time> times;
    Column<std::uint8_t> steps;
    Column<std::uint32_t> counts;

    std::size_t width() const { return classOfSlot.size(); }
    std::size_t blockRows() const { return std::size_t{1} << blockShift; }
    std::size_t bytes() const {
        return times.size() * sizeof(Time) + steps.size() + counts.size() * sizeof(std::uint32_t);
    }
    std::size_t slotOf(Op op) const {
        return static_cast<std::size_t>(slotOfKind[static_cast<std::size_t>(op.kind())] + classes.shadeOf(op));
    }
    /// The block whose begin is nearest to `row`, of those that there are.
    std::size_t blockNear(const RowRange& lane, Row row) const {
        return std::min(lane.size() >> blockShift, (row - lane.begin + blockRows() / 2) >> blockShift);
    }

    /// What ran on a lane before `row`, by slot: times, or numbers of ops where they are `counted`.
    void sumUp(const Timeline& timeline, LaneId id, Row row, Time* to) const {
        const RowRange lane = timeline.program->lanes[id.index()];
        const std::size_t block = blockNear(lane, row);
        std::copy_n(times.data() + laneBlocks[id.index()] + block * width(), width(), to);
        const Row at = lane.begin + (block << blockShift);
        const Op* const ops = timeline.program->ops.data();
        const Time sign = at < row ? 1 : -1;
        for (Row r = std::min(at, row), end = std::max(at, row); r < end; ++r)
            to[slotOf(ops[r])] += sign * (timeline.end[r] - timeline.startOf(r));
    }
    void sumUp(const Timeline& timeline, LaneId id, Row row, std::uint32_t* to) const {
        const RowRange lane = timeline.program->lanes[id.index()];
        const std::size_t block = blockNear(lane, row);
        const std::uint8_t* const step = steps.data() + laneBlocks[id.index()] + block * width();
        const std::uint32_t* const count =
            counts.data() + laneCounts[id.index()] + (block >> (kCountShift - blockShift)) * width();
        for (std::size_t slot = 0; slot < width(); ++slot) to[slot] = count[slot] + step[slot];
        const Row at = lane.begin + (block << blockShift);
        const Op* const ops = timeline.program->ops.data();
        const std::uint32_t sign = at < row ? 1 : ~0u;
        for (Row r = std::min(at, row), end = std::max(at, row); r < end; ++r) to[slotOf(ops[r])] += sign;
    }
    /// Asks memory for what sumUp() is about to read. Always inline: GCC 12 drops calls of a function that does
    /// nothing else.
    [[gnu::always_inline]] void prefetch(const Timeline& timeline, LaneId id, Row row) const {
        const RowRange lane = timeline.program->lanes[id.index()];
        const std::size_t block = blockNear(lane, row);
        __builtin_prefetch(timeline.program->ops.data() + row);
        if (counted) {
            __builtin_prefetch(steps.data() + laneBlocks[id.index()] + block * width());
            __builtin_prefetch(counts.data() + laneCounts[id.index()] +
                               (block >> (kCountShift - blockShift)) * width());
        } else {
            if (!timeline.start.empty()) __builtin_prefetch(timeline.start.data() + row);
            __builtin_prefetch(times.data() + laneBlocks[id.index()] + block * width());
        }
    }
};

/// The running sums of a timeline, so that a picture asks for the time between two instants instead of walking all
/// ops between them.
///
/// Invariants  immutable once made; goes with the timeline that it was made from
/// Cost        about 5 bytes an op at most: the more classes, the longer the blocks
struct LaneSums {
    ClassSums byKind, byMicrobatch;

    const ClassSums& of(ColorBy colorBy) const { return colorBy == ColorBy::Kind ? byKind : byMicrobatch; }
    std::size_t bytes() const { return byKind.bytes() + byMicrobatch.bytes(); }
};

/// Sums a timeline up; null if it was stopped before the end.
///
/// Cost    one or two passes over the columns, a few ns an op
/// Thread  any; pure
std::shared_ptr<const LaneSums> sumLanes(const Timeline& timeline, std::stop_token stop = {});

}  // namespace bubblescope
