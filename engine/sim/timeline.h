#pragma once

#include "engine/program/program.h"

#include <algorithm>
#include <memory>

namespace bubblescope {

/// When every op of a program runs. Immutable once made and shared by pointer, so undo, comparison and background work
/// need no locks.
///
/// Shapes      end[row] for every row of a lane of `program`. start[row] likewise, or empty if every op takes the time
///             of its kind and stage, opTime[op.costIndex()]. Rows of the same op have equal values. With fused pairs
///             there are both: opTime is then for ops outside pairs. sendTime[op.costIndex()] is how long a lane waits
///             after such an op until its result has been sent; empty if sends do not block
/// Units       micro-units; the earliest start need not be 0
/// Invariants  startOf(row) <= end[row]; within a lane rows run one after another
/// Cost        8 bytes per op, which dominates the cost of simulating and drawing; 16 with starts
struct Timeline {
    std::shared_ptr<const Program> program;
    std::vector<Time> opTime;
    std::vector<Time> sendTime;
    Column<Time> start;
    Column<Time> end;
    Time earliestStart = 0;
    Time latestEnd = 0;

    Time startOf(Row row) const {
        return start.empty() ? end[row] - opTime[program->ops[row].costIndex()] : start[row];
    }
    /// How long the lane waits after a row for its send; for a fused pair, after its second op and for both.
    Time sendAfter(Row row) const {
        if (sendTime.empty()) return 0;
        const Op op = program->ops[row];
        if (op.opensPair()) return 0;
        const Time own = sendTime[op.costIndex()];
        return op.closesPair() ? std::max(own, sendTime[program->ops[row - 1].costIndex()]) : own;
    }
    Time freeAfter(Row row) const { return end[row] + sendAfter(row); }
    Time totalTime() const { return latestEnd - earliestStart; }
};

/// A time interval.
struct TimeSpan {
    Time begin = 0, end = 0;
    Time length() const { return end - begin; }
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

/// The time during which an op itself runs; each op of a fused pair has its half of the pair's time.
inline TimeSpan ownSpan(const Timeline& timeline, Row row) {
    const TimeSpan whole{timeline.startOf(row), timeline.end[row]};
    const Op op = timeline.program->ops[row];
    if (!op.isInPair()) return whole;
    const Time middle = whole.begin + whole.length() / 2;
    return op.opensPair() ? TimeSpan{whole.begin, middle} : TimeSpan{middle, whole.end};
}

/// The first of `rows` that starts after `time`; rows.end if none does.
inline Row firstStartingAfter(const Timeline& timeline, RowRange rows, Time time) {
    return firstRow(rows, [&](Row row) { return timeline.startOf(row) > time; });
}

}  // namespace bubblescope
