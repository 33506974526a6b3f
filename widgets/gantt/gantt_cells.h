#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/sim/timeline.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// One op as a picture shows it.
///
/// Units  x0, x1 in the layout's pixels, not clipped to the plot
struct GanttCell {
    Row row = 0;
    double x0 = 0, x1 = 0;
    OpKind kind = OpKind::Forward;
    StageId stage;
    int chunk = 0;
    MicrobatchId microbatch;
};

/// The cells of a lane that meet the layout's time range, from left to right.
///
/// Cost  follows the number of visible ops
std::vector<GanttCell> cellsOf(const GanttLayout& layout, const Timeline& timeline, LaneId lane);

/// Those at least `minWidth` pixels wide. Cost: follows the width of the plot, not the number of ops.
std::vector<GanttCell> wideCellsOf(const GanttLayout& layout, const Timeline& timeline, LaneId lane, double minWidth);

/// The rows of a lane that meet [begin, end].
RowRange rowsWithin(const Timeline& timeline, LaneId lane, const TimeRange& range);

/// The op that runs on a lane at `time`, if any: start <= time < end.
std::optional<Row> opAt(const Timeline& timeline, LaneId lane, double time);

/// The idle time of a lane around `time`, between the track's own start and end; none while an op runs.
std::optional<std::pair<Time, Time>> idleAt(const Timeline& timeline, LaneId lane, double time);

/// The classes of ops that one picture colours alike: kinds and chunks, or kinds and microbatch hues.
///
/// Invariants  count() is small (at most kOpKinds * 21) whatever the size of the program
class ColorClasses {
public:
    ColorClasses(const Program& program, const GanttStyle& style);

    int count() const { return kOpKinds * m_shades; }
    /// Classes a kind has: chunks or microbatch hues. A class is kind * shades() + shade.
    int shades() const { return m_shades; }
    OpKind kindOf(int classIndex) const { return static_cast<OpKind>(classIndex / m_shades); }
    int of(Op op) const {
        const int shade =
            m_byMicrobatch ? op.microbatch().value % m_shades : op.stage().value / m_workers * m_shades / m_chunks;
        return static_cast<int>(op.kind()) * m_shades + shade;
    }
    QColor colorOf(int classIndex) const;

private:
    const OpPalette* m_palette;
    ThemeId m_theme;
    bool m_byMicrobatch;
    int m_workers, m_chunks, m_shades;
};

/// How much of each pixel column of a lane each colour class fills, exactly.
///
/// Shapes      share[class * columns + column], unset where a class does not occur; what the classes leave of 1
///             is idle time
/// Invariants  sums of a class over all columns times a column's time are its busy time in the range
struct LaneCoverage {
    int columns = 0;
    std::vector<float> share;
    std::vector<std::uint8_t> occurs;  // by class
    std::vector<int> classes;          // those that occur

    float* of(int classIndex) { return share.data() + classIndex * std::ptrdiff_t{columns}; }
    const float* of(int classIndex) const { return share.data() + classIndex * std::ptrdiff_t{columns}; }
    float at(int column, int classIndex) const {
        return occurs[static_cast<std::size_t>(classIndex)] ? of(classIndex)[column] : 0.0f;
    }
};

/// Fills `out` (whose memory is used again) for `columns` equal columns over `range`.
///
/// Cost  follows the number of visible ops
void coverageOf(const Timeline& timeline, LaneId lane, const TimeRange& range, int columns, const ColorClasses& classes,
                LaneCoverage& out);

}  // namespace bubblescope
