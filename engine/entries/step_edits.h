#pragma once

#include "engine/scenario/scenario.h"
#include "engine/steps/step_time.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

// Edits for the page of training steps. Steps are compared on the same work, so a change applies to all steps that have
// the value.

/// A time that steps of a scenario have: one value for all, or the smallest and the largest if it differs by layer or
/// from step to step.
///
/// Units  the user's; `layers` has none
struct StepTime {
    std::string key;
    double least = 0, most = 0;
    /// Whether the time is half of an all-reduce in all steps that have both, as it is for gathers and reductions that
    /// form one.
    bool isHalf = false;

    bool isOne() const { return least == most; }
    friend bool operator==(const StepTime&, const StepTime&) = default;
};

/// The times of all steps of a scenario, in the order in which the kinds declare them.
std::vector<StepTime> stepTimesOf(const Scenario& scenario);

/// A time that steps share, and the times that follow it: halves of an all-reduce.
struct SharedTime {
    std::string key;
    std::vector<std::string> halves;
};
SharedTime sharedTimeOf(const Scenario& scenario, std::string_view key);
/// The step with another value of a time, if it has that time; lists keep their proportions.
ScheduleEntry withTime(ScheduleEntry entry, const SharedTime& time, double value);

/// The time that is most worth varying: an all-reduce if there is one, otherwise another time that ranks wait for.
std::optional<std::string> usualStepTime(const Scenario& scenario);

/// The same steps with another time. A time that is half of an all-reduce stays half of it.
Scenario withStepTime(Scenario scenario, std::string_view key, double value);

/// The number of ranks in steps without a mesh; nothing if the numbers differ, or if no step has one.
std::optional<int> ranksOf(const Scenario& scenario);
Scenario withRanks(Scenario scenario, int ranks);

/// How much slower each rank is, from the first step that has ranks; 1 for ranks that it does not list.
std::vector<double> slowdownOf(const Scenario& scenario);
/// Sets a rank's factor in every step that has the rank; if all factors are 1, none is stored.
Scenario withSlowdown(Scenario scenario, int rank, double factor);
/// Sets a rank's factor for one step of `ranks` ranks: only there if the step has a mesh of its own, otherwise
/// everywhere.
Scenario withSlowdown(Scenario scenario, std::size_t step, int ranks, int rank, double factor);

/// The factor doubled `doublings` times, rounded to an easy value: 1.35, 2.4, 12.
double slowedBy(double factor, double doublings);

/// The steps that run a pipeline, and whether one of them uses a key of the workload.
std::vector<std::size_t> pipelinesOf(const Scenario& scenario);
bool looksAt(const ScheduleEntry& pipeline, std::string_view key);

/// A step of the gallery adapted to a scenario: with the times, ranks and slowdown of its steps, or with their model.
ScheduleEntry asOneOf(const Scenario& scenario, ScheduleEntry card);

/// The scenario's schedules that are steps.
std::vector<std::size_t> stepsOf(const Scenario& scenario);

}  // namespace bubblescope
