#include "engine/analysis/lane_sums.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

/// How much of an op's memory blocks may take. Short blocks make pictures fast, long ones save memory.
struct Budget {
    double times, steps;
};
constexpr Budget kForKind{2.3, 1.4}, kForMicrobatch{2.65, 2.65};
constexpr unsigned kLeastShift = 3;  // a cache line of times
constexpr std::size_t kLeastRows = std::size_t{1} << kLeastShift;
/// A stop is noticed within as many rows.
constexpr std::size_t kRowsBetweenStops = std::size_t{1} << 17;

/// The kinds of all ops, as bits; none if stopped.
unsigned kindsOf(const Program& program, const std::stop_token& stop) {
    unsigned kinds = 0;
    for (const RowRange& rows : program.lanes) {
        for (Row begin = rows.begin; begin < rows.end; begin += kRowsBetweenStops) {
            if (stop.stop_requested()) return 0;
            const Row end = std::min(rows.end, begin + kRowsBetweenStops);
            for (Row row = begin; row < end; ++row) kinds |= 1u << (program.ops[row].packedStage & 15u);
        }
    }
    return kinds;
}

/// The Op::costIndex() by which ops of a class on a worker take their time, as ClassSums keeps it; none if a class
/// takes several times.
std::vector<std::size_t> costsOf(const Timeline& timeline, const ClassSums& sums) {
    constexpr std::size_t kUnset = std::numeric_limits<std::size_t>::max();
    if (!timeline.start.empty()) return {};
    const Program& program = *timeline.program;
    const auto shades = static_cast<std::size_t>(sums.classes.shades());
    std::vector<std::size_t> costs(static_cast<std::size_t>(program.workers) * sums.width(), kUnset);
    for (std::size_t slot = 0; slot < sums.width(); slot += shades) {
        const OpKind kind = sums.classes.kindOf(sums.classOfSlot[slot]);
        for (int stage = 0; stage < program.stages; ++stage) {
            const std::size_t worker = program.stageWorker[static_cast<std::size_t>(stage)].index();
            const std::size_t index = Op(kind, stage, 0).costIndex();
            for (std::size_t shade = 0; shade < shades; ++shade) {
                if (!sums.classes.mayHave(stage, static_cast<int>(shade))) continue;
                std::size_t& cost = costs[worker * sums.width() + slot + shade];
                if (cost == kUnset) cost = index;
                if (timeline.opTime[cost] != timeline.opTime[index]) return {};
            }
        }
    }
    std::replace(costs.begin(), costs.end(), kUnset, std::size_t{0});  // of classes that a worker does not run
    return costs;
}

/// Its columns are empty if asked to stop.
ClassSums unfilled(const Timeline& timeline, ColorBy colorBy, unsigned kinds, const Budget& budget,
                   const std::stop_token& stop) {
    const Program& program = *timeline.program;
    ClassSums out{OpClasses(program, colorBy), {}, {}, false, kLeastShift, {}, {}, {}, {}, {}, {}};
    for (int kind = 0; kind < kOpKinds; ++kind) {
        if (!(kinds >> kind & 1u)) continue;
        out.slotOfKind[static_cast<std::size_t>(kind)] = static_cast<int>(out.width());
        for (int shade = 0; shade < out.classes.shades(); ++shade)
            out.classOfSlot.push_back(kind * out.classes.shades() + shade);
    }
    out.cost = costsOf(timeline, out);
    out.counted = !out.cost.empty();
    const double bytesABlock = static_cast<double>(out.stride() * (out.counted ? 1 : sizeof(Time)));
    const double bytesAnOp = out.counted ? budget.steps : budget.times;
    while (bytesABlock > bytesAnOp * static_cast<double>(out.blockRows())) ++out.blockShift;
    std::size_t blocks = 0, ofCounts = 0;
    for (const RowRange& rows : program.lanes) {
        out.laneBlocks.push_back(blocks);
        out.laneCounts.push_back(ofCounts);
        blocks += ((rows.size() >> out.blockShift) + 1) * out.stride();
        ofCounts += ((rows.size() >> ClassSums::kCountShift) + 1) * out.stride();
    }
    if (out.counted) {
        out.steps = touchedColumn<std::uint8_t>(blocks, stop);
        out.counts = touchedColumn<std::uint32_t>(ofCounts, stop);
    } else {
        out.times = touchedColumn<Time>(blocks, stop);
    }
    return out;
}

