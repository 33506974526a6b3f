#pragma once

#include "engine/scenario/durations.h"
#include "engine/sim/timeline.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What an op waited for: the op before it on one of its lanes, or an op that it needs.
///
/// Units  micro-units
struct Link {
    Row row = 0;
    Time from = 0;               // its end, or its start
    Time lag = 0;                // from then until it counts
    bool isTurn = false;         // it is before the op on a lane; otherwise the op needs it
    bool isStart = false;        // it only had to have started
    bool isTransferred = false;  // the lag includes a hop between their workers, or its send
    bool isFetch = false;        // of the op's weights

    Time at() const { return from + lag; }
    friend bool operator==(const Link&, const Link&) = default;
};

/// Everything the op of `row` needs, whatever the form of its program's needs; lags without hops.
///
/// Cost  for regular needs, a scan from the op's start back to where its inputs ran
std::vector<Link> needsOf(const Timeline& timeline, Row row);

/// Everything the op of `row` waited for, with hops: the op before it on each of its lanes, and then what it needs.
///
/// Cost  that of needsOf()
std::vector<Link> causesOf(const Timeline& timeline, const Durations& durations, Row row);

/// What an op waited for until the moment it started, by the first row of that op: something it needs if there is one,
/// or else the op before it on a lane; nothing if it is unknown or the op starts the timeline.
///
/// Cost  binary searches; a scan only of what arrives at the same time
std::optional<Link> blockerOf(const Timeline& timeline, const Durations& durations, Row row);

/// The op of `row` as what the next op on its lane waits for.
Link turnAfter(const Timeline& timeline, Row row);

/// The first row of an op that may have several: of a pair, or on several lanes.
Row firstRowOf(const Program& program, Row row);

/// The row whose result the op of `row` needs; of several, the one that ended last; none for a first forward.
std::optional<Row> dependencyOf(const Timeline& timeline, Row row);

/// The rows of the ops that need the result of the op of `row`: the next stage's op, and in split programs the W of a
/// grad input; for a fetch, the op whose weights it brings.
///
/// Cost  a scan of all needs if they are explicit
std::vector<Row> dependentsOf(const Timeline& timeline, Row row);

/// The rows of the same op, including this one, in the order of their lanes.
std::vector<Row> membersOf(const Program& program, Row row);

/// When the lane of a row was ready for its op, if it had not waited for other lanes of the op: after the previous op
/// on the lane and all inputs, except those that come only from the workers of the other lanes.
Time arrivalOf(const Timeline& timeline, Row row);
/// The arrivals of all rows of the op, in the order of membersOf().
std::vector<Time> arrivalsOf(const Timeline& timeline, Row row);

/// `row` and everything it needs, back to its microbatch's first forward.
std::vector<Row> dependencyChain(const Timeline& timeline, Row row);

}  // namespace bubblescope
