#pragma once

#include "engine/model/scenario.h"

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

/// The letter of a time in formulas, or nothing: "c" of all_reduce.
std::string_view stepTimeSymbol(std::string_view key);

/// The times of all steps of a scenario, in the order in which kinds declare them.
std::vector<StepTime> stepTimesOf(const Scenario& scenario);

/// The same steps with another time: lists keep their proportions, and what is the half of an all-reduce stays so.
Scenario withStepTime(Scenario scenario, std::string_view key, double value);

/// How many ranks there are, where steps say it without a mesh; nothing where they differ, or none does.
std::optional<int> ranksOf(const Scenario& scenario);
Scenario withRanks(Scenario scenario, int ranks);

/// How much slower each rank is, of the first step that has ranks; 1 for those that it leaves out.
std::vector<double> slowdownOf(const Scenario& scenario);
/// Gives a rank a factor in every step that has it; none is left where all are 1.
Scenario withSlowdown(Scenario scenario, int rank, double factor);

/// A step of the gallery as one of a scenario: with the times, ranks and slowdown that the others have.
ScheduleEntry asOneOf(const Scenario& scenario, ScheduleEntry card);

/// Of the scenario's schedules, those that are steps.
std::vector<std::size_t> stepsOf(const Scenario& scenario);

}  // namespace bubblescope
