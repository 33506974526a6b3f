#include "widgets/gantt/lane_coverage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace bubblescope {

ColorClasses::ColorClasses(const Program& program, const GanttStyle& style)
    : OpClasses(program, style.colorBy),
      m_palette(style.palette),
      m_theme(style.theme),
      m_colorBy(style.colorBy),
      m_muted(style.muted) {}

QColor ColorClasses::colorOf(int classIndex) const {
    const OpKind kind = kindOf(classIndex);
    const int shade = classIndex % shades();
    const QColor color = m_colorBy == ColorBy::Microbatch ? microbatchColor(m_theme, kind, shade)
                                                          : kindColor(*m_palette, m_theme, kind, shade, shades());
    return m_muted ? mutedColor(color, m_theme) : color;
}

namespace {

/// The boundaries between columns, counted from a whole micro-unit near the first one, so that nothing is lost
/// where times are large.
class Boundaries {
public:
    Boundaries(const TimeRange& range, int columns) : m_perColumn(range.span() / columns) {
        constexpr auto kFurthest = static_cast<double>(kMaxTime / 2);
        m_origin = static_cast<Time>(std::floor(std::clamp(range.begin, -kFurthest, 2 * kFurthest)));
        m_first = range.begin - static_cast<double>(m_origin);
    }

    /// Columns a micro-unit.
    double perTime() const { return 1 / m_perColumn; }
    double at(int boundary) const { return m_first + boundary * m_perColumn; }
    double from(Time time) const { return static_cast<double>(time - m_origin); }
    /// The column that `at` lies in, or the nearest one of 0 and `columns`.
    int columnOf(double at, int columns) const {
        return static_cast<int>(std::clamp((at - m_first) / m_perColumn, 0.0, static_cast<double>(columns)));
    }
    /// The last whole micro-unit that is not after `at`: what ends after the one ends after the other.
    Time floorOf(double at) const {
        constexpr auto kFurthest = static_cast<double>(kMaxTime - 1024);
        const double within = std::clamp(at, -kFurthest, kFurthest);
        const auto whole = static_cast<Time>(within);
        return m_origin + whole - (static_cast<double>(whole) > within);
    }

private:
    double m_perColumn, m_first;
    Time m_origin;
};

/// A lane's columns of the timeline and how much of it is asked for.
struct LaneView {
    const Op* ops;
    const Time* end;
    const Time* start;  // null where ops take opTime
    const Time* opTime;
    RowRange lane, visible;

    Time busy(Row row) const { return start ? end[row] - start[row] : opTime[ops[row].costIndex()]; }
};

/// Adds every op to the columns that it meets.
void walk(const LaneView& view, const Boundaries& boundaries, const OpClasses& classes, std::span<const Mix> inks,
          std::span<Mix> out) {
    std::fill(out.begin(), out.end(), Mix{});
    const int columns = static_cast<int>(out.size());
    const Mix* const ink = inks.data();
    const double perTime = boundaries.perTime();
    double counted = 0;  // what columns to the left have of the op at hand
    Row row = view.visible.begin;
    if (row < view.visible.end)
        counted = std::max(0.0, boundaries.at(0) - boundaries.from(view.end[row] - view.busy(row)));
    for (int column = 0; column < columns && row < view.visible.end; ++column) {
        const double right = boundaries.at(column + 1);
        const Time limit = boundaries.floorOf(right);
        Mix mix{};
        for (; row < view.visible.end && view.end[row] <= limit; ++row) {
            const double part = static_cast<double>(view.busy(row)) - counted;
            counted = 0;
            if (part > 0) mix += static_cast<float>(part * perTime) * ink[classes.of(view.ops[row])];
        }
        Mix& at = out[static_cast<std::size_t>(column)];
        at += mix;
        if (row == view.visible.end) break;
        const double start = boundaries.from(view.end[row] - view.busy(row)), part = right - start;
        if (part <= 0) {
            column = std::max(column, boundaries.columnOf(start, columns) - 1);
            continue;
        }
        const Mix& whole = ink[classes.of(view.ops[row])];
        at += static_cast<float>((part - counted) * perTime) * whole;
        const int last = boundaries.columnOf(boundaries.from(view.end[row]), columns);
        if (last > column + 1) {
            std::fill(out.begin() + column + 1, out.begin() + last, whole);
            column = last - 1;
        }
        counted = boundaries.at(column + 1) - start;
    }
}

/// Finds for one boundary after the other the first visible row that ends after it.
///
/// Cost  one cache line of ends, asked for ahead of time, where ops are about equally dense
class Cuts {
public:
    Cuts(const LaneView& view, const Boundaries& boundaries, int columns)
        : m_view(&view),
          m_boundaries(&boundaries),
          m_cuts(static_cast<std::size_t>(columns) + 1 + kAhead),
          m_row(view.visible.begin) {
        const Row usual = view.visible.size() / static_cast<std::size_t>(columns);
        for (std::size_t i = 0; i < kAhead; ++i) m_cuts[i] = guess(i * usual);
    }

