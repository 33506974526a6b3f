#pragma once

#include "engine/sim/timeline.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What an op waited for beside its turn: another row's end, or its start, and a lag.
struct Link {
    Row row = 0;
    Time lag = 0;
    bool isStart = false;        // of `row`; else its end
    bool isTransferred = false;  // a hop between their workers comes on top
    bool isFetch = false;        // of the op's weights

    friend bool operator==(const Link&, const Link&) = default;
};

/// All that the op of `row` needs, whatever form its program's needs have.
///
/// Cost  a scan from the op's start back to where what it needs ran, where needs are regular
std::vector<Link> needsOf(const Timeline& timeline, Row row);

/// The row whose result the op of `row` needs, of several the one that ended last; none for a first forward.
std::optional<Row> dependencyOf(const Timeline& timeline, Row row);

/// The row of the fetch that the op of `row` waits for; none where its weights are its worker's, or itself a fetch.
std::optional<Row> fetchOf(const Timeline& timeline, Row row);

/// The rows of the ops that need the result of the op of `row`: the next stage's, and in split programs the
/// weight half of an input half; of a fetch the op whose weights it brings.
///
/// Cost  a scan of all needs where they are explicit
std::vector<Row> dependentsOf(const Timeline& timeline, Row row);

/// The rows that are one op with this one, itself among them, in the order of their lanes.
std::vector<Row> membersOf(const Program& program, Row row);

/// When the lane of a row was ready for its op, had it not to wait for other members: after the op before it there, and
/// all that the op needs but what other members' workers alone leave.
Time arrivalOf(const Timeline& timeline, Row row);
/// That of all of its members, in the order of membersOf().
std::vector<Time> arrivalsOf(const Timeline& timeline, Row row);

/// `row` and all that it needs, back to its microbatch's first forward.
std::vector<Row> dependencyChain(const Timeline& timeline, Row row);

}  // namespace bubblescope
