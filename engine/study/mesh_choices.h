#pragma once

#include "engine/core/time.h"
#include "engine/scenario/scenario.h"
#include "engine/steps/mesh.h"
#include "engine/steps/step_memory.h"
#include "engine/transformers/trained_model.h"

#include <functional>
#include <stop_token>

namespace bubblescope {

/// The question which mesh is best for a model on a number of devices.
///
/// Shapes  recomputes and schedules to try with each mesh; schedules only with meshes that have stages
struct MeshQuestion {
    ParameterValue::Object model, cluster;
    int devices = 8;
    std::vector<Recompute> recomputes = {Recompute::None, Recompute::Ops, Recompute::Full};
    std::vector<std::string> schedules = {"1f1b", "interleaved-1f1b", "zb-h1"};
    std::string timeUnit = "ms";
    std::vector<NamedValue> values = {};  // what the step says of overlap and routing; all choices have it

    friend bool operator==(const MeshQuestion&, const MeshQuestion&) = default;
};

/// One way to train the model.
struct MeshChoice {
    Mesh mesh;
    Recompute recompute = Recompute::None;
    std::string schedule;  // empty without stages

    friend bool operator==(const MeshChoice&, const MeshChoice&) = default;
};

/// All choices: every mesh whose ranks are the devices and whose tp divides the heads, with experts on their own ranks
/// or not, once with each recompute and schedule.
std::vector<MeshChoice> meshChoices(const MeshQuestion& question);

/// The result of a choice, or why it is refused.
///
/// Units  bytes of the fullest rank; time in micro-units
struct MeshOutcome {
    std::string refusal;
    Time total = 0;
    double mfu = 0, tokensPerSecond = 0;
    std::int64_t memoryPeak = 0;
    MemoryBytes peakParts{};  // parts of memoryPeak
    bool fits = false;
};

/// The scenario of a choice: one step of kind `mesh`.
Scenario scenarioOf(const MeshQuestion& question, const MeshChoice& choice);

/// Runs a choice, with layers and stages as single ops with the duration of their chains. The result equals that of the
/// full scenario.
///
/// Thread  any; pure
/// Cost    about 100 us plus 100 ns per op
MeshOutcome outcomeOf(const MeshQuestion& question, const MeshChoice& choice, const std::stop_token& stop = {});

/// Runs choices on all cores. take(i, outcome) receives each on the caller's thread, in order, and stops everything by
/// returning false.
void runChoices(const MeshQuestion& question, const std::vector<MeshChoice>& choices,
                const std::function<bool(std::size_t choice, MeshOutcome outcome)>& take,
                const std::stop_token& stop = {});

/// Indexes of outcomes, the best first: those that fit before those that do not, then by time, then by memory. Leaves
/// out refused ones.
std::vector<std::size_t> bestFirst(const std::vector<MeshOutcome>& outcomes);

}  // namespace bubblescope
