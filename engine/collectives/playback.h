#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/collectives/relations.h"
#include "engine/collectives/states.h"

namespace bubblescope {

/// A message on its way.
struct Flight {
    std::size_t transfer = 0;  // of the plan
    std::size_t step = 0;      // of the plan, from 0
    double progress = 0;       // 0..1
};

/// What is seen at one time.
struct Moment {
    double time = 0;
    std::vector<std::size_t> done;  // how many steps each rank has ended
    std::vector<Flight> flights;    // by transfer; those that came with the last step of their receiver count as there

    /// The steps that all ranks have ended.
    std::size_t steps() const;
    bool isMoving() const;        // whether anything is on its way
    bool isBetweenSteps() const;  // whether nothing is, and all ranks have ended as many
    /// The step that is under way, counted from 1; between steps the one that ended last.
    std::size_t currentStep() const { return isBetweenSteps() ? steps() : steps() + 1; }
};

/// The steps of a collective by one algorithm as they run on the clock.
///
/// Units  microseconds from the call on, what it takes to launch included
struct Playback {
    const Algorithm* algorithm = nullptr;
    States states;
    std::optional<Halves> halves;
    std::optional<int> outsider;            // outsiderOf() the setup: left out of the states
    std::vector<std::vector<double>> ends;  // [step][rank], and in front of them when each comes
    std::vector<std::size_t> lastStepOf;    // by rank: after how many steps it has nothing left to do
    double duration = 0;
    double instant = 0;  // ranks that are apart by less, for a byte more or less, are seen as one

    /// Errors  those of runCollective(), or of its plan, and of States
    static Result<Playback> of(const CollectiveSetup& setup, std::string_view id);

    const Plan& plan() const { return states.plan(); }
    std::size_t steps() const { return states.steps(); }
    /// When the last rank has ended so many steps; of none when the first can begin.
    double endOf(std::size_t step) const;
    /// How many steps all ranks have ended at a time.
    std::size_t stepAt(double time) const;

    /// How many steps a rank has ended at a time; those that it has no part in it ends with the others.
    std::size_t stepsOf(int rank, double time) const {
        return stepsOf(static_cast<std::size_t>(rank), time, stepAt(time));
    }

    Moment at(double time) const;
    /// After so many steps of every rank, as if each waited for all.
    Moment after(std::size_t step) const;

private:
    std::size_t stepsOf(std::size_t rank, double time, std::size_t byAll) const;
    bool hasBegun(std::size_t step, double time) const;
    explicit Playback(States all) : states(std::move(all)) {}
};

}  // namespace bubblescope
