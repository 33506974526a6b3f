#include "widgets/gantt/ink_sums.h"

#include "engine/core/fast_loop.h"

namespace bubblescope {

namespace {

constexpr std::size_t kSumsOfASlot = LaneSums::kGroupRows + kMicrobatchHues + 1;
// Vectors are passed between inlined functions alone.
#pragma GCC diagnostic ignored "-Wpsabi"

constexpr std::size_t kAtOnce = 8;
static_assert(LaneSums::kFewSlots == kAtOnce);

using Floats [[gnu::vector_size(32)]] = float;
using Parts = std::array<Floats, 4>;
using Counts [[gnu::vector_size(32)]] = std::int32_t;

/// The bytes of a word, lowest first.
[[gnu::always_inline]] inline Counts countsOf(std::uint64_t word) {
    const auto low = static_cast<std::int32_t>(word), high = static_cast<std::int32_t>(word >> 32);
    constexpr Counts kShifts{0, 8, 16, 24, 0, 8, 16, 24};
    return Counts{low, low, low, low, high, high, high, high} >> kShifts & 0xff;
}

/// Adds the inks of eight slots, each as often as counted.
[[gnu::always_inline]] inline void addInks(Parts& sum, const Counts& counts, const Parts& inks) {
    const Floats times = __builtin_convertvector(counts, Floats);
    for (std::size_t part = 0; part < 4; ++part) sum[part] += times * inks[part];
}

/// The colour parts, each summed.
[[gnu::always_inline]] inline Mix mixOf(const Parts& parts) {
    std::array<Mix, 4> half;
    for (std::size_t part = 0; part < 4; ++part) {
        std::array<Mix, 2> halves;
        std::memcpy(halves.data(), &parts[part], sizeof halves);
        half[part] = halves[0] + halves[1];
    }
    using Order [[gnu::vector_size(16)]] = std::int32_t;
    const auto addPairs = [](const Mix& a, const Mix& b) {
        return __builtin_shuffle(a, b, Order{0, 2, 4, 6}) + __builtin_shuffle(a, b, Order{1, 3, 5, 7});
    };
    return addPairs(addPairs(half[0], half[1]), addPairs(half[2], half[3]));
}

}  // namespace

InkSums::InkSums(const Timeline& timeline, const LaneSums& sums, const ColorClasses& classes, std::span<const Mix> inks,
                 double columnsPerTime)
    : m_timeline(&timeline),
      m_sums(&sums),
      m_classes(&classes),
      m_inks(inks),
      m_columnsPerTime(columnsPerTime),
      m_hues(sums.isByStage && classes.colorBy() == ColorBy::Microbatch ? kMicrobatchHues : 1) {
    std::size_t width = kAtOnce;
    for (const LaneSums::Lane& lane : sums.lanes) width = std::max(width, lane.bytesOfCounts);
    m_looks.resize(width);
    m_perDuration.resize(width);
    if (m_hues == 1) {
        m_ink.resize(width);
        m_inkParts.resize(width / kAtOnce);
        return;
    }
    m_sumOfFirst.resize(width * kSumsOfASlot);
    m_cycle.resize(width);
    m_sumInGroup.resize(width);
    m_cycles.resize(width);
}

void InkSums::setLane(const LaneSums::Lane& lane) {
    for (std::size_t slot = 0; slot < lane.slotOps.size(); ++slot) {
        Op op = lane.slotOps[slot].first;
        const bool isOfStage = m_sums->isByStage && !op.isInPair();
        const Time duration = isOfStage ? m_timeline->opTime[op.costIndex()] : lane.slotOps[slot].duration;
        const Look now{duration, m_classes->of(op), lane.slotOps[slot].step % m_hues};
        if (now == std::exchange(m_looks[slot], now)) continue;
        const auto columns = static_cast<float>(static_cast<double>(duration) * m_columnsPerTime);
        m_perDuration[slot] = duration == 0 ? 0 : 1 / static_cast<double>(duration);
        if (m_hues == 1) {
            m_ink[slot] = columns * m_inks[static_cast<std::size_t>(now.firstClass)];
            for (std::size_t part = 0; part < 4; ++part)
                m_inkParts[slot / kAtOnce][part][slot % kAtOnce] = m_ink[slot][part];
            continue;
        }
        Mix* const sums = &m_sumOfFirst[slot * kSumsOfASlot];
        for (std::size_t i = 0; i < m_hues; ++i, op.packedMicrobatch += now.step)
            sums[i + 1] = sums[i] + columns * m_inks[static_cast<std::size_t>(m_classes->of(op))];
        m_cycle[slot] = sums[m_hues];
        for (std::size_t i = m_hues + 1; i < kSumsOfASlot; ++i)
            sums[i] = static_cast<float>(i / m_hues) * m_cycle[slot] + sums[i % m_hues];
    }
}

/// Returns what ran between the start of the previous group and the start of this one.
Mix InkSums::beginGroup(const std::uint32_t* counts, std::size_t width) {
    Mix mix{};
    for (std::size_t slot = 0; slot < width; ++slot) {
        const std::uint32_t cycles = counts[slot] / kMicrobatchHues;
        m_sumInGroup[slot] = &m_sumOfFirst[slot * kSumsOfASlot + counts[slot] - cycles * kMicrobatchHues];
        mix += static_cast<float>(static_cast<std::int32_t>(cycles - std::exchange(m_cycles[slot], cycles))) *
               m_cycle[slot];
    }
    return mix;
}

/// `toGroup` finds what ran between the groups of two rows, `placeOf` what ran before a row since its group began.
template <class ToGroup, class PlaceOf>
[[gnu::always_inline]] inline void InkSums::subtractEach(const LaneSums::Lane& lane, std::size_t rows,
                                                         std::span<const Cut> cuts, std::span<Mix> out, ToGroup toGroup,
                                                         PlaceOf placeOf) const {
    constexpr std::size_t kAhead = 16, kCacheLine = 64;
    std::size_t group = rows;  // none yet
    Mix before{};
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (i + kAhead < cuts.size()) {
            const std::uint8_t* const block = lane.blockOf(cuts[i + kAhead].offset);
            const std::uint32_t* const counts = lane.groupOf(cuts[i + kAhead].offset);
            for (std::size_t at = 0; at < lane.bytesOfBlock(); at += kCacheLine) __builtin_prefetch(block + at);
            for (std::size_t at = 0; at < lane.bytesOfCounts; at += kCacheLine / sizeof *counts)
                __builtin_prefetch(counts + at);
        }
        const std::size_t offset = cuts[i].offset;
        Mix between{};
        if (offset / LaneSums::kGroupRows != group) {
            group = offset / LaneSums::kGroupRows;
            between = toGroup(lane.groupOf(offset));
        }
        const Place place = placeOf(offset);
        Mix now = place.sum;
        if (offset != rows) {
            const double done = 1 - cuts[i].rest * m_perDuration[place.slot];
            now += static_cast<float>(std::max(0.0, done)) * place.own;
        }
        if (i > 0) out[i - 1] = between + (now - before);
        before = now;
    }
}

