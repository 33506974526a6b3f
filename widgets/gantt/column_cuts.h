#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/sim/timeline.h"

#include <algorithm>
#include <span>
#include <vector>

namespace bubblescope {

/// The boundaries between columns, counted from a whole micro-unit near the first one, so that no precision is lost at
/// large times.
class Boundaries {
public:
    Boundaries(const TimeRange& range, int columns);

    /// Columns per micro-unit.
    double perTime() const { return 1 / m_perColumn; }
    double at(int boundary) const { return m_first + boundary * m_perColumn; }
    double from(Time time) const { return static_cast<double>(time - m_origin); }
    /// The column that contains `at`, or the nearest one from 0 to `columns`.
    int columnOf(double at, int columns) const {
        return static_cast<int>(std::clamp((at - m_first) / m_perColumn, 0.0, static_cast<double>(columns)));
    }
    /// The last whole micro-unit that is not after a boundary: an op ends after one exactly if it ends after the other.
    Time floorOf(int boundary) const { return m_floors[static_cast<std::size_t>(boundary)]; }

private:
    double m_perColumn, m_first;
    Time m_origin;
    std::vector<Time> m_floors;  // by boundary, including the first and the last
};

/// The first op of a lane that ends after a boundary, as an offset from the lane's first op, or the lane's number of
/// ops; and how long after the boundary it ends.
struct Cut {
    std::size_t offset;
    double rest;
};

/// Finds the cut at each boundary in a lane of at least kLeastCutRows rows. The offsets already in `cuts` are where the
/// search starts: those of another lane work well, because devices run alike.
///
/// Shapes  cuts[boundary], including the first and the last boundary
/// Cost    one or two cache lines of ends per boundary, prefetched, if the lanes are alike
void findCuts(const Timeline& timeline, RowRange lane, const Boundaries& boundaries, std::span<Cut> cuts);
inline constexpr std::size_t kLeastCutRows = 4;

/// If a cut is in a pair, makes it refer to the half that runs there.
void cutPairs(const Timeline& timeline, RowRange lane, const Boundaries& boundaries, std::span<Cut> cuts);

}  // namespace bubblescope
