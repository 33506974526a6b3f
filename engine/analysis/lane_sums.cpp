#include "engine/analysis/lane_sums.h"

#include "engine/analysis/op_classes.h"
#include "engine/analysis/paired_sums.h"
#include "engine/scenario/scenario.h"

#include <algorithm>

namespace bubblescope {

namespace {

static_assert(std::endian::native == std::endian::little, "a slot's byte is found by its place in a word");
static_assert(4 * kMaxChunks <= LaneSums::kMostSlots);

/// A stop request is noticed within this many rows.
constexpr std::size_t kRowsBetweenStops = std::size_t{1} << 17;

/// What ops of one slot have in common: kind and stage; kind, stage and whether they are paired; or colour class by
/// microbatch, shade and duration.
enum class SlotsBy { Stage, PairedStage, Time };

/// The slots of lanes, one lane after another. Compiled three times: only with Time can ops of one key have several
/// slots.
template <SlotsBy kBy>
class Slots {
public:
    explicit Slots(const Timeline& timeline)
        : m_timeline(timeline),
          m_ops(timeline.program->ops.data()),
          m_kinds(*timeline.program, ColorBy::Kind),
          m_hues(*timeline.program, ColorBy::Microbatch) {
        const auto stages = static_cast<std::size_t>(timeline.program->stagesOfAllLines());
        std::uint32_t keys = 0;
        for (std::size_t kind = 0; kind < kOpKinds; ++kind) {
            if (!timeline.program->kinds.has(static_cast<OpKind>(kind))) continue;
            m_firstKey[kind] = keys;
            keys += static_cast<std::uint32_t>(stages);
        }
        m_keysOfUnpaired = keys;
        if (kBy == SlotsBy::PairedStage) keys *= 2;
        if (kBy == SlotsBy::Time) keys = static_cast<std::uint32_t>(m_hues.count() * m_kinds.shades());
        m_slotOfKey.assign(keys, kNone);
    }

    /// Finds the slots of rows.
    void add(RowRange rows) {
        for (Row row = rows.begin; row < rows.end; ++row) {
            const Time duration = durationOf(row);
            m_longest = std::max(m_longest, duration);
            if (areTooMany()) continue;
            std::uint16_t& first = m_slotOfKey[keyOf(m_ops[row])];
            if (slotFrom(first, duration) != kNone) continue;
            m_next.push_back(std::exchange(first, static_cast<std::uint16_t>(m_slots.size())));
            m_slots.push_back({m_ops[row], 1, duration});
            if (kBy != SlotsBy::PairedStage) continue;
            m_slots.back().duration = ownSpan(m_timeline, row).length();
            m_longest = std::max(m_longest, m_slots.back().duration);
        }
    }
    std::uint8_t operator[](Row row) const {
        return static_cast<std::uint8_t>(slotFrom(m_slotOfKey[keyOf(m_ops[row])], durationOf(row)));
    }
    /// Resets it for the next lane.
    void clear() {
        for (const LaneSums::Slot& slot : m_slots) m_slotOfKey[keyOf(slot.first)] = kNone;
        m_next.clear();
        m_slots.clear();
    }
    const std::vector<LaneSums::Slot>& found() const { return m_slots; }
    bool areTooMany() const { return m_slots.size() > LaneSums::kMostSlots; }
    Time longest() const { return m_longest; }

private:
    static constexpr std::uint16_t kNone = 0xffff;

    Time durationOf(Row row) const { return kBy == SlotsBy::Time ? ownSpan(m_timeline, row).length() : 0; }
    std::size_t keyOf(Op op) const {
        if (kBy == SlotsBy::Time)
            return static_cast<std::size_t>(m_hues.of(op) * m_kinds.shades() + m_kinds.shadeOf(op));
        const std::size_t key = m_firstKey[static_cast<std::size_t>(op.kind())] + op.stage().index();
        return kBy == SlotsBy::PairedStage && op.isInPair() ? key + m_keysOfUnpaired : key;
    }
    /// Among the slots of one key, the one whose ops have this duration.
    std::uint16_t slotFrom(std::uint16_t slot, Time duration) const {
        if (kBy == SlotsBy::Time)
            while (slot != kNone && m_slots[slot].duration != duration) slot = m_next[slot];
        return slot;
    }

    const Timeline& m_timeline;
    const Op* m_ops;
    OpClasses m_kinds, m_hues;
    std::array<std::uint32_t, kOpKinds> m_firstKey{};
    std::size_t m_keysOfUnpaired = 0;
    std::vector<std::uint16_t> m_slotOfKey, m_next;  // the last slot of a key, and the slot before each
    std::vector<LaneSums::Slot> m_slots;
    Time m_longest = 0;
};

/// Writes the sums of one lane, block by block.
template <SlotsBy kBy>
class Writer {
public:
    Writer(LaneSums::Lane& lane, const Slots<kBy>& slots, const Op* ops)
        : m_lane(&lane), m_slots(&slots), m_ops(ops), m_block(lane.blocks.data()), m_group(lane.groups.data()) {
        for (std::size_t slot = 0; slot < lane.slotOps.size(); ++slot)
            m_nextMicrobatch[slot] = lane.slotOps[slot].first.packedMicrobatch;
        lane.isInTurn = kBy != SlotsBy::Time;
    }

