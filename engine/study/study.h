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

/// Runs of each schedule of a scenario along a path into it, as far as computed: the live curves of schedules along a
/// workload key, or the walk of a scheme along one of its numbers.
///
/// Shapes  values ascending; series[schedule][value], nothing while a point is awaited
struct Study {
    Scenario scenario;
    ScenarioPath path{kUsualAxis};
    bool keepRatio = true;  // along D: whether MBS follows
    std::vector<double> values;
    std::vector<std::vector<std::optional<StudyPoint>>> series;

    /// Null while it is awaited.
    const StudyPoint* at(std::size_t schedule, std::size_t value) const;
    /// Null while it is awaited or if it was refused.
    const StudyPoint* ran(std::size_t schedule, std::size_t value) const;
    bool isComplete() const;
    /// Whether unfinished curves already show their shape: both ends, and a third of the points.
    bool hasShape() const;

    friend bool operator==(const Study&, const Study&) = default;
};

/// The live curves of all schedules along a workload key, with every point awaited.
Study liveStudy(const Scenario& scenario, const ScenarioPath& path, bool keepRatio,
                const std::optional<AxisRange>& range = {});
/// The walk of `schedules[index]`, a scheme, along one of its numbers, with every point awaited.
Study walkStudy(const Scenario& scenario, std::size_t index, std::string_view number);

/// Whether the points of both are the same function of x; the present value of x itself does not count. Always false
/// along D, which reshapes lists.
bool haveSamePoints(const Study& a, const Study& b);

/// Points with more ops are refused, so that a curve does not fill the memory.
inline constexpr long long kMaxStudyOps = 20'000'000;

/// Resources for filling a study or running an experiment.
struct StudyResources {
    std::size_t threads = coreCount();
    std::uint64_t memory = availableMemory();
    SharedMemory* spare = nullptr;  // what open runs leave, instead of `memory`; replays may use an eighth more
    std::vector<std::shared_ptr<const Run>> before;  // of the scenario's schedules, null if there is none
};

/// Computes the points of a study that are still awaited, value by value. A walk starts at the present value; then come
/// both ends, halves and quarters. Calls filled(values) on the caller's thread, first for values that were already
/// there, if any, and then whenever one more value has the points of all schedules.
///
/// Shapes      `study` only changes between calls of filled()
/// Invariants  points do not depend on the number of threads
/// Errors      if a schedule, a limit or the memory refuses a point, or an error occurs in it, that is its refusal
/// Cost        if only times change, a schedule's order is generated once per thread or taken from `before`; the same
///             applies to a whole placement scheme that the path does not affect
void fillStudy(Study& study, const std::function<void(std::size_t values)>& filled, std::stop_token stop = {},
               const StudyResources& resources = {});

/// Points to run, each a single schedule.
struct PointRuns {
    /// Points that one thread runs in sequence, replaying the order of the previous one if possible.
    struct Batch {
        std::span<const std::uint32_t> points;
        std::size_t track;  // batches of one track pass on their last run; past the last track: none
    };
    std::vector<Batch> batches;  // in the order in which they are taken
    std::size_t tracks = 0;
    std::function<std::variant<Scenario, StudyPoint>(std::size_t point)> scenarioAt;  // checked; or why it is refused
    std::function<bool(const Run& run)> keeps;  // whether later points may share it
};

/// The loop behind live curves, walks and experiments. take(point, result) receives each point on the caller's thread
/// as soon as its batch is done, and stops everything by returning false; after a request on `stop`, nothing more is
/// taken.
///
/// Shapes      resources.before by track
/// Invariants  results and their order do not depend on the number of threads
void runPoints(const PointRuns& runs, const std::function<bool(std::size_t point, StudyPoint result)>& take,
               const std::stop_token& stop, const StudyResources& resources);

}  // namespace bubblescope