    std::size_t found() const { return m_found; }
    Row operator[](std::size_t boundary) const { return m_cuts[boundary]; }

    Row findNext() {
        const Time* const end = m_view->end;
        const Row last = m_view->visible.end;
        const Time limit = m_boundaries->floorOf(m_boundaries->at(static_cast<int>(m_found)));
        // Probes stay in the line of the likely row as long as they can.
        const Row line = m_cuts[m_found] & ~(kLine - 1);
        Row low = m_row, high = last, reach = kLine;
        if (line > low && end[line] > limit) {
            high = line;
            while (high - low > reach && end[high - reach] > limit) {
                high -= reach;
                reach *= 2;
            }
            if (high - low > reach) low = high - reach + 1;
        } else {
            low = std::max(low, line);
            Row probe = line + kLine - 1;
            while (probe < last && end[probe] <= limit) {
                low = std::max(low, probe + 1);
                probe += reach;
                reach *= 2;
            }
            high = std::min(probe, last);
        }
        for (Row length = high > low ? high - low : 0; length > 0;) {
            const Row half = (length + 1) / 2;
            low = end[low + half - 1] <= limit ? low + half : low;
            length -= half;
        }
        m_row = low;
        m_cuts[m_found] = low;
        m_cuts[m_found + kAhead] =
            guess(m_found < kAhead ? m_cuts[kAhead - 1] - m_cuts[0] : low - m_cuts[m_found - kAhead]);
        ++m_found;
        return low;
    }

private:
    static constexpr Row kLine = 8;            // times in a cache line
    static constexpr Row kSlack = 2;           // rows that guesses are wrong by
    static constexpr std::size_t kAhead = 16;  // boundaries

    /// The row `advance` further on, which is soon asked for.
    Row guess(Row advance) const {
        const Row row = std::min(m_row + advance, m_view->visible.end - 1);
        __builtin_prefetch(m_view->end + std::max(row, kSlack) - kSlack);
        __builtin_prefetch(m_view->end + row + kSlack);
        return row;
    }

    const LaneView* m_view;
    const Boundaries* m_boundaries;
    Column<Row> m_cuts;  // guesses, until they are found
    Row m_row;
    std::size_t m_found = 0;
};

/// Mixes what ran between one block and the next by the inks of its slots.
class MixedSums {
public:
    /// `unit` is how many columns a sum of 1 stands for, by slot.
    MixedSums(const ClassSums& sums, std::span<const Mix> inks, const std::vector<double>& unit) : m_sums(&sums) {
        for (std::size_t slot = 0; slot < sums.width(); ++slot)
            m_ofOne.push_back(static_cast<float>(unit[slot]) * inks[static_cast<std::size_t>(sums.classOfSlot[slot])]);
        if (!sums.counted || sums.width() <= kFewSlots) return;
        m_quads.resize(sums.stride() / kAtOnce);
        m_last.resize(m_quads.size());
        for (std::size_t slot = 0; slot < sums.width(); ++slot)
            for (int part = 0; part < 4; ++part)
                m_quads[slot / kAtOnce].part[part][slot % kAtOnce] = m_ofOne[slot][part];
    }

    /// The ink of a sum of 1.
    const Mix& ofOne(std::size_t slot) const { return m_ofOne[slot]; }