/// Writes the sums of one lane, block after block.
class Writer {
public:
    Writer(const Timeline& timeline, std::size_t lane, ClassSums& sums)
        : m_timeline(&timeline),
          m_sums(&sums),
          m_running(sums.stride()),
          m_base(sums.stride()),
          m_time(sums.times.data() + sums.laneBlocks[lane]),
          m_step(sums.steps.data() + sums.laneBlocks[lane]),
          m_count(sums.counts.data() + sums.laneCounts[lane]) {}

    /// To be called with every row that is a multiple of kLeastRows, and the next such or the last.
    void add(std::size_t offset, Row begin, Row end) {
        if ((offset & (m_sums->blockRows() - 1)) == 0) beginBlock(offset);
        const Op* const ops = m_timeline->program->ops.data();
        if (m_sums->counted)
            for (Row row = begin; row < end; ++row) ++m_running[m_sums->slotOf(ops[row])];
        else
            for (Row row = begin; row < end; ++row)
                m_running[m_sums->slotOf(ops[row])] += m_timeline->end[row] - m_timeline->startOf(row);
    }

private:
    void beginBlock(std::size_t offset) {
        if (!m_sums->counted) {
            m_time = std::copy(m_running.begin(), m_running.end(), m_time);
            return;
        }
        if ((offset & ((std::size_t{1} << ClassSums::kCountShift) - 1)) == 0) {
            m_base = m_running;
            for (const Time count : m_base) *m_count++ = static_cast<std::uint32_t>(count);
        }
        for (std::size_t slot = 0; slot < m_running.size(); ++slot)
            *m_step++ = static_cast<std::uint8_t>(m_running[slot] - m_base[slot]);
    }

    const Timeline* m_timeline;
    const ClassSums* m_sums;
    std::vector<Time> m_running, m_base;  // times, or numbers of ops
    Time* m_time;
    std::uint8_t* m_step;
    std::uint32_t* m_count;
};

}  // namespace

std::shared_ptr<const LaneSums> sumLanes(const Timeline& timeline, std::stop_token stop,
                                         std::shared_ptr<const LaneSums> before) {
    const auto holds = [&](const ClassSums& sums) { return sums.counted && sums.cost == costsOf(timeline, sums); };
    if (before && before->program == timeline.program && holds(before->byKind) && holds(before->byMicrobatch))
        return before;
    const Program& program = *timeline.program;
    const unsigned kinds = kindsOf(program, stop);
    if (stop.stop_requested()) return nullptr;
    auto out =
        std::make_shared<LaneSums>(LaneSums{timeline.program, unfilled(timeline, ColorBy::Kind, kinds, kForKind, stop),
                                            unfilled(timeline, ColorBy::Microbatch, kinds, kForMicrobatch, stop)});
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        const RowRange rows = program.lanes[lane];
        Writer byKind(timeline, lane, out->byKind), byMicrobatch(timeline, lane, out->byMicrobatch);
        for (std::size_t offset = 0; offset <= rows.size(); offset += kLeastRows) {
            if (offset % kRowsBetweenStops == 0 && stop.stop_requested()) return nullptr;
            const Row begin = rows.begin + offset, end = std::min(rows.end, begin + kLeastRows);
            byKind.add(offset, begin, end);
            byMicrobatch.add(offset, begin, end);
        }
    }
    return out;
}

}  // namespace bubblescope
