#pragma once

#include "engine/analysis/links.h"
#include "engine/scenario/durations.h"

namespace bubblescope {

/// What the start of an op waited for: the op before it on its lane, its data dependency and the hop, and the fetch of
/// its weights. Or what that of a fetch waited for: the fetch before it, and the data dependency of its op. Of several
/// inputs it is the last to arrive; an op on several lanes also waits until the last of them is free.
///
/// Units       micro-units
/// Invariants  start = max(laneFree, inputEnd + hop, fetchEnd, memberFree)
struct OpCause {
    std::optional<Row> before;  // on its lane; none for a lane's first
    Time laneFree = 0;          // when `before` ended, or the earliest start of all
    std::optional<Row> input;   // what it needs; none for a first forward
    Time inputEnd = 0;          // or its start, where it only had to have begun
    Time hop = 0;
    std::optional<Row> fetch;  // of its weights; none where they are its worker's
    Time fetchEnd = 0;
    std::optional<Row> lastMember;  // of an op on several lanes, where another lane than its own was free last
    Time memberFree = 0;
    Time waited = 0;  // idle time on its lane right before it
    Time slack = 0;   // it could take this much longer without moving any other op or the end

    Time arrival() const { return inputEnd + hop; }
    /// The weights came after all else, so they set the start.
    bool isByFetch() const { return fetch && waited > 0 && (!input || fetchEnd > arrival()); }
    /// Its lanes were not all free when the rest was there.
    bool isByMember() const { return lastMember && waited > 0 && (!input || memberFree > arrival()); }
    /// The input came after the lane was free, so it set the start.
    bool isByInput() const { return waited > 0 && !isByFetch() && !isByMember(); }

    friend bool operator==(const OpCause&, const OpCause&) = default;
};

/// Cost  that of finding the op's neighbours: scans within their lanes
OpCause explainOp(const Timeline& timeline, const Durations& durations, Row row);

/// Where on a lane idle time is, and what the way to its end passes.
enum class IdlePlace {
    NoWork,    // the lane runs nothing at all
    WarmUp,    // before a lane's first op
    CoolDown,  // after a lane's last op, while others still run
    Turn,      // waits for the way down to the last stage and back
    Between,   // any other
};

/// A stretch without an op on a lane: [begin, end).
///
/// Invariants  begin < end
struct IdleGap {
    LaneId lane;
    Time begin = 0, end = 0;
    std::optional<Row> before;  // the op that ended at `begin`
    std::optional<Row> after;   // the op that starts at `end`

    friend bool operator==(const IdleGap&, const IdleGap&) = default;
};

/// The idle time of `lane` that holds the instant `at`; nothing while an op runs or outside the timeline.
std::optional<IdleGap> gapAt(const Timeline& timeline, LaneId lane, Time at);

/// An op, or the fetch of its weights, that the end of a gap waited for, directly or through others.
struct IdleStep {
    Row row = 0;
    Time hop = 0;          // after it, on the way to the op that waited for it
    bool isInput = false;  // what waited for it needed its result or weights; else it waited for its turn on its lane

    friend bool operator==(const IdleStep&, const IdleStep&) = default;
};

/// What a gap consists of.
///
/// An op starts the moment the last thing that it waited for is there: what it needs (the end of another op and a hop
/// or lag, or its weights) or its turn, when the op before it ends on its lane, or on another of its lanes. If several
/// come at once, what it needs goes before its turn. Followed back from an instant that makes a **way**, on which no
/// time is idle. Two ways lead to a gap: that of the op which ends it (of a cool-down, the op that ends last), and that
/// of the op before it on its own lane. They part at the last op that is on both, or at the earliest start, and from
/// there the first is longer by the gap exactly. So a part of the gap is what the first way spends on it less what the
/// second does; one that the second spends more on is negative.
///
/// Ops count as work for as long as an even op of their kind takes: the mean over the stages, or over the workers
/// where stages stand on none; what they take more, or less, counts as uneven. Where kinds say nothing of what ops
/// take - explicit needs, recordings - all of it is work.
///
/// Units       micro-units
/// Invariants  sum() is the gap; 0 <= order
struct IdleParts {
    Time work = 0;           // of ops whose results were needed, less what the lane itself worked meanwhile
    Time order = 0;          // of ops that nothing on the way needed: they had their turn first
    Time uneven = 0;         // what ops took beyond even ones
    Time transfer = 0;       // hops
    Time communication = 0;  // ops of lanes that are no work: fetches
    Time lag = 0;            // of explicit needs
    Time unknown = 0;        // nobody knows what was waited for, or it lies behind kMaxWaySteps

    Time sum() const { return work + order + uneven + transfer + communication + lag + unknown; }
    friend bool operator==(const IdleParts&, const IdleParts&) = default;
};

/// Why a gap is there: its parts, and the chain of causes from the op that ends it back to one that already ran when
/// the gap began, or to a first forward.
///
/// Shapes      causes[0] is what `gap.after` waited for, causes[i+1] what causes[i] waited for
/// Invariants  in a cool-down causes is the one op that ends last; isCut if there were more than kMaxCauses
struct IdleReason {
    IdleGap gap;
    IdlePlace place = IdlePlace::NoWork;
    std::vector<IdleStep> causes;
    bool isCut = false;
    IdleParts parts;
    std::optional<Row> fork;          // where the two ways part
    std::optional<WorkerId> longest;  // on the first way, the worker whose ops take most beyond even ones, if any do
    std::optional<std::pair<WorkerId, WorkerId>> slowest;  // and the link that it spends most on
    Time onSlowest = 0;                                    // which is this much
};
inline constexpr std::size_t kMaxWaySteps = 20'000;
inline constexpr std::size_t kMaxCauses = 64;

/// Cost  follows the steps of both ways, of which there may be as many as ops on a lane: some 1 us each
IdleReason explainGap(const Timeline& timeline, const Durations& durations, const IdleGap& gap);

/// The way to the end of the op that ends last: the rows of the ops on it, the first first. Nothing is idle on it, so
/// that the whole ends sooner only if something on it takes less.
///
/// Invariants  the first starts at the earliest start, unless there are more than kMaxWaySteps: then the last ones
/// Cost        as explainGap()
std::vector<Row> criticalPath(const Timeline& timeline, const Durations& durations);

}  // namespace bubblescope