    void begin(const ClassSums::Block& block) { next(block); }
    /// What ran since the block before.
    Mix next(const ClassSums::Block& to) {
        const ClassSums::Block from = std::exchange(m_block, to);
        if (from.begin == to.begin) return Mix{};
        if (!m_quads.empty()) return nextQuads(to);
        Mix mix{};
        if (from.begin == kNone) return mix;
        for (std::size_t slot = 0; slot < m_ofOne.size(); ++slot)
            mix += static_cast<float>(m_sums->at(to, slot) - m_sums->at(from, slot)) * m_ofOne[slot];
        return mix;
    }

private:
    static constexpr Row kNone = std::numeric_limits<Row>::max();
    static constexpr std::size_t kFewSlots = 8, kAtOnce = 4;
    using Counts [[gnu::vector_size(16)]] = std::int32_t;
    /// Blue, green, red and opacity of as many slots.
    struct Quad {
        Mix part[4];
    };

    Mix nextQuads(const ClassSums::Block& to) {
        Quad total{};
        for (std::size_t quad = 0; quad < m_quads.size(); ++quad) {
            const Counts now = countsOf(to, quad * kAtOnce);
            const Mix sums = __builtin_convertvector(now - std::exchange(m_last[quad], now), Mix);
            for (int part = 0; part < 4; ++part) total.part[part] += sums * m_quads[quad].part[part];
        }
        const auto added = [&](int part) {
            const Mix& of = total.part[part];
            return (of[0] + of[1]) + (of[2] + of[3]);
        };
        return Mix{added(0), added(1), added(2), added(3)};
    }
    static Counts countsOf(const ClassSums::Block& block, std::size_t slot) {
        using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
        using Halves [[gnu::vector_size(16)]] = std::uint16_t;
        std::int32_t four;
        std::memcpy(&four, block.step + slot, sizeof four);
        const auto bytes = reinterpret_cast<Bytes>(Counts{four, 0, 0, 0});
        const auto halves = reinterpret_cast<Halves>(
            __builtin_shufflevector(bytes, Bytes{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
        const auto steps =
            reinterpret_cast<Counts>(__builtin_shufflevector(halves, Halves{}, 0, 8, 1, 9, 2, 10, 3, 11));
        Counts count;
        std::memcpy(&count, block.count + slot, sizeof count);
        return count + steps;
    }

    const ClassSums* m_sums;
    std::vector<Mix> m_ofOne;
    std::vector<Quad> m_quads;   // empty where slots are few
    std::vector<Counts> m_last;  // of m_block
    ClassSums::Block m_block{kNone, nullptr, nullptr, nullptr};
};

/// Subtracts what ran before neighbouring boundaries.
void subtract(const Timeline& timeline, const LaneView& view, const Boundaries& boundaries, const ClassSums& sums,
              LaneId lane, std::span<const Mix> inks, std::span<Mix> out) {
    constexpr std::size_t kAhead = 16;
    const std::size_t columns = out.size(), width = sums.width();
    const double perTime = boundaries.perTime();
    std::vector<Time> duration(width, 1);  // by slot, where ops are counted
    std::vector<double> unit;
    for (std::size_t slot = 0; slot < width; ++slot) {
        if (sums.counted)
            duration[slot] =
                timeline.opTime[sums.cost[timeline.program->laneWorker[lane.index()].index() * width + slot]];
        unit.push_back(static_cast<double>(duration[slot]) * perTime);
    }
    MixedSums mixedSums(sums, inks, unit);

    Cuts cuts(view, boundaries, static_cast<int>(columns));
    const auto findNext = [&] {
        const Row row = cuts.findNext();
        const ClassSums::Block block = sums.blockNear(*timeline.program, lane, row);
        __builtin_prefetch(view.ops + row);
        __builtin_prefetch(view.ops + block.begin);
        __builtin_prefetch(sums.counted ? static_cast<const void*>(block.step) : block.time);
        if (sums.counted)
            for (std::size_t slot = 0; slot < width; slot += 16) __builtin_prefetch(block.count + slot);
        if (view.start) __builtin_prefetch(view.start + row);
    };
    while (cuts.found() <= std::min(columns, kAhead)) findNext();

    /// The first op that ends after a boundary, and what ran between the nearest block and it.
    struct Cut {
        ClassSums::Block block;
        Mix scanned;
        const Mix* ink;
        double start, busy, end;
    };
    // Inline, so that a cut stays in registers: through memory its fields are written one by one, read several at once.
    const auto cutAt = [&](Row row) __attribute__((always_inline))->Cut {
        Cut cut{sums.blockNear(*timeline.program, lane, row), Mix{}, inks.data(), 0, 0, 0};
        const auto scanned = [&](Row from, Row to) {
            Mix mix{};
            if (sums.counted)
                for (Row r = from; r < to; ++r) mix += mixedSums.ofOne(sums.slotOf(view.ops[r]));
            else
                for (Row r = from; r < to; ++r)
                    mix += static_cast<float>(view.busy(r)) * mixedSums.ofOne(sums.slotOf(view.ops[r]));
            return mix;
        };
        cut.scanned = cut.block.begin < row ? scanned(cut.block.begin, row) : -scanned(row, cut.block.begin);
        if (row == view.lane.end) {
            cut.start = cut.end = std::numeric_limits<double>::max();
            return cut;
        }
        const std::size_t slot = sums.slotOf(view.ops[row]);
        const Time busy = sums.counted ? duration[slot] : view.busy(row);
        cut.ink = &inks[static_cast<std::size_t>(sums.classOfSlot[slot])];
        cut.busy = static_cast<double>(busy);
        cut.start = boundaries.from(view.end[row] - busy);
        cut.end = boundaries.from(view.end[row]);
        return cut;
    };
    Cut left = cutAt(cuts[0]);
    mixedSums.begin(left.block);
    double begin = boundaries.at(0);
    for (std::size_t i = 0; i < columns; ++i) {
        if (cuts.found() <= columns) findNext();
        const double end = boundaries.at(static_cast<int>(i) + 1);
        Mix mix{};
        if (cuts[i + 1] != cuts[i]) {
            const Cut right = cutAt(cuts[i + 1]);
            // Of the op that the left boundary cuts, only what is right of it.
            const double part = left.end - std::max(left.start, begin) - left.busy;
            mix = mixedSums.next(right.block) + (right.scanned - left.scanned) +
                  static_cast<float>(part * perTime) * *left.ink;
            left = right;
        }
        if (const double part = end - std::max(left.start, begin); part > 0)
            mix += static_cast<float>(part * perTime) * *left.ink;
        out[i] = mix;
        begin = end;
    }
}

/// Whether to walk over `ops` costs more than to subtract sums, both as measured.
bool isDense(std::size_t ops, int columns, const ClassSums& sums) {
    const double opsOfABoundary =
        5 + static_cast<double>(sums.width()) / 3.5 + static_cast<double>(sums.blockRows()) / 16;
    return static_cast<double>(ops) > opsOfABoundary * columns;
}

LaneView viewOf(const Timeline& timeline, LaneId lane, const Boundaries& boundaries, int columns) {
    const RowRange rows = timeline.program->lanes[lane.index()];
    LaneView view{timeline.program->ops.data(),
                  timeline.end.data(),
                  timeline.start.empty() ? nullptr : timeline.start.data(),
                  timeline.opTime.data(),
                  rows,
                  rows};
    const Time first = boundaries.floorOf(boundaries.at(0)), last = boundaries.floorOf(boundaries.at(columns));
    view.visible.begin = firstRow(rows, [&](Row row) { return view.end[row] > first; });
    view.visible.end = firstStartingAfter(timeline, {view.visible.begin, rows.end}, last);
    return view;
}

}  // namespace

void mixColumns(const Timeline& timeline, LaneId lane, const TimeRange& range, const ColorClasses& classes,
                std::span<const Mix> inks, std::span<Mix> out, const LaneSums* sums) {
    const int columns = static_cast<int>(out.size());
    const Boundaries boundaries(range, columns);
    const LaneView view = viewOf(timeline, lane, boundaries, columns);
    const ClassSums* const classSums = sums ? &sums->of(classes.colorBy()) : nullptr;
    // Sums in floats are exact enough unless what lies beside a cut is many orders longer than a column.
    constexpr double kMostColumnsOfABlock = 1e4;
    const auto isExact = [&] {
        const auto& times = timeline.opTime;
        const Time longest = times.empty() ? 0 : *std::max_element(times.begin(), times.end());
        return static_cast<double>(longest) * boundaries.perTime() * static_cast<double>(classSums->blockRows()) <
               kMostColumnsOfABlock;
    };
    if (classSums && isDense(view.visible.size(), columns, *classSums) && isExact())
        return subtract(timeline, view, boundaries, *classSums, lane, inks, out);
    walk(view, boundaries, classes, inks, out);
}

}  // namespace bubblescope
