#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QStringList>

#include <array>

namespace bubblescope {

/// A range of rows of one track: those on which the workers from `first` to `last` compute.
struct GanttRows {
    int track = -1;  // -1: no track
    WorkerId first, last;

    friend bool operator==(const GanttRows&, const GanttRows&) = default;
};

/// What rows do within a time span.
///
/// Invariants  idle <= time
struct SpanFacts {
    long long ops = 0;                         // ops that run within it
    long long cut = 0;                         // of these, ops that start before it or end after it
    std::array<long long, kOpKinds> ofKind{};  // by kind of op; all 0 if there are too many ops to visit
    double time = 0;                           // of all rows together, within the track's own time
    double idle = 0;                           // idle part of that time

    double idleShare() const { return time > 0 ? idle / time : 0; }
};

/// Cost: follows the number of ops in the span up to about 260,000, and above that the number of rows.
SpanFacts factsWithin(const TrackData& shown, WorkerId first, WorkerId last, const TimeRange& range);

/// "1F1B, device 1 to device 3", "9 ops: 5 F, 4 B · 2 partly inside", "idle 416 ms, 26%".
QStringList linesOf(const SpanFacts& facts, const TrackData& shown, WorkerId first, WorkerId last);

/// The nearest edge of an op of a lane, or end of the track's own time, within `reach` of `time`; otherwise `time`.
double snappedTime(const Timeline& timeline, LaneId lane, double time, double reach);

}  // namespace bubblescope
