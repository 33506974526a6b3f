#include "widgets/gantt/ink_sums.h"

#include "engine/core/fast_loop.h"

namespace bubblescope {

namespace {

constexpr std::size_t kSumsOfASlot = LaneSums::kGroupRows + kMicrobatchHues + 1;

}  // namespace

InkSums::InkSums(const Timeline& timeline, const LaneSums& sums, const ColorClasses& classes, std::span<const Mix> inks,
                 double columnsPerTime)
    : m_timeline(&timeline),
      m_sums(&sums),
      m_classes(&classes),
      m_inks(inks),
      m_columnsPerTime(columnsPerTime),
      m_hues(classes.colorBy() == ColorBy::Microbatch ? kMicrobatchHues : 1),
      m_slots(sums.width),
      m_perDuration(sums.width),
      m_sumOfFirst(sums.width * kSumsOfASlot),
      m_cycle(sums.width),
      m_sumInGroup(sums.width),
      m_cycles(sums.width) {}

void InkSums::setWorker(WorkerId worker) {
    for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
        Op op = m_sums->firstOp[worker.index() * m_slots.size() + slot];
        const Slot now{m_timeline->opTime[op.costIndex()], m_classes->of(op)};
        if (now == std::exchange(m_slots[slot], now)) continue;
        const auto columns = static_cast<float>(static_cast<double>(now.duration) * m_columnsPerTime);
        m_perDuration[slot] = now.duration == 0 ? 0 : 1 / static_cast<double>(now.duration);
        Mix* const sums = &m_sumOfFirst[slot * kSumsOfASlot];
        for (; op.packedMicrobatch < m_hues; ++op.packedMicrobatch)
            sums[op.packedMicrobatch + 1] =
                sums[op.packedMicrobatch] + columns * m_inks[static_cast<std::size_t>(m_classes->of(op))];
        m_cycle[slot] = sums[m_hues];
        for (std::size_t i = m_hues + 1; i < kSumsOfASlot; ++i)
            sums[i] = static_cast<float>(i / m_hues) * m_cycle[slot] + sums[i % m_hues];
    }
}

/// Returns what ran between the begin of the group before and this one's.
Mix InkSums::beginGroup(const std::uint32_t* counts) {
    Mix mix{};
    for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
        const std::uint32_t cycles = m_hues == 1 ? counts[slot] : counts[slot] / kMicrobatchHues;
        m_sumInGroup[slot] = &m_sumOfFirst[slot * kSumsOfASlot + counts[slot] - cycles * m_hues];
        mix += static_cast<float>(static_cast<std::int32_t>(cycles - std::exchange(m_cycles[slot], cycles))) *
               m_cycle[slot];
    }
    return mix;
}

/// `placeOf` finds what ran before a row since its group began.
template <class PlaceOf>
inline void InkSums::subtractEach(const LaneSums::Lane& lane, std::size_t rows, std::span<const Cut> cuts,
                                  std::span<Mix> out, PlaceOf placeOf) {
    constexpr std::size_t kAhead = 16;
    std::size_t group = rows;  // none yet
    Mix before{};
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (i + kAhead < cuts.size()) {
            __builtin_prefetch(lane.blockOf(cuts[i + kAhead].offset));
            __builtin_prefetch(lane.groupOf(cuts[i + kAhead].offset));
        }
        const std::size_t offset = cuts[i].offset;
        Mix between{};
        if (offset / LaneSums::kGroupRows != group) {
            group = offset / LaneSums::kGroupRows;
            between = beginGroup(lane.groupOf(offset));
        }
        const Place place = placeOf(offset);
        Mix now = place.sum;
        if (offset != rows) {
            const Mix* const sum = m_sumInGroup[place.slot] + place.count;
            const double done = 1 - cuts[i].rest * m_perDuration[place.slot];
            now += static_cast<float>(std::max(0.0, done)) * (sum[1] - sum[0]);
        }
        if (i > 0) out[i - 1] = between + (now - before);
        before = now;
    }
}

BUBBLESCOPE_FAST_LOOP void InkSums::subtract(LaneId id, std::span<const Cut> cuts, std::span<Mix> out) {
    setWorker(m_timeline->program->workerOf(id));
    const LaneSums::Lane lane = m_sums->of(id);
    const std::size_t rows = m_timeline->program->lanes[id.index()].size();
    const Mix* const* const sumInGroup = m_sumInGroup.data();
    if (lane.hasFewSlots())
        subtractEach(lane, rows, cuts, out, [&](std::size_t offset) {
            const auto [counts, slot] = lane.findFewPlace(offset);
            Mix sum{};
            for (std::size_t i = 0; i < lane.width; ++i) sum += sumInGroup[i][counts >> 8 * i & 0xff];
            return Place{sum, slot, counts >> 8 * (slot % 8) & 0xff};
        });
    else
        subtractEach(lane, rows, cuts, out, [&, place = LaneSums::Place()](std::size_t offset) mutable {
            lane.findPlace(offset, place);
            Mix sum{};
            for (std::size_t i = 0; i < lane.width; ++i) sum += sumInGroup[i][place.count[i]];
            return Place{sum, place.slot, place.count[place.slot]};
        });
}

}  // namespace bubblescope