/// For slots whose ops all look alike.
BUBBLESCOPE_FAST_LOOP void InkSums::subtractAlike(const LaneSums::Lane& lane, std::size_t rows,
                                                  std::span<const Cut> cuts, std::span<Mix> out) {
    const Parts* const inks = m_inkParts.data();
    const Mix* const ink = m_ink.data();
    const std::size_t eights = lane.bytesOfCounts / kAtOnce;
    const auto toGroup = [=, before = lane.groups.data()](const std::uint32_t* counts) mutable {
        Parts sum{};
        for (std::size_t i = 0; i < eights; ++i) {
            Counts now, then;
            std::memcpy(&now, counts + i * kAtOnce, sizeof now);
            std::memcpy(&then, before + i * kAtOnce, sizeof then);
            addInks(sum, now - then, inks[i]);
        }
        before = counts;
        return mixOf(sum);
    };
    if (lane.hasFewSlots()) {
        subtractEach(lane, rows, cuts, out, toGroup, [&](std::size_t offset) {
            const LaneSums::FewPlace place = lane.findFewPlace(offset);
            Parts sum{};
            addInks(sum, countsOf(place.counts), inks[0]);
            return Place{mixOf(sum), place.slot % kAtOnce, ink[place.slot % kAtOnce]};
        });
        return;
    }
    subtractEach(lane, rows, cuts, out, toGroup, [&](std::size_t offset) {
        const std::uint8_t* const block = lane.blockOf(offset);
        Parts sum{};
        for (std::size_t i = 0; i < eights; ++i) {
            std::uint64_t counts;
            std::memcpy(&counts, block + i * kAtOnce, sizeof counts);
            addInks(sum, countsOf(counts), inks[i]);
        }
        const std::uint8_t* const slotOfRow = block + lane.bytesOfCounts;
        const std::size_t within = offset & (lane.blockRows() - 1);
        std::array<Mix, 4> inBlock{};  // each sum depends on the previous one
        std::size_t row = 0;
        for (; row + 4 <= within; row += 4)
            for (std::size_t i = 0; i < 4; ++i) inBlock[i] += ink[slotOfRow[row + i]];
        for (; row < within; ++row) inBlock[0] += ink[slotOfRow[row]];
        const std::size_t slot = slotOfRow[within];
        return Place{mixOf(sum) + (inBlock[0] + inBlock[1] + (inBlock[2] + inBlock[3])), slot, ink[slot]};
    });
}

/// For slots whose ops look different by their number.
BUBBLESCOPE_FAST_LOOP void InkSums::subtractInTurn(const LaneSums::Lane& lane, std::size_t rows,
                                                   std::span<const Cut> cuts, std::span<Mix> out) {
    const Mix* const* const sumInGroup = m_sumInGroup.data();
    const std::size_t width = lane.slotOps.size();
    const auto toGroup = [&](const std::uint32_t* counts) { return beginGroup(counts, width); };
    const auto own = [=](std::size_t slot, std::size_t count) {
        return sumInGroup[slot][count + 1] - sumInGroup[slot][count];
    };
    if (lane.hasFewSlots())
        subtractEach(lane, rows, cuts, out, toGroup, [&](std::size_t offset) {
            const auto [counts, slot] = lane.findFewPlace(offset);
            Mix sum{};
            for (std::size_t i = 0; i < width; ++i) sum += sumInGroup[i][counts >> 8 * i & 0xff];
            const std::size_t ran = slot < width ? slot : 0;  // 0 after the last row
            return Place{sum, ran, own(ran, counts >> 8 * ran & 0xff)};
        });
    else
        subtractEach(lane, rows, cuts, out, toGroup, [&, place = LaneSums::Place()](std::size_t offset) mutable {
            lane.findPlace(offset, place);
            Mix sum{};
            for (std::size_t i = 0; i < width; ++i) sum += sumInGroup[i][place.count[i]];
            return Place{sum, place.slot, own(place.slot, place.count[place.slot])};
        });
}

void InkSums::subtract(LaneId id, std::span<const Cut> cuts, std::span<Mix> out) {
    const LaneSums::Lane& lane = m_sums->of(id);
    setLane(lane);
    const std::size_t rows = m_timeline->program->lanes[id.index()].size();
    m_hues == 1 ? subtractAlike(lane, rows, cuts, out) : subtractInTurn(lane, rows, cuts, out);
}

}  // namespace bubblescope
