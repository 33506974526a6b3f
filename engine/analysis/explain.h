#pragma once

#include "engine/analysis/links.h"
#include "engine/model/durations.h"

#include <string_view>

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

/// The reason for idle time, in the order in which they are tried.
enum class IdleKind {
    NoWork,     // the lane runs nothing at all
    WarmUp,     // before a lane's first op: its input is on its way through the stages before
    CoolDown,   // after a lane's last op, while others still run
    Fetch,      // for at least half of it nothing but weights were awaited
    Transfer,   // everything was computed in time and is on its way
    Turn,       // waits for the way down to the last stage and back
    Neighbour,  // the op it waits for ran all the while
    WayDown,    // the forward it waits for was late itself
    WayBack,    // the backward it waits for was late itself
};

/// "warm-up", "turn", ...
std::string_view phrase(IdleKind kind);

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

/// Why a gap is there: the chain of causes from the op that ends it back to one that already ran when the gap
/// began, or to a first forward.
///
/// Shapes      causes[0] is what `gap.after` waited for, causes[i+1] what causes[i] waited for
/// Invariants  in a cool-down causes is the one op that ends last; isCut if there were more than kMaxCauses
struct IdleReason {
    IdleGap gap;
    IdleKind kind = IdleKind::NoWork;
    std::vector<IdleStep> causes;
    bool isCut = false;
};
inline constexpr std::size_t kMaxCauses = 64;

IdleReason explainGap(const Timeline& timeline, const Durations& durations, const IdleGap& gap);

}  // namespace bubblescope
