#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QStringList>

#include <array>

namespace bubblescope {

/// Some rows of one track: those on which the workers from `first` to `last` compute.
struct GanttRows {
    int track = -1;  // none of any
    WorkerId first, last;

    friend bool operator==(const GanttRows&, const GanttRows&) = default;
};

/// What rows do within a stretch of time.
///
/// Invariants  idle <= time
struct SpanFacts {
    long long ops = 0;                         // that run in it
    long long cut = 0;                         // of these, those that begin before it or end after it
    std::array<long long, kOpKinds> ofKind{};  // of ops; nothing where there are too many to look at
    double time = 0;                           // of all rows together, while the track has time at all
    double idle = 0;                           // of that

    double idleShare() const { return time > 0 ? idle / time : 0; }
};

/// Cost  follows the ops in the stretch up to some 260 thousand, and beyond that the rows
SpanFacts factsWithin(const TrackData& shown, WorkerId first, WorkerId last, const TimeRange& range);

/// "1F1B, device 1 to device 3", "9 ops: 5 F, 4 B · 2 in part", "idle 416 ms, 26 %".
QStringList linesOf(const SpanFacts& facts, const TrackData& shown, WorkerId first, WorkerId last);

/// The nearest edge of an op of a lane, or end of the track's own time, that is at most `reach` from `time`; else that.
double snappedTime(const Timeline& timeline, LaneId lane, double time, double reach);

}  // namespace bubblescope
