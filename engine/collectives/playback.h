#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/collectives/relations.h"
#include "engine/collectives/states.h"

#include <memory>

namespace bubblescope {

/// A message in flight.
struct Flight {
    std::size_t transfer = 0;  // of the plan
    std::size_t step = 0;      // of the plan, from 0
    double progress = 0;       // 0..1
};

/// The state shown at one time.
struct Moment {
    double time = 0;
    std::vector<std::size_t> done;  // number of steps that each rank, then each switch, has ended
    std::vector<Flight> flights;    // by transfer; without those that arrived in the last step of their receiver

    /// The number of steps that all ranks have ended.
    std::size_t steps() const;
    bool isMoving() const;        // whether anything is in flight
    bool isBetweenSteps() const;  // whether nothing is, and all ranks have ended the same number of steps
    /// The current step, counted from 1; between steps the one that ended last.
    std::size_t currentStep() const { return isBetweenSteps() ? steps() : steps() + 1; }
};

/// The steps of a collective with one algorithm as they run on the clock.
///
/// Units  microseconds from the call, including the launch
struct Playback {
    const Algorithm* algorithm = nullptr;  // as the team runs it
    Team team;
    States states;
    std::optional<Halves> halves;
    std::optional<int> outsider;             // outsiderOf() the setup; left out of the states
    std::vector<std::vector<double>> ends;   // [step][rank or switch], preceded by the arrivals
    std::vector<std::size_t> lastStepOf;     // likewise: the number of steps after which it has nothing left to do
    int nodeSize = 1;                        // columns that a picture has for a node
    std::optional<States::Section> section;  // of the whole, if it is only a part
    double duration = 0;
    double instant = 0;  // ranks that differ by less, due to a byte more or less, are shown as simultaneous

    /// Errors  those of runCollective(), its plan, and States
    static Result<Playback> of(const CollectiveSetup& setup, std::string_view id);
    /// Of a run of the setup.
    static Result<Playback> of(const CollectiveSetup& setup, CollectiveRun run);

    /// What a picture shows: nothing if that is everything; one of rings or trees that run side by side, where all of
    /// them have more than kMostRows rows; and nodes instead of ranks beyond kMostRanks. The rest takes the same steps
    /// at the same time.
    ///
    /// Errors  nodes cannot stand for their ranks; an all-to-all of more than kMostRanksOfPairs ranks
    Result<std::optional<States::Section>> drawnSection() const;
    Playback part(const States::Section& of) const;
    static constexpr int kMostRanks = 64, kMostRows = 16, kMostRanksOfPairs = 128;
    bool isByNode() const { return section && section->perColumn > 1; }

    const Plan& plan() const { return states.plan(); }
    std::size_t steps() const { return states.steps(); }
    /// When the last rank ends step `step`; for 0, when the first rank can begin.
    double endOf(std::size_t step) const;
    /// The number of steps that all ranks have ended at a time.
    std::size_t stepAt(double time) const;

    /// The number of steps that a rank has ended at a time. Steps without it end with those of the others.
    std::size_t stepsOf(int rank, double time) const {
        return stepsOf(static_cast<std::size_t>(rank), time, stepAt(time));
    }

    Moment at(double time) const;
    /// The moment after `step` steps of every rank, as if each waited for all.
    Moment after(std::size_t step) const;

private:
    std::size_t stepsOf(std::size_t rank, double time, std::size_t byAll) const;
    bool hasBegun(std::size_t step, double time) const;
    explicit Playback(States all) : states(std::move(all)) {}
};

/// What a picture shows of a playback: itself or its drawnSection(). And what texts tell of: the same, but ranks where
/// nodes are drawn.
///
/// Errors  those of Playback::drawnSection()
Result<std::shared_ptr<const Playback>> drawnOf(const std::shared_ptr<const Playback>& whole);
Result<std::shared_ptr<const Playback>> toldOf(const std::shared_ptr<const Playback>& whole);

}  // namespace bubblescope
