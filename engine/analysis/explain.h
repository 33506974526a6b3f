#pragma once

#include "engine/analysis/links.h"

namespace bubblescope {

/// What the start of an op waited for: the previous op on its lane, its input and the hop, and the fetch of its
/// weights. For a fetch: the previous fetch, and the input of the op it serves. Of several inputs this is the last to
/// arrive; an op on several lanes also waits until all of them are free.
///
/// Units       micro-units
/// Invariants  the op starts at laneFree, or when the last of the others arrived
struct OpCause {
    std::optional<Link> before;  // on its lane; none for a lane's first
    std::optional<Link> input;   // the op whose result it needs; none for a first forward
    std::optional<Link> fetch;   // of its weights; none if its own worker stores them
    std::optional<Link> other;   // before it on another of its lanes, if that was free later
    Time laneFree = 0;           // when `before` was done with, or else the earliest start of all
    Time waited = 0;             // idle time on its lane right before it
    Time slack = 0;              // how much longer it could take without moving any other op or the end

    /// What determined its start: what arrived last, or, if it did not wait, the op before it.
    std::optional<Link> last() const;
};

/// Cost  that of finding the ops it depends on: scans within their lanes
OpCause explainOp(const Timeline& timeline, const Durations& durations, Row row);

/// Where on a lane the idle time is, and what the path to its end passes through.
enum class IdlePlace {
    NoWork,    // the lane runs no ops at all
    WarmUp,    // before a lane's first op
    CoolDown,  // after a lane's last op, while others still run
    Turn,      // the round trip: waits for the path to the last stage and back
    Between,   // any other
};

/// A stretch of time without an op on a lane: [begin, end).
///
/// Invariants  begin < end
struct IdleGap {
    LaneId lane;
    Time begin = 0, end = 0;
    std::optional<Row> before;  // the op that ended at `begin`
    std::optional<Row> after;   // the op that starts at `end`

    friend bool operator==(const IdleGap&, const IdleGap&) = default;
};

/// The gap of `lane` at the instant `at`; nothing while an op runs or outside the timeline.
std::optional<IdleGap> gapAt(const Timeline& timeline, LaneId lane, Time at);

/// The parts of a gap.
///
/// An op starts as soon as the last thing it waited for is complete. Either that is an input (the end of another op
/// plus a hop or lag, or its weights), or the op is queued: the previous op ends on its lane, or on another of its
/// lanes. If several are complete at the same time, inputs take precedence. Following these causes back from an instant
/// gives a **path** without idle time. Two paths lead to a gap: one to the op that ends it (for a cool-down, the op
/// that ends last), and one to the op before it on its own lane. They diverge at the last op that is on both, or at the
/// earliest start. From there the first path is longer by exactly the gap. So each part of the gap is the time that the
/// first path spends on it minus the time that the second does; a part is negative if the second path spends more.
///
/// An op counts as work for as long as an even op of its kind takes: the mean over the stages, or over the workers if
/// stages have no worker of their own. The difference from its own time counts as uneven. If kinds do not determine the
/// times of ops (explicit needs, recordings), all of it is work.
///
/// Units       micro-units
/// Invariants  sum() is the gap; 0 <= order
struct IdleParts {
    Time work = 0;           // upstream compute: ops whose results were needed, minus the lane's own work meanwhile
    Time order = 0;          // schedule order: ops on the path whose results were not needed, but which ran first
    Time uneven = 0;         // time of ops beyond that of even ones
    Time transfer = 0;       // hops
    Time communication = 0;  // ops of lanes that are not work: fetches
    Time lag = 0;            // of explicit needs
    Time unknown = 0;        // the cause is unknown, or beyond kMaxWaySteps

    Time sum() const { return work + order + uneven + transfer + communication + lag + unknown; }
    friend bool operator==(const IdleParts&, const IdleParts&) = default;
};

/// Why a gap is there: its parts, and the chain of causes from the op that ends it back to an op that was already
/// running when the gap began, or to a first forward.
///
/// Shapes      causes[0] is what `gap.after` waited for, causes[i+1] what causes[i] waited for
/// Invariants  for a cool-down, causes has only the op that ends last; isCut if there were more than kMaxCauses
struct IdleReason {
    IdleGap gap;
    IdlePlace place = IdlePlace::NoWork;
    std::vector<Link> causes;
    bool isCut = false;
    IdleParts parts;
    std::optional<Row> fork;          // where the two paths diverge
    std::optional<WorkerId> longest;  // on the first path, the worker whose ops exceed even ones most, if any do
    std::optional<std::pair<WorkerId, WorkerId>> slowest;  // and the link on which the path spends most time
    Time onSlowest = 0;                                    // which is this much
};
inline constexpr std::size_t kMaxWaySteps = 20'000;
inline constexpr std::size_t kMaxCauses = 64;

/// Cost  proportional to the steps of both paths, at most the ops of all lanes: about 1 us each
IdleReason explainGap(const Timeline& timeline, const Durations& durations, const IdleGap& gap);

/// The path to the end of the op that ends last: the rows of its ops, in order of time. It has no idle time, so the
/// total time becomes shorter only if something on it does.
///
/// Invariants  the first op starts at the earliest start, unless there are more than kMaxWaySteps: then the last ones
/// Cost        as explainGap()
std::vector<Row> criticalPath(const Timeline& timeline, const Durations& durations);

}  // namespace bubblescope
