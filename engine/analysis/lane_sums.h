#pragma once

#include "engine/sim/timeline.h"

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <stop_token>

namespace bubblescope {

/// How many ops of each slot a lane has run before a row, so that a picture can look up the time between two instants
/// instead of walking all ops between them. A slot is a set of ops of a lane with the same duration, so their number
/// gives their time.
///
/// If ops take the time of their kind and stage, each kind and stage is a slot, whatever the times, and the sums serve
/// every timeline of the program. If a lane runs the microbatches of each slot in steps of constant size, the numbers
/// also determine which microbatches they were. If ops have their own starts, as in placement schemes, a slot is a
/// kind, shade and hue of microbatches with one duration, whatever their order.
///
/// Shapes      groups[group][slot] counts the ops before every group of kGroupRows rows of a lane. blocks[block], of
///             blockRows() rows: one byte per slot that counts on from the begin of the group, and the slot of each
///             row; with up to kFewSlots as a mask of the block's rows for each slot, otherwise one byte per row. Slots
///             are padded to full words of eight
/// Invariants  immutable once made
/// Cost        2 bytes per op, plus 4 per slot for every kGroupRows rows
struct LaneSums {
    static constexpr std::size_t kGroupRows = 256, kFewSlots = 8, kMostSlots = 256;

    struct Slot {
        Op first;                // of its ops
        std::uint32_t step = 1;  // from one microbatch to the next
        Time duration = 0;       // of each op, if ops have their own starts
    };

    /// The counts by slot from the begin of a row's group to the row, and the slot of the row; unset after the last
    /// row.
    struct Place {
        std::array<std::uint8_t, kMostSlots> count;
        std::size_t slot;
    };
    /// The same if there are few slots: each byte of `counts` is a slot, the lowest byte the first.
    struct FewPlace {
        std::uint64_t counts;
        std::size_t slot;
    };
    /// The sums of one lane, whose rows count from 0 here.
    struct Lane {
        std::vector<Slot> slotOps;
        bool isInTurn = false;  // whether each slot runs its microbatches in constant steps
        std::size_t bytesOfCounts = kFewSlots;
        unsigned blockShift = 3;
        Column<std::uint8_t> blocks;
        Column<std::uint32_t> groups;

        Lane() = default;
        explicit Lane(std::vector<Slot> of)
            : slotOps(std::move(of)),
              bytesOfCounts((slotOps.size() + kFewSlots - 1) / kFewSlots * kFewSlots),
              blockShift(static_cast<unsigned>(std::bit_width(bytesOfCounts - 1))) {}

        bool hasSums() const { return !groups.empty(); }
        bool hasFewSlots() const { return slotOps.size() <= kFewSlots; }
        std::size_t blockRows() const { return std::size_t{1} << blockShift; }
        std::size_t bytesOfBlock() const { return bytesOfCounts + blockRows(); }
        /// The counts before the group of a row.
        const std::uint32_t* groupOf(std::size_t row) const { return groups.data() + row / kGroupRows * bytesOfCounts; }
        const std::uint8_t* blockOf(std::size_t row) const {
            return blocks.data() + (row >> blockShift) * bytesOfBlock();
        }
        /// If there are few slots.
        FewPlace findFewPlace(std::size_t row) const {
            const std::uint8_t* const block = blocks.data() + row / kFewSlots * (2 * kFewSlots);
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
            const std::size_t within = row & (blockRows() - 1);
            const std::uint8_t* const slotOfRow = block + bytesOfCounts;
            std::memcpy(place.count.data(), block, bytesOfCounts);
            for (std::size_t i = 0; i < within; ++i) ++place.count[slotOfRow[i]];
            place.slot = slotOfRow[within];
        }
    };

    std::shared_ptr<const Program> program;
    bool isByStage = false;  // whether slots are kinds and stages
    Time longest = 0;        // an upper bound on the duration of any op, if ops have their own starts
    std::vector<Lane> lanes;

    const Lane& of(LaneId lane) const { return lanes[lane.index()]; }
    std::size_t bytes() const;

    /// The number of bits set in each byte of a word.
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

/// Counts the ops of a timeline; null if stopped before the end. Lanes that would need more than kMostSlots, such as
/// lanes whose ops all have different durations, get no sums. Each op of a fused pair has half of the pair's time.
///
/// Cost    two passes over the ops
/// Thread  any; pure
std::shared_ptr<const LaneSums> sumLanes(const Timeline& timeline, std::stop_token stop = {});

}  // namespace bubblescope
