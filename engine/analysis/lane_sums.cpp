#include "engine/analysis/lane_sums.h"

#include <algorithm>
#include <utility>

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

ClassSums unfilled(const Program& program, ColorBy colorBy, unsigned kinds, bool counted, const Budget& budget) {
    ClassSums out{OpClasses(program, colorBy), {}, {}, counted, kLeastShift, {}, {}, {}, {}, {}, {}};
    for (int kind = 0; kind < kOpKinds; ++kind) {
        if (!(kinds >> kind & 1u)) continue;
        out.slotOfKind[static_cast<std::size_t>(kind)] = static_cast<int>(out.width());
        for (int shade = 0; shade < out.classes.shades(); ++shade)
            out.classOfSlot.push_back(kind * out.classes.shades() + shade);
    }
    const double bytesABlock = static_cast<double>(out.width() * (counted ? 1 : sizeof(Time)));
    const double bytesAnOp = counted ? budget.steps : budget.times;
    while (bytesABlock > bytesAnOp * static_cast<double>(out.blockRows())) ++out.blockShift;
    std::size_t blocks = 0, ofCounts = 0;
    for (const RowRange& rows : program.lanes) {
        out.laneBlocks.push_back(blocks);
        out.laneCounts.push_back(ofCounts);
        blocks += ((rows.size() >> out.blockShift) + 1) * out.width();
        ofCounts += ((rows.size() >> ClassSums::kCountShift) + 1) * out.width();
    }
    out.duration.resize(program.lanes.size() * out.width());
    if (counted) {
        out.steps = Column<std::uint8_t>(blocks);
        out.counts = Column<std::uint32_t>(ofCounts);
    } else {
        out.times = Column<Time>(blocks);
    }
    return out;
}

/// Writes the times of one lane, block after block.
class TimeWriter {
public:
    TimeWriter(ClassSums& sums, std::size_t lane)
        : m_sums(&sums), m_to(sums.times.data() + sums.laneBlocks[lane]), m_running(sums.width()) {}

    /// To be called before every row that is a multiple of kLeastRows.
    void beginRows(std::size_t offset) {
        if (offset & (m_sums->blockRows() - 1)) return;
        m_to = std::copy(m_running.begin(), m_running.end(), m_to);
    }
    bool add(Op op, Time busy) {
        m_running[m_sums->slotOf(op)] += busy;
        return true;
    }

private:
    const ClassSums* m_sums;
    Time* m_to;
    std::vector<Time> m_running;
};

/// Counts the ops of one lane, block after block.
class CountWriter {
public:
    CountWriter(ClassSums& sums, std::size_t lane)
        : m_sums(&sums),
          m_step(sums.steps.data() + sums.laneBlocks[lane]),
          m_count(sums.counts.data() + sums.laneCounts[lane]),
          m_duration(sums.duration.data() + lane * sums.width()),
          m_running(sums.width()),
          m_base(sums.width()) {
        std::fill_n(m_duration, sums.width(), kUnset);
    }
    ~CountWriter() { std::replace(m_duration, m_duration + m_sums->width(), kUnset, Time{0}); }
    CountWriter(const CountWriter&) = delete;
    CountWriter& operator=(const CountWriter&) = delete;

    void beginRows(std::size_t offset) {
        if (offset & (m_sums->blockRows() - 1)) return;
        if ((offset & ((std::size_t{1} << ClassSums::kCountShift) - 1)) == 0) {
            m_base = m_running;
            m_count = std::copy(m_base.begin(), m_base.end(), m_count);
        }
        for (std::size_t slot = 0; slot < m_running.size(); ++slot)
            *m_step++ = static_cast<std::uint8_t>(m_running[slot] - m_base[slot]);
    }
    /// False if ops of this class have several durations.
    bool add(Op op, Time busy) {
        const std::size_t slot = m_sums->slotOf(op);
        ++m_running[slot];
        if (m_duration[slot] == busy) return true;
        return std::exchange(m_duration[slot], busy) == kUnset;
    }

private:
    static constexpr Time kUnset = -1;

    const ClassSums* m_sums;
    std::uint8_t* m_step;
    std::uint32_t* m_count;
    Time* m_duration;
    std::vector<std::uint32_t> m_running, m_base;
};

/// False if it was stopped or if what is counted needs times.
template <class Writer>
bool fill(LaneSums& out, const Timeline& timeline, const std::stop_token& stop) {
    const Program& program = *timeline.program;
    const bool timed = !timeline.start.empty();
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        const RowRange rows = program.lanes[lane];
        Writer byKind(out.byKind, lane), byMicrobatch(out.byMicrobatch, lane);
        for (std::size_t offset = 0; offset <= rows.size(); offset += kLeastRows) {
            if (offset % kRowsBetweenStops == 0 && stop.stop_requested()) return false;
            byKind.beginRows(offset);
            byMicrobatch.beginRows(offset);
            const Row end = std::min(rows.end, rows.begin + offset + kLeastRows);
            for (Row row = rows.begin + offset; row < end; ++row) {
                const Op op = program.ops[row];
                const Time busy = timed ? timeline.end[row] - timeline.start[row] : timeline.opTime[op.costIndex()];
                if (!byKind.add(op, busy) || !byMicrobatch.add(op, busy)) return false;
            }
        }
    }
    return true;
}

}  // namespace

std::shared_ptr<const LaneSums> sumLanes(const Timeline& timeline, std::stop_token stop) {
    const Program& program = *timeline.program;
    const unsigned kinds = kindsOf(program, stop);
    if (stop.stop_requested()) return nullptr;
    const auto unfilledSums = [&](bool counted) {
        return LaneSums{unfilled(program, ColorBy::Kind, kinds, counted, kForKind),
                        unfilled(program, ColorBy::Microbatch, kinds, counted, kForMicrobatch)};
    };
    auto out = std::make_shared<LaneSums>(unfilledSums(true));
    if (fill<CountWriter>(*out, timeline, stop)) return out;
    if (stop.stop_requested()) return nullptr;
    *out = unfilledSums(false);
    if (fill<TimeWriter>(*out, timeline, stop)) return out;
    return nullptr;
}

}  // namespace bubblescope
