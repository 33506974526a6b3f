#pragma once

#include "engine/sim/timeline.h"

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <stop_token>

namespace bubblescope {

/// How many ops of each slot a lane has run before a row, so that a picture asks for the time between two instants
/// instead of walking all ops between them. A slot is some ops of a lane that take the same time, so that their number
/// is their time.
///
/// Where ops take the time of their kind and stage, these make a slot, whatever the times: the sums serve every
/// timeline of the program. Where a lane runs the microbatches of each slot in steps of one size, numbers also say
/// which they were. Where ops start of their own accord, as those of placement schemes do, a slot is a kind, shade and
/// hue of microbatches that take one time, whatever their order.
///
/// Shapes      groups[group][slot] counts the ops before every group of kGroupRows rows of a lane;
///             blocks[block], of blockRows() rows: a byte a slot that counts on from the group's begin, and what of
///             each row the slot is - up to kFewSlots a mask of the block's rows for each slot, else a byte a row;
///             slots with those that fill up a word of eight
/// Invariants  immutable once made
/// Cost        2 bytes an op, and 4 a slot in kGroupRows
struct LaneSums {
    static constexpr std::size_t kGroupRows = 256, kFewSlots = 8, kMostSlots = 256;

    struct Slot {
        Op first;                // of its ops
        std::uint32_t step = 1;  // from microbatch to microbatch
        Time duration = 0;       // of each, where they start of their own accord
    };

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
        std::vector<Slot> slotOps;
        bool isInTurn = false;  // whether each slot runs its microbatches in steps
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
        /// Where there are few slots.
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
    bool isByStage = false;  // what slots are: kinds and stages
    Time longest = 0;        // at least what any op takes, where they start of their own accord
    std::vector<Lane> lanes;

    const Lane& of(LaneId lane) const { return lanes[lane.index()]; }
    std::size_t bytes() const;

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

/// Counts the ops of a timeline; null if it was stopped before the end. Lanes have no sums where they would have more
/// than kMostSlots, as those do whose ops all take times of their own. Each of a pair takes its half of the time.
///
/// Cost    two passes over the ops
/// Thread  any; pure
std::shared_ptr<const LaneSums> sumLanes(const Timeline& timeline, std::stop_token stop = {});

}  // namespace bubblescope