    /// Call with the rows of every block, counted from 0.
    void add(std::size_t offset, RowRange rows) {
        if (offset % LaneSums::kGroupRows == 0) {
            m_group = std::copy_n(m_counts.begin(), m_lane->bytesOfCounts, m_group);
            m_ofGroup = {};
        }
        std::memcpy(m_block, m_ofGroup.data(), m_lane->bytesOfCounts);
        std::uint8_t* const rest = m_block + m_lane->bytesOfCounts;
        m_block += m_lane->bytesOfBlock();
        if (!m_lane->hasFewSlots()) {
            std::fill(rest, m_block, std::uint8_t{0});
            for (Row row = rows.begin; row < rows.end; ++row) ++m_ofGroup[rest[row - rows.begin] = count(row)];
            return;
        }
        std::uint64_t masks = 0, counts;
        for (Row row = rows.begin; row < rows.end; ++row)
            masks |= std::uint64_t{1} << (8u * count(row) + (row - rows.begin));
        std::memcpy(rest, &masks, sizeof masks);
        std::memcpy(&counts, m_ofGroup.data(), sizeof counts);
        counts += LaneSums::bitsOfBytes(masks);
        std::memcpy(m_ofGroup.data(), &counts, sizeof counts);
    }

private:
    /// Counts an op and returns its slot.
    std::uint8_t count(Row row) {
        const std::uint8_t slot = (*m_slots)[row];
        const std::uint32_t before = m_counts[slot]++;
        if (kBy == SlotsBy::Time) return slot;
        const std::uint32_t microbatch = m_ops[row].packedMicrobatch;
        std::uint32_t& step = m_lane->slotOps[slot].step;
        if (microbatch != m_nextMicrobatch[slot]) {
            if (before == 1) step = microbatch - m_lane->slotOps[slot].first.packedMicrobatch;
            m_lane->isInTurn &= before == 1;
        }
        m_nextMicrobatch[slot] = microbatch + step;
        return slot;
    }

    LaneSums::Lane* m_lane;
    const Slots<kBy>* m_slots;
    const Op* m_ops;
    std::uint8_t* m_block;
    std::uint32_t* m_group;
    std::array<std::uint32_t, LaneSums::kMostSlots> m_counts{}, m_nextMicrobatch{};
    std::array<std::uint8_t, LaneSums::kMostSlots> m_ofGroup{};
};

/// Calls take(offset, rows) for `atATime` rows after another; the last call has fewer or none. False if stopped.
template <class Take>
bool inBlocks(RowRange rows, std::size_t atATime, const std::stop_token& stop, Take take) {
    for (std::size_t offset = 0; offset <= rows.size(); offset += atATime) {
        if (offset % kRowsBetweenStops == 0 && stop.stop_requested()) return false;
        take(offset, {rows.begin + offset, rows.begin + std::min(offset + atATime, rows.size())});
    }
    return true;
}

template <SlotsBy kBy>
std::shared_ptr<const LaneSums> sumLanes(const Timeline& timeline, const std::stop_token& stop) {
    const Program& program = *timeline.program;
    auto sums = std::make_shared<LaneSums>();
    sums->program = timeline.program;
    sums->isByStage = kBy != SlotsBy::Time;
    sums->lanes.resize(program.lanes.size());
    Slots<kBy> slots(timeline);
    for (std::size_t i = 0; i < program.lanes.size(); ++i) {
        const RowRange rows = program.lanes[i];
        if (!inBlocks(rows, kRowsBetweenStops, stop, [&](std::size_t, RowRange part) { slots.add(part); }))
            return nullptr;
        if (!slots.areTooMany()) {
            LaneSums::Lane& lane = sums->lanes[i];
            if (!slots.found().empty()) lane = LaneSums::Lane(slots.found());
            lane.blocks = touchedColumn<std::uint8_t>((rows.size() / lane.blockRows() + 1) * lane.bytesOfBlock(), stop);
            lane.groups = Column<std::uint32_t>((rows.size() / LaneSums::kGroupRows + 1) * lane.bytesOfCounts);
            if (lane.blocks.empty()) return nullptr;
            Writer<kBy> writer(lane, slots, program.ops.data());
            const auto add = [&](std::size_t offset, RowRange block) { writer.add(offset, block); };
            if (!inBlocks(rows, lane.blockRows(), stop, add)) return nullptr;
        }
        slots.clear();
    }
    sums->longest = slots.longest();
    return sums;
}

}  // namespace

std::size_t LaneSums::bytes() const {
    std::size_t all = 0;
    for (const Lane& lane : lanes) all += lane.blocks.size() + lane.groups.size() * sizeof(std::uint32_t);
    return all;
}

std::shared_ptr<const LaneSums> sumLanes(const Timeline& timeline, std::stop_token stop) {
    if (timeline.start.empty()) return sumLanes<SlotsBy::Stage>(timeline, stop);
    if (arePairsAlike(timeline)) return sumLanes<SlotsBy::PairedStage>(timeline, stop);
    return sumLanes<SlotsBy::Time>(timeline, stop);
}

}  // namespace bubblescope
