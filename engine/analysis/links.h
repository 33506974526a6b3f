#pragma once

#include "engine/sim/timeline.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What an op waited for besides the previous op on its lane: another row's end, or its start, plus a lag.
struct Link {
    Row row = 0;
    Time lag = 0;
    bool isStart = false;        // of `row`; otherwise its end
    bool isTransferred = false;  // plus a hop between their workers
    bool isFetch = false;        // of the op's weights

    friend bool operator==(const Link&, const Link&) = default;
};

/// Everything the op of `row` needs, whatever the form of its program's needs.
///
/// Cost  for regular needs, a scan from the op's start back to where its inputs ran
std::vector<Link> needsOf(const Timeline& timeline, Row row);

/// The row whose result the op of `row` needs; of several, the one that ended last; none for a first forward.
std::optional<Row> dependencyOf(const Timeline& timeline, Row row);

/// The row of the fetch that the op of `row` waits for; none if its own worker stores the weights, or if it is a fetch.
std::optional<Row> fetchOf(const Timeline& timeline, Row row);

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
