#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/sim/timeline.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// When an op is drawn: while it runs. Each op of a fused pair is drawn in its half of their time.
struct DrawnTime : TimeSpan {
    bool isWithin(const TimeRange& range) const {
        return static_cast<double>(begin) >= range.begin && static_cast<double>(end) <= range.end;
    }
};
inline DrawnTime drawnTime(const Timeline& timeline, Row row) { return {ownSpan(timeline, row)}; }

/// One op, as a picture shows it.
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

/// Only the cells that are at least `minWidth` pixels wide. Cost: follows the width of the plot, not the number of ops.
std::vector<GanttCell> wideCellsOf(const GanttLayout& layout, const Timeline& timeline, LaneId lane, double minWidth);

/// Cells from this width on, in logical pixels, are separated from their neighbours.
inline constexpr double kWideCell = 3;
/// How far a cell is separated from the next, on screens and in all formats: 0 for a narrow cell, which the gap would
/// consume, growing to 1 at some width, so that zooming shows no switch. The gap is kCellGap wide, in logical pixels,
/// and consists of the ground's colour to kCellGapShare if the next op follows immediately. In pictures, which nobody
/// zooms, it is a sixth of any cell that is wide enough, so that small print shows as much. Cells with borders have no
/// gap.
double setApart(const GanttStyle& style, double width);
inline constexpr double kCellGap = 1, kCellGapShare = 0.8;

/// The rows of a lane that meet [begin, end].
RowRange rowsWithin(const Timeline& timeline, LaneId lane, const TimeRange& range);

/// The op that runs on a lane at `time`, if any: start <= time < end.
std::optional<Row> opAt(const Timeline& timeline, LaneId lane, double time);

/// The idle time of a lane around `time`, between the track's own start and end; none while an op runs.
std::optional<std::pair<Time, Time>> idleAt(const Timeline& timeline, LaneId lane, double time);

}  // namespace bubblescope
