#include "engine/analysis/lane_sums.h"

#include "engine/model/scenario.h"

#include <algorithm>
#include <cassert>

namespace bubblescope {

namespace {

static_assert(std::endian::native == std::endian::little, "a slot's byte is found by its place in a word");
static_assert(3 * kMaxChunks <= LaneSums::kMostSlots);

/// A stop is noticed within as many rows.
constexpr std::size_t kRowsBetweenStops = std::size_t{1} << 17;

std::vector<OpKind> kindsOf(const Program& program) {
    std::vector<OpKind> kinds;
    for (std::size_t kind = 0; kind < kPipelineKinds; ++kind)
        if (program.kinds.has(static_cast<OpKind>(kind))) kinds.push_back(static_cast<OpKind>(kind));
    return kinds;
}

/// The sums with room for all, none if asked to stop, and the slot of each Op::costIndex().
std::pair<LaneSums, std::vector<std::uint8_t>> unfilled(std::shared_ptr<const Program> shared,
                                                        const std::stop_token& stop) {
    const Program& program = *shared;
    const std::vector<OpKind> kinds = kindsOf(program);
    LaneSums out;
    out.program = std::move(shared);
    std::vector<std::size_t> stagesOfWorker(static_cast<std::size_t>(program.workers));
    for (const LaneId lane : program.needs.laneOfStage) ++stagesOfWorker[program.workerOf(lane).index()];
    out.width = kinds.size() * *std::max_element(stagesOfWorker.begin(), stagesOfWorker.end());
    assert(out.width <= LaneSums::kMostSlots);
    out.firstOp.assign(stagesOfWorker.size() * out.width, Op(OpKind::Forward, 0, 0));
    std::vector<std::uint8_t> slotOf(program.needs.laneOfStage.size() * kPipelineKinds);
    std::vector<std::size_t> slots(stagesOfWorker.size());
    for (std::size_t stage = 0; stage < program.needs.laneOfStage.size(); ++stage) {
        const std::size_t worker = program.workerOf(program.needs.laneOfStage[stage]).index();
        for (const OpKind kind : kinds) {
            const Op op(kind, static_cast<std::int64_t>(stage), 0);
            out.firstOp[worker * out.width + slots[worker]] = op;
            slotOf[op.costIndex()] = static_cast<std::uint8_t>(slots[worker]++);
        }
    }
    out.blockShift = static_cast<unsigned>(std::countr_zero(std::bit_ceil(out.bytesOfCounts())));
    std::size_t blocks = 0, groups = 0;
    for (const RowRange& rows : program.lanes) {
        out.laneBlocks.push_back(blocks);
        out.laneGroups.push_back(groups);
        blocks += (rows.size() / out.blockRows() + 1) * out.bytesOfBlock();
        groups += (rows.size() / LaneSums::kGroupRows + 1) * out.width;
    }
    out.blocks = touchedColumn<std::uint8_t>(blocks, stop);
    out.groups = touchedColumn<std::uint32_t>(groups, stop);
    return {std::move(out), std::move(slotOf)};
}

/// Writes the sums of one lane, block after block.
class Writer {
public:
    Writer(LaneSums& sums, const std::vector<std::uint8_t>& slotOf, std::size_t lane)
        : m_sums(&sums),
          m_slotOf(slotOf.data()),
          m_block(sums.blocks.data() + sums.laneBlocks[lane]),
          m_group(sums.groups.data() + sums.laneGroups[lane]) {}

    /// To be called with every row at which a block begins.
    void add(std::size_t offset, std::span<const Op> ops) {
        if (offset % LaneSums::kGroupRows == 0) {
            m_group = std::copy_n(m_counts.begin(), m_sums->width, m_group);
            m_ofGroup = {};
        }
        std::memcpy(m_block, m_ofGroup.data(), m_sums->bytesOfCounts());
        std::uint8_t* const rest = m_block + m_sums->bytesOfCounts();
        m_block += m_sums->bytesOfBlock();
        if (m_sums->width > LaneSums::kFewSlots) {
            std::fill(rest, m_block, std::uint8_t{0});
            for (std::size_t i = 0; i < ops.size(); ++i) ++m_ofGroup[rest[i] = count(ops[i])];
            return;
        }
        std::uint64_t masks = 0, counts;
        for (std::size_t i = 0; i < ops.size(); ++i) masks |= std::uint64_t{1} << (8u * count(ops[i]) + i);
        std::memcpy(rest, &masks, sizeof masks);
        std::memcpy(&counts, m_ofGroup.data(), sizeof counts);
        counts += LaneSums::bitsOfBytes(masks);
        std::memcpy(m_ofGroup.data(), &counts, sizeof counts);
    }
    bool isInTurn() const { return !m_outOfTurn; }

private:
    /// Counts an op and returns its slot.
    std::uint8_t count(Op op) {
        const std::uint8_t slot = m_slotOf[op.costIndex()];
        m_outOfTurn |= op.packedMicrobatch ^ m_counts[slot]++;
        return slot;
    }

    const LaneSums* m_sums;
    const std::uint8_t* m_slotOf;
    std::uint8_t* m_block;
    std::uint32_t* m_group;
    std::array<std::uint32_t, LaneSums::kMostSlots> m_counts{};
    std::array<std::uint8_t, LaneSums::kMostSlots> m_ofGroup{};
    std::uint32_t m_outOfTurn = 0;
};

}  // namespace

std::shared_ptr<const LaneSums> sumLanes(std::shared_ptr<const Program> program, std::stop_token stop) {
    auto [sums, slotOf] = unfilled(std::move(program), stop);
    for (std::size_t lane = 0; lane < sums.program->lanes.size(); ++lane) {
        const std::span<const Op> ops = sums.program->lane(LaneId(static_cast<std::int64_t>(lane)));
        Writer writer(sums, slotOf, lane);
        for (std::size_t offset = 0; offset <= ops.size(); offset += sums.blockRows()) {
            if (offset % kRowsBetweenStops == 0 && stop.stop_requested()) return nullptr;
            writer.add(offset, ops.subspan(offset, std::min(sums.blockRows(), ops.size() - offset)));
        }
        sums.isInTurn.push_back(writer.isInTurn());
    }
    return std::make_shared<const LaneSums>(std::move(sums));
}

}  // namespace bubblescope
