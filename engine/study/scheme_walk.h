#pragma once

#include "engine/core/parallel.h"
#include "engine/run/memory.h"
#include "engine/run/run.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What a scheme costs as a whole (model.md §8).
///
/// Units  latency in the user's unit; throughput in ops a unit of time and worker; storages in stages and activations
struct SchemeTotals {
    double latency = 0;
    double throughput = 0;
    double meanPeakActivations = 0, mostPeakActivations = 0;  // over the workers
    double meanWeightStorage = 0;
    long long weightTransmissions = 0, activationTransmissions = 0;  // of all workers
    /// M / stages, which throughput does not pass; none where ops do not take 1 and 2, or fetches hold them up. M is
    /// the mean over the workers of the most activations held at once: that of their peaks where a forward and its
    /// backward share a worker. Elsewhere peaks miss what other workers bring, and throughput may pass their mean.
    ///
    /// Source  Rahimi, parallel-training: a unified scheme for parallel training
    std::optional<double> bound;

    friend bool operator==(const SchemeTotals&, const SchemeTotals&) = default;
};

SchemeTotals totalsOf(const Run& run);  // of a placement scheme

/// A scheme along one of its numbers.
///
/// Shapes      points ascending by value, the present one among them
/// Invariants  of a point without totals and refusal the result is awaited
struct SchemeWalk {
    struct Point {
        int value = 0;
        std::optional<SchemeTotals> totals;
        std::string refusal;

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
