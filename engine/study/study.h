#pragma once

#include "engine/core/parallel.h"
#include "engine/results/quantities.h"
#include "engine/results/ram_budget.h"
#include "engine/study/study_axes.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace bubblescope {

/// Runs of each schedule of a scenario along a path into it, as far as they are computed: the live curves of schedules
/// along a key of the workload, or the walk of a scheme along one of its numbers.
///
/// Shapes  values ascending; series[schedule][value], nothing where a point is still awaited
struct Study {
    Scenario scenario;
    std::string path{kUsualAxis};  // or "schedules[0].group_size"
    bool keepRatio = true;         // along D: whether MBS follows
    std::vector<double> values;
    std::vector<std::vector<std::optional<StudyPoint>>> series;

    /// Null where it is awaited.
    const StudyPoint* at(std::size_t schedule, std::size_t value) const;
    /// Null where it is awaited or was refused.
    const StudyPoint* ran(std::size_t schedule, std::size_t value) const;
    bool isComplete() const;
    /// Whether unfinished curves already say what they look like: both ends, and a third of the points.
    bool hasShape() const;

    friend bool operator==(const Study&, const Study&) = default;
};

/// The live curves of all schedules along a workload key, with every point awaited.
Study liveStudy(const Scenario& scenario, std::string_view key, bool keepRatio,
                const std::optional<AxisRange>& range = {});
/// The walk of `schedules[index]`, a scheme, along one of its numbers, with every point awaited.
Study walkStudy(const Scenario& scenario, std::size_t index, std::string_view number);

/// Whether the points of both are the same function of x: what differs in the value itself does not count. Along D
/// nobody knows, for that reshapes lists.
bool haveSamePoints(const Study& a, const Study& b);

/// A point with more ops is refused: a curve is no reason to fill the memory.
inline constexpr long long kMaxStudyOps = 20'000'000;

/// What filling a study, or running an experiment, may use.
struct StudyResources {
    std::size_t threads = coreCount();
    std::uint64_t memory = availableMemory();
    SharedMemory* spare = nullptr;  // in place of `memory` what runs leave; an eighth more may go to runs to replay
    std::vector<std::shared_ptr<const Run>> before;  // of the scenario's schedules, null where there is none
};

/// Computes the points of a study that are still awaited, value by value: of a walk the present one, then both ends,
/// then halves, then quarters. Calls filled(values), on the caller's thread, with those that were there, if any, and
/// whenever one more value has the points of all schedules.
///
/// Shapes      `study` changes between calls of filled() alone
/// Invariants  points do not depend on the number of threads
/// Errors      what a schedule, a limit or the memory refuses, or goes wrong in a point, is its refusal
/// Cost        where only times change a schedule's order is generated once a thread, or taken from `before`; so is all
///             of a placement scheme that the path does not touch
void fillStudy(Study& study, const std::function<void(std::size_t values)>& filled, std::stop_token stop = {},
               const StudyResources& resources = {});

/// Points to be run, each a schedule alone.
struct PointRuns {
    /// Points that one thread runs one after another, each replaying the order of the one before where it can.
    struct Batch {
        std::span<const std::uint32_t> points;
        std::size_t track;  // whose batches hand their last run on to the next; past the last: none
    };
    std::vector<Batch> batches;  // in the order in which they are taken
    std::size_t tracks = 0;
    std::function<std::variant<Scenario, StudyPoint>(std::size_t point)> scenarioAt;  // checked; or why it is refused
    std::function<bool(const Run& run)> keeps;  // whether points to come may share it
};

/// The one loop under live curves, walks and experiments: take(point, result) gets each on the caller's thread as soon
/// as its batch is there, and ends all by returning false; after a request on `stop` nothing more is taken.
///
/// Shapes      resources.before by track
/// Invariants  results, and the order in which they come, do not depend on the number of threads
void runPoints(const PointRuns& runs, const std::function<bool(std::size_t point, StudyPoint result)>& take,
               const std::stop_token& stop, const StudyResources& resources);

}  // namespace bubblescope
