#pragma once

#include "engine/program/program.h"

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <stop_token>

namespace bubblescope {

/// How many ops of each kind and stage a lane has run before a row, so that a picture asks for the time between two
/// instants instead of walking all ops between them.
///
/// Ops of one kind and stage all take the same time, so their number is their time. Where a lane runs them in the order
/// of their microbatches, it also says which microbatches they were.
///
/// Shapes      a slot is a kind and stage that a worker runs: firstOp[worker * width + slot], for microbatch 0;
///             groups[group][slot] counts the ops before every group of kGroupRows rows of a lane;
///             blocks[block], of blockRows() rows: a byte a slot that counts on from the group's begin, and what of
///             each row the slot is - up to kFewSlots a mask of the block's rows for each slot, else a byte a row;
///             isInTurn[lane]: whether each slot runs the microbatches 0, 1, 2, ...
/// Invariants  immutable once made; goes with every simulation of its program
/// Cost        2 bytes an op, and 4 * width / kGroupRows
struct LaneSums {
    static constexpr std::size_t kGroupRows = 256, kFewSlots = 8, kMostSlots = 256;

    std::shared_ptr<const Program> program;
    std::size_t width = 0;
    unsigned blockShift = 0;
    std::vector<Op> firstOp;
    std::vector<bool> isInTurn;
    std::vector<std::size_t> laneBlocks, laneGroups;  // where a lane begins
    Column<std::uint8_t> blocks;
    Column<std::uint32_t> groups;

    /// What ran before a row since its group began, by slot, and the slot of the row; unset after the last row.
    struct Place {
        std::array<std::uint8_t, kMostSlots> count;
        std::size_t slot;
    };
    /// The same where there are few slots: a byte of `counts` for each, the lowest for the first.
    struct FewPlace {
        std::uint64_t counts;
        std::size_t slot;
    };
    /// The sums of one lane, whose rows are counted from 0 here.
    struct Lane {
        const std::uint8_t* blocks;
        const std::uint32_t* groups;
        std::size_t width, bytesOfCounts;
        unsigned blockShift;

        /// The counts before the group of a row.
        const std::uint32_t* groupOf(std::size_t row) const { return groups + row / kGroupRows * width; }
        const std::uint8_t* blockOf(std::size_t row) const {
            return blocks + (row >> blockShift) * (bytesOfCounts + (std::size_t{1} << blockShift));
        }
        bool hasFewSlots() const { return width <= kFewSlots; }
        /// Where there are few slots.
        FewPlace findFewPlace(std::size_t row) const {
            const std::uint8_t* const block = blocks + row / kFewSlots * (2 * kFewSlots);
            const std::size_t within = row % kFewSlots;
            const std::uint64_t masks = wordAt(block + kFewSlots);
            return {wordAt(block) + bitsOfBytes(masks & ((1u << within) - 1) * kEachByte),
                    static_cast<std::size_t>(std::countr_zero(masks >> within & kEachByte)) / 8};
        }
        void findPlace(std::size_t row, Place& place) const {
            if (hasFewSlots()) {
                const FewPlace few = findFewPlace(row);
                std::memcpy(place.count.data(), &few.counts, sizeof few.counts);
                place.slot = few.slot;
                return;
            }
            const std::uint8_t* const block = blockOf(row);
            const std::size_t within = row & ((std::size_t{1} << blockShift) - 1);
            const std::uint8_t* const slotOfRow = block + bytesOfCounts;
            std::memcpy(place.count.data(), block, bytesOfCounts);
            for (std::size_t i = 0; i < within; ++i) ++place.count[slotOfRow[i]];
            place.slot = slotOfRow[within];
        }
    };

    std::size_t blockRows() const { return std::size_t{1} << blockShift; }
    /// Slots with those that fill up a word of eight.
    std::size_t bytesOfCounts() const { return (width + 7) / 8 * 8; }
    std::size_t bytesOfBlock() const { return bytesOfCounts() + blockRows(); }
    std::size_t bytes() const { return blocks.size() + groups.size() * sizeof(std::uint32_t); }
    Lane of(LaneId lane) const {
        return {blocks.data() + laneBlocks[lane.index()], groups.data() + laneGroups[lane.index()], width,
                bytesOfCounts(), blockShift};
    }

    /// How many bits each byte of a word has.
    static std::uint64_t bitsOfBytes(std::uint64_t word) {
        word -= word >> 1 & 0x55 * kEachByte;
        word = (word & 0x33 * kEachByte) + (word >> 2 & 0x33 * kEachByte);
        return (word + (word >> 4)) & 0x0f * kEachByte;
    }

private:
    static constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;
    static std::uint64_t wordAt(const std::uint8_t* at) {
        std::uint64_t word;
        std::memcpy(&word, at, sizeof word);
        return word;
    }
};

/// Counts the ops of a program whose stages have workers; null if it was stopped before the end.
///
/// Cost    one pass over the ops
/// Thread  any; pure
std::shared_ptr<const LaneSums> sumLanes(std::shared_ptr<const Program> program, std::stop_token stop = {});

}  // namespace bubblescope
