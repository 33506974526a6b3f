#include "widgets/gantt/column_mixer.h"

#include "widgets/gantt/gantt_items.h"

#include "engine/core/fast_loop.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/ink_sums.h"

#include <algorithm>

namespace bubblescope {

ColorClasses::ColorClasses(const Program& program, const GanttStyle& style)
    : OpClasses(program, style.colorBy),
      m_palette(style.palette),
      m_theme(style.theme),
      m_colorBy(style.colorBy),
      m_muted(style.muted),
      m_isHatched(isHatched(style)) {}

QColor ColorClasses::colorOf(int classIndex) const {
    const OpKind kind = kindOf(classIndex);
    const int shade = classIndex % shades();
    const QColor color = m_colorBy == ColorBy::Microbatch ? microbatchColor(m_theme, kind, shade)
                                                          : kindColor(*m_palette, m_theme, kind, shade, shades());
    return m_muted ? mutedColor(color, m_theme) : color;
}

BUBBLESCOPE_FAST_LOOP void toRgb(std::span<const Mix> mixes, std::span<QRgb> out) {
    const auto* const from = reinterpret_cast<const float*>(mixes.data());
    auto* const to = reinterpret_cast<std::uint8_t*>(out.data());
    for (std::size_t i = 0; i < 4 * mixes.size(); ++i)
        to[i] = static_cast<std::uint8_t>(std::clamp(from[i] + 0.5f, 0.0f, 255.0f));
}

Time longestOp(const Timeline& timeline, const LaneSums* sums) {
    if (timeline.start.empty() && !timeline.opTime.empty())
        return *std::max_element(timeline.opTime.begin(), timeline.opTime.end());
    return sums ? sums->longest : kMaxTime;
}

ColumnMixer::ColumnMixer(const Timeline& timeline, const ColorClasses& classes, std::span<const Mix> inks,
                         const TimeRange& range, int columns, const LaneSums* sums)
    : m_timeline(&timeline), m_classes(&classes), m_inks(inks), m_columns(columns), m_boundaries(range, columns) {
    if (!sums) return;
    // Sums in floats are precise enough unless what is beside a cut is many orders of magnitude longer than a column.
    constexpr double kMostColumnsOfAGroup = 4e3;
    if (static_cast<double>(longestOp(timeline, sums)) * m_boundaries.perTime() >
        kMostColumnsOfAGroup / LaneSums::kGroupRows)
        return;
    m_sums = std::make_unique<InkSums>(timeline, *sums, classes, inks, m_boundaries.perTime());
}

ColumnMixer::~ColumnMixer() = default;

void ColumnMixer::mix(LaneId lane, std::span<Mix> out) {
    /// With at least this many ops per column, subtracting sums is faster than visiting ops, as measured.
    constexpr std::size_t kDense = 4;
    const RowRange visible = visibleOf(lane);
    const bool hasPairs = m_timeline->program->hasPairs;
    if (!m_sums || !m_sums->know(lane) || visible.size() < std::max(kDense * out.size(), kLeastCutRows))
        return hasPairs ? walkPairs(visible, out) : walk(visible, out);
    const RowRange rows = m_timeline->program->lanes[lane.index()];
    // Lanes of one role run alike.
    std::vector<Cut>& cuts = m_cuts[m_timeline->program->isWork(lane) ? 0 : 1];
    if (cuts.empty())
        for (std::size_t i = 0; i <= out.size(); ++i)
            cuts.push_back({visible.begin - rows.begin + visible.size() * i / out.size(), 0});
    findCuts(*m_timeline, rows, m_boundaries, cuts);
    if (hasPairs) cutPairs(*m_timeline, rows, m_boundaries, cuts);
    m_sums->subtract(lane, cuts, out);
}

/// The rows of a lane that meet the columns.
RowRange ColumnMixer::visibleOf(LaneId lane) const {
    const RowRange rows = m_timeline->program->lanes[lane.index()];
    const Time first = m_boundaries.floorOf(0);
    const Time last = m_boundaries.floorOf(m_columns);
    const Row begin = firstRow(rows, [&](Row row) { return m_timeline->end[row] > first; });
    return {begin, firstStartingAfter(*m_timeline, {begin, rows.end}, last)};
}

/// The same if ops may share their time.
void ColumnMixer::walkPairs(RowRange visible, std::span<Mix> out) const {
    std::fill(out.begin(), out.end(), Mix{});
    const auto columnAt = [&](Time time) {
        const double at = (m_boundaries.from(time) - m_boundaries.at(0)) * m_boundaries.perTime();
        return std::clamp(at, 0.0, static_cast<double>(m_columns));
    };
    for (Row row = visible.begin; row < visible.end; ++row) {
        const DrawnTime drawn = drawnTime(*m_timeline, row);
        const double begin = columnAt(drawn.begin), end = columnAt(drawn.end);
        const Mix& ink = m_inks[static_cast<std::size_t>(m_classes->of(m_timeline->program->ops[row]))];
        for (int column = static_cast<int>(begin); column < end; ++column)
            out[static_cast<std::size_t>(column)] +=
                static_cast<float>(std::min(end, column + 1.0) - std::max(begin, static_cast<double>(column))) * ink;
    }
}

/// Adds every op to the columns that it meets.
void ColumnMixer::walk(RowRange visible, std::span<Mix> out) const {
    std::fill(out.begin(), out.end(), Mix{});
    const Op* const ops = m_timeline->program->ops.data();
    const Time* const ends = m_timeline->end.data();
    const Time* const starts = m_timeline->start.empty() ? nullptr : m_timeline->start.data();
    const Time* const opTime = m_timeline->opTime.data();
    const auto busy = [&](Row row) { return starts ? ends[row] - starts[row] : opTime[ops[row].costIndex()]; };
    const OpClasses& classes = *m_classes;
    const Mix* const ink = m_inks.data();
    const double perTime = m_boundaries.perTime();
    double counted = 0;  // what the columns to the left have of the current op
    Row row = visible.begin;
    if (row < visible.end) counted = std::max(0.0, m_boundaries.at(0) - m_boundaries.from(ends[row] - busy(row)));
    for (int column = 0; column < m_columns && row < visible.end; ++column) {
        const double right = m_boundaries.at(column + 1);
        const Time limit = m_boundaries.floorOf(column + 1);
        Mix mix{};
        for (; row < visible.end && ends[row] <= limit; ++row) {
            const double part = static_cast<double>(busy(row)) - counted;
            counted = 0;
            if (part > 0) mix += static_cast<float>(part * perTime) * ink[classes.of(ops[row])];
        }
        Mix& at = out[static_cast<std::size_t>(column)];
        at += mix;
        if (row == visible.end) break;
        const double start = m_boundaries.from(ends[row] - busy(row)), part = right - start;
        if (part <= 0) {
            column = std::max(column, m_boundaries.columnOf(start, m_columns) - 1);
            continue;
        }
        const Mix& whole = ink[classes.of(ops[row])];
        at += static_cast<float>((part - counted) * perTime) * whole;
        const int last = m_boundaries.columnOf(m_boundaries.from(ends[row]), m_columns);
        if (last > column + 1) {
            std::fill(out.begin() + column + 1, out.begin() + last, whole);
            column = last - 1;
        }
        counted = m_boundaries.at(column + 1) - start;
    }
}

}  // namespace bubblescope
