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
/// Where all ops of a class on a worker take the same time, as they do in every simulation, ops are counted, in bytes
/// from every 256th row on: that depends on the program alone. Any other timeline has its times summed up, in longer
/// blocks.
///
/// Shapes      a slot is a class of a kind that occurs; cost[worker * width() + slot]: the Op::costIndex() whose time
///             the ops of a class take, none where times are summed;
///             a lane of n rows has n / blockRows() + 1 blocks of stride() sums: block k counts the first
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
    std::vector<std::size_t> cost;
    std::vector<std::size_t> laneBlocks, laneCounts;  // where a lane begins
    Column<Time> times;
    Column<std::uint8_t> steps;
    Column<std::uint32_t> counts;

    /// Where the sums before a row stand: in `time`, or in `step` on top of `count`.
    struct Block {
        Row begin = 0;
        const std::uint8_t* step = nullptr;
        const std::uint32_t* count = nullptr;
        const Time* time = nullptr;
    };

    std::size_t width() const { return classOfSlot.size(); }
    /// Slots with those that fill up a vector of four; they stay 0.
    std::size_t stride() const { return (width() + 3) & ~std::size_t{3}; }
    std::size_t blockRows() const { return std::size_t{1} << blockShift; }
    std::size_t bytes() const {
        return times.size() * sizeof(Time) + steps.size() + counts.size() * sizeof(std::uint32_t);
    }
    std::size_t slotOf(Op op) const {
        return static_cast<std::size_t>(slotOfKind[static_cast<std::size_t>(op.kind())] + classes.shadeOf(op));
    }
    /// The block that begins nearest to `row`, of those that there are.
    Block blockNear(const Program& program, LaneId id, Row row) const {
        const RowRange lane = program.lanes[id.index()];
        const std::size_t block =
            std::min(lane.size() >> blockShift, (row - lane.begin + blockRows() / 2) >> blockShift);
        Block out{lane.begin + (block << blockShift), nullptr, nullptr, nullptr};
        const std::size_t at = laneBlocks[id.index()] + block * stride();
        if (!counted) {
            out.time = times.data() + at;
            return out;
        }
        out.step = steps.data() + at;
        out.count = counts.data() + laneCounts[id.index()] + (block >> (kCountShift - blockShift)) * stride();
        return out;
    }
    /// The sum of a slot before a block.
    Time at(const Block& block, std::size_t slot) const {
        return counted ? Time{block.count[slot]} + block.step[slot] : block.time[slot];
    }
};

/// The running sums of a timeline, so that a picture asks for the time between two instants instead of walking all
/// ops between them.
///
/// Invariants  immutable once made; goes with the timeline that it was made from, and where all is counted with every
///             simulation of its program
/// Cost        about 5 bytes an op at most: the more classes, the longer the blocks
struct LaneSums {
    std::shared_ptr<const Program> program;
    ClassSums byKind, byMicrobatch;

    const ClassSums& of(ColorBy colorBy) const { return colorBy == ColorBy::Kind ? byKind : byMicrobatch; }
    std::size_t bytes() const { return byKind.bytes() + byMicrobatch.bytes(); }
};

/// Sums a timeline up, or returns `before` if its sums hold for this timeline too; null if it was stopped before the
/// end.
///
/// Cost    one or two passes over the columns, a few ns an op
/// Thread  any; pure
std::shared_ptr<const LaneSums> sumLanes(const Timeline& timeline, std::stop_token stop = {},
                                         std::shared_ptr<const LaneSums> before = {});

}  // namespace bubblescope
