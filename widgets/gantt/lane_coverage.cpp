#include "widgets/gantt/lane_coverage.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace bubblescope {

ColorClasses::ColorClasses(const Program& program, const GanttStyle& style)
    : OpClasses(program, style.colorBy), m_palette(style.palette), m_theme(style.theme), m_colorBy(style.colorBy) {}

QColor ColorClasses::colorOf(int classIndex) const {
    const OpKind kind = kindOf(classIndex);
    const int shade = classIndex % shades();
    return m_colorBy == ColorBy::Microbatch ? microbatchColor(m_theme, kind, shade)
                                            : kindColor(*m_palette, m_theme, kind, shade, shades());
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

float* begun(LaneCoverage& out, int index) {
    float* const share = out.of(index);
    if (!out.occurs[static_cast<std::size_t>(index)]) {
        out.occurs[static_cast<std::size_t>(index)] = 1;
        out.classes.push_back(index);
        std::fill(share, share + out.columns, 0.0f);
    }
    return share;
}

/// Adds every op to the columns that it meets.
void walk(const LaneView& view, const Boundaries& boundaries, const OpClasses& classes, LaneCoverage& out) {
    const double perTime = boundaries.perTime();
    double counted = 0;  // what columns to the left have of the op at hand
    Row row = view.visible.begin;
    if (row < view.visible.end)
        counted = std::max(0.0, boundaries.at(0) - boundaries.from(view.end[row] - view.busy(row)));
    for (int column = 0; column < out.columns && row < view.visible.end; ++column) {
        const double right = boundaries.at(column + 1);
        const Time limit = boundaries.floorOf(right);
        for (; row < view.visible.end && view.end[row] <= limit; ++row) {
            const double part = static_cast<double>(view.busy(row)) - counted;
            counted = 0;
            if (part > 0) begun(out, classes.of(view.ops[row]))[column] += static_cast<float>(part * perTime);
        }
        if (row == view.visible.end) break;
        const double start = boundaries.from(view.end[row] - view.busy(row)), part = right - start;
        if (part <= 0) {
            column = std::max(column, boundaries.columnOf(start, out.columns) - 1);
            continue;
        }
        float* const share = begun(out, classes.of(view.ops[row]));
        share[column] += static_cast<float>((part - counted) * perTime);
        const int last = boundaries.columnOf(boundaries.from(view.end[row]), out.columns);
        if (last > column + 1) {
            std::fill(share + column + 1, share + last, 1.0f);
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

/// Subtracts what ran before neighbouring boundaries.
template <class Sum>
void subtract(const Timeline& timeline, const LaneView& view, const Boundaries& boundaries, const ClassSums& sums,
              LaneId lane, LaneCoverage& out) {
    constexpr std::size_t kAhead = 16;
    const auto columns = static_cast<std::size_t>(out.columns);
    const std::size_t width = sums.width();
    const double perTime = boundaries.perTime();
    const Time* const duration = sums.duration.data() + lane.index() * width;
    /// How much of a row lies before a boundary, and where it counts.
    struct Part {
        std::size_t slot = 0;
        double columns = 0;
    };
    const auto partOf = [&](Row row, std::size_t boundary) -> Part {
        if (row == view.lane.end) return {};
        const std::size_t slot = sums.slotOf(view.ops[row]);
        const Time start = view.end[row] - (sums.counted ? duration[slot] : view.busy(row));
        const double time = boundaries.at(static_cast<int>(boundary)) - boundaries.from(start);
        return {slot, std::max(0.0, time) * perTime};
    };
    Cuts cuts(view, boundaries, out.columns);
    const auto findNext = [&] { sums.prefetch(timeline, lane, cuts.findNext()); };
    while (cuts.found() <= std::min(columns, kAhead)) findNext();

    std::vector<float*> shares;
    std::vector<double> unit;          // columns a sum stands for
    std::vector<double> share(width);  // of the column at hand
    for (std::size_t slot = 0; slot < width; ++slot) {
        shares.push_back(out.of(sums.classOfSlot[slot]));
        unit.push_back((sums.counted ? static_cast<double>(duration[slot]) : 1) * perTime);
    }
    std::vector<Sum> memory(3 * width);
    Sum* const first = memory.data();
    Sum *before = first + width, *after = before + width;
    const auto between = [&](const Sum* from, const Sum* to, std::size_t slot) {
        return static_cast<double>(static_cast<std::make_signed_t<Sum>>(to[slot] - from[slot])) * unit[slot];
    };
    sums.sumUp(timeline, lane, cuts[0], first);
    std::copy_n(first, width, before);
    Part left = partOf(cuts[0], 0);
    const Part begin = left;
    for (std::size_t i = 0; i < columns; ++i) {
        if (cuts.found() <= columns) findNext();
        const Row row = cuts[i + 1];
        const Part right = partOf(row, i + 1);
        sums.sumUp(timeline, lane, row, after);
        for (std::size_t slot = 0; slot < width; ++slot) share[slot] = between(before, after, slot);
        share[left.slot] -= left.columns;
        share[right.slot] += right.columns;
        for (std::size_t slot = 0; slot < width; ++slot) shares[slot][i] = static_cast<float>(share[slot]);
        std::swap(before, after);
        left = right;
    }
    for (std::size_t slot = 0; slot < width; ++slot) {
        const double parts = (left.slot == slot ? left.columns : 0) - (begin.slot == slot ? begin.columns : 0);
        if (between(first, before, slot) + parts <= 0) continue;
        out.classes.push_back(sums.classOfSlot[slot]);
        out.occurs[static_cast<std::size_t>(sums.classOfSlot[slot])] = 1;
    }
}

/// Whether to walk over `ops` costs more than to subtract sums, both as measured.
bool isDense(std::size_t ops, int columns, const ClassSums& sums) {
    const double opsOfABoundary =
        5 + static_cast<double>(sums.width()) / 3.5 + static_cast<double>(sums.blockRows()) / 16;
    return static_cast<double>(ops) > opsOfABoundary * columns;
}

}  // namespace

void coverageOf(const Timeline& timeline, LaneId lane, const TimeRange& range, int columns, const ColorClasses& classes,
                LaneCoverage& out, const LaneSums* sums) {
    out.columns = columns;
    out.share.resize(static_cast<std::size_t>(columns) * static_cast<std::size_t>(classes.count()));
    out.occurs.assign(static_cast<std::size_t>(classes.count()), 0);
    out.classes.clear();
    const Boundaries boundaries(range, columns);
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
    const ClassSums* const classSums = sums ? &sums->of(classes.colorBy()) : nullptr;
    if (!classSums || !isDense(view.visible.size(), columns, *classSums))
        walk(view, boundaries, classes, out);
    else if (classSums->counted)
        subtract<std::uint32_t>(timeline, view, boundaries, *classSums, lane, out);
    else
        subtract<Time>(timeline, view, boundaries, *classSums, lane, out);
}

}  // namespace bubblescope
