#pragma once

#include "engine/core/time.h"
#include "engine/scenario/scenario.h"
#include "engine/steps/mesh.h"
#include "engine/steps/step_memory.h"
#include "engine/transformers/trained_model.h"

#include <functional>
#include <stop_token>

namespace bubblescope {

/// Which mesh is best for a model on so many devices.
///
/// Shapes  recomputes and schedules that are tried with each mesh; schedules with those that have stages alone
struct MeshQuestion {
    ParameterValue::Object model, cluster;
    int devices = 8;
    std::vector<Recompute> recomputes = {Recompute::None, Recompute::Flash, Recompute::Full};
    std::vector<std::string> schedules = {"1f1b", "interleaved-1f1b", "zb-h1"};
    std::string timeUnit = "ms";

    friend bool operator==(const MeshQuestion&, const MeshQuestion&) = default;
};

/// A way to train it.
struct MeshChoice {
    Mesh mesh;
    Recompute recompute = Recompute::None;
    std::string schedule;  // empty without stages

    friend bool operator==(const MeshChoice&, const MeshChoice&) = default;
};

/// All that divide: every mesh whose ranks are the devices and whose tp divides the heads, with experts on their own
/// ranks or not, once with each recompute and schedule.
std::vector<MeshChoice> meshChoices(const MeshQuestion& question);

/// What a choice comes to, or why it is refused.
///
/// Units  bytes of the fullest rank; time in micro-units
struct MeshOutcome {
    std::string refusal;
    Time total = 0;
    double mfu = 0, tokensPerSecond = 0;
    std::int64_t memoryPeak = 0;
    MemoryBytes peakParts{};  // of memoryPeak
    bool fits = false;
};

/// The scenario that a choice is: one step of kind `mesh`.
Scenario scenarioOf(const MeshQuestion& question, const MeshChoice& choice);

/// Runs a choice, with layers and stages as single ops that take what their chains do: the result is that of the
/// scenario run whole.
///
/// Thread  any; pure
/// Cost    some 100 us beside 100 ns an op
MeshOutcome outcomeOf(const MeshQuestion& question, const MeshChoice& choice, const std::stop_token& stop = {});

/// Runs choices on all cores; take(i, outcome) gets each on the caller's thread, in their order, and ends all by
/// returning false.
void runChoices(const MeshQuestion& question, const std::vector<MeshChoice>& choices,
                const std::function<bool(std::size_t choice, MeshOutcome outcome)>& take,
                const std::stop_token& stop = {});

/// Indexes of outcomes, the best first: what fits before what does not, then by time, then by memory; what is refused
/// is not among them.
std::vector<std::size_t> bestFirst(const std::vector<MeshOutcome>& outcomes);

}  // namespace bubblescope
