#pragma once

#include "engine/scenario/scenario.h"
#include "engine/steps/step_time.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

// Edits that the page of training steps asks for. Steps that are compared are compared on the same work, so what one
// of them takes is changed in all that have it.

/// A time that steps of a scenario have: one for all of them, or the least and the most where it differs, by layer or
/// from step to step.
///
/// Units  the user's; of `layers` none
struct StepTime {
    std::string key;
    double least = 0, most = 0;
    /// Whether it is the half of an all-reduce wherever both are, as of gathers and reductions that make up one.
    bool isHalf = false;

    bool isOne() const { return least == most; }
    friend bool operator==(const StepTime&, const StepTime&) = default;
};

/// The times of all steps of a scenario, in the order in which kinds declare them.
std::vector<StepTime> stepTimesOf(const Scenario& scenario);

/// A time that steps share, and those that follow it: halves of an all-reduce.
struct SharedTime {
    std::string key;
    std::vector<std::string> halves;
};
SharedTime sharedTimeOf(const Scenario& scenario, std::string_view key);
/// A step with another value of a time, where it has that: lists keep their proportions.
ScheduleEntry withTime(ScheduleEntry entry, const SharedTime& time, double value);

/// The one that is most worth varying: of those that they have an all-reduce, else another that ranks wait for.
std::optional<std::string> usualStepTime(const Scenario& scenario);

/// The same steps with another time: what is the half of an all-reduce stays so.
Scenario withStepTime(Scenario scenario, std::string_view key, double value);

/// How many ranks there are, where steps say it without a mesh; nothing where they differ, or none does.
std::optional<int> ranksOf(const Scenario& scenario);
Scenario withRanks(Scenario scenario, int ranks);

/// How much slower each rank is, of the first step that has ranks; 1 for those that it leaves out.
std::vector<double> slowdownOf(const Scenario& scenario);
/// Gives a rank a factor in every step that has it; none is left where all are 1.
Scenario withSlowdown(Scenario scenario, int rank, double factor);
/// Gives a rank of one step of `ranks` ranks a factor: where these are of a mesh of its own to it alone, else to all.
Scenario withSlowdown(Scenario scenario, std::size_t step, int ranks, int rank, double factor);

/// A factor so many times doubled, at a value that is easily told: 1.35, 2.4, 12.
double slowedBy(double factor, double doublings);

/// Those of them that run a pipeline, and whether one of them looks at a key of the workload.
std::vector<std::size_t> pipelinesOf(const Scenario& scenario);
bool looksAt(const ScheduleEntry& pipeline, std::string_view key);

/// A step of the gallery as one of a scenario: with the times, ranks and slowdown that the others have, or of the model
/// that they have.
ScheduleEntry asOneOf(const Scenario& scenario, ScheduleEntry card);

/// Of the scenario's schedules, those that are steps.
std::vector<std::size_t> stepsOf(const Scenario& scenario);

}  // namespace bubblescope
