#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/analysis/lane_sums.h"

#include <vector>

namespace bubblescope {

/// The classes of ops that one picture colours alike, and their colours.
class ColorClasses : public OpClasses {
public:
    ColorClasses(const Program& program, const GanttStyle& style);

    ColorBy colorBy() const { return m_colorBy; }
    QColor colorOf(int classIndex) const;

private:
    const OpPalette* m_palette;
    ThemeId m_theme;
    ColorBy m_colorBy;
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

/// Fills `out` (whose memory is used again) for `columns` equal columns over `range`. With the timeline's `sums`
/// it finds the same shares without a walk over all visible ops, where these are many.
///
/// Cost  follows the number of visible ops; with sums no more than the number of columns
void coverageOf(const Timeline& timeline, LaneId lane, const TimeRange& range, int columns, const ColorClasses& classes,
                LaneCoverage& out, const LaneSums* sums = nullptr);

}  // namespace bubblescope
