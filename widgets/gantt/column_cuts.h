#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/sim/timeline.h"

#include <algorithm>
#include <span>
#include <vector>

namespace bubblescope {

/// The boundaries between columns, counted from a whole micro-unit near the first one, so that nothing is lost
/// where times are large.
class Boundaries {
public:
    Boundaries(const TimeRange& range, int columns);

    /// Columns a micro-unit.
    double perTime() const { return 1 / m_perColumn; }
    double at(int boundary) const { return m_first + boundary * m_perColumn; }
    double from(Time time) const { return static_cast<double>(time - m_origin); }
    /// The column that `at` lies in, or the nearest one of 0 and `columns`.
    int columnOf(double at, int columns) const {
        return static_cast<int>(std::clamp((at - m_first) / m_perColumn, 0.0, static_cast<double>(columns)));
    }
    /// The last whole micro-unit that is not after a boundary: what ends after the one ends after the other.
    Time floorOf(int boundary) const { return m_floors[static_cast<std::size_t>(boundary)]; }

private:
    double m_perColumn, m_first;
    Time m_origin;
    std::vector<Time> m_floors;  // by boundary, the first and the last one included
};

/// The first op of a lane that ends after a boundary, counted from the lane's first, or their number; and how long
/// after the boundary it ends.
struct Cut {
    std::size_t offset;
    double rest;
};

/// Finds the cut of each boundary in a lane of at least kLeastCutRows rows. The offsets that `cuts` already have are
/// where to look first: those of another lane do, for devices run alike.
///
/// Shapes  cuts[boundary], the first and the last one included
/// Cost    one or two cache lines of ends a boundary, asked for ahead of time, where the lanes are alike
void findCuts(const Timeline& timeline, RowRange lane, const Boundaries& boundaries, std::span<Cut> cuts);
inline constexpr std::size_t kLeastCutRows = 4;

/// Where a cut is in a pair, has it know the half that is there.
void cutPairs(const Timeline& timeline, RowRange lane, const Boundaries& boundaries, std::span<Cut> cuts);

}  // namespace bubblescope
