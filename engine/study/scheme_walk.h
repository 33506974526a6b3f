#pragma once

#include "engine/core/parallel.h"
#include "engine/run/memory.h"
#include "engine/run/quantities.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A scheme along one of its numbers.
///
/// Shapes      points ascending by value, the present one among them
struct SchemeWalk {
    struct Point {
        int value = 0;
        std::optional<StudyPoint> result;  // nothing while it is awaited

        /// The result if the scheme ran there.
        const StudyPoint* ran() const { return result && result->refusal.empty() ? &*result : nullptr; }
        std::string refusal() const { return result ? result->refusal : std::string(); }
        friend bool operator==(const Point&, const Point&) = default;
    };
    Scheme scheme;
    std::string number;  // one of numbersOf(scheme)
    std::vector<Point> points;

    friend bool operator==(const SchemeWalk&, const SchemeWalk&) = default;
};

inline constexpr std::size_t kMaxWalkPoints = 30;

/// The walk with all of its points awaited: along a parameter from 1 to the number of workers, along a size from 1 to
/// twice its value, at least 16. Of more than kMaxWalkPoints values those that divide the workers come first where
/// groups divide them; the rest lies closer together where values are small.
SchemeWalk emptyWalk(const Scheme& scheme, std::string_view number);

/// What a walk may use.
struct WalkResources {
    std::size_t threads = coreCount();
    std::uint64_t memory = availableMemory();
    std::shared_ptr<const Run> before;  // of the scheme as it is, or null
};

/// Runs a scheme of a checked scenario at each point of emptyWalk(): after those that are refused without a run the
/// present value, then both ends, then halves, then quarters.
///
/// Shapes      ready(index of a point, its result) is called on the caller's thread
/// Invariants  results, and their order, do not depend on the number of threads
/// Errors      what a point refuses, a limit or the memory, is its own; after a stop no more are ready
void walkScheme(const Scenario& scenario, std::size_t index, std::string_view number,
                const std::function<void(std::size_t, const SchemeWalk::Point&)>& ready, std::stop_token stop = {},
                const WalkResources& resources = {});

}  // namespace bubblescope
