#pragma once

#include "engine/study/mesh_choices.h"

namespace bubblescope {

/// The question which mesh is best for the model that a step trains, on equally many devices. If nothing sets the
/// number of sequences per step, this step's number is used, so that times are comparable.
MeshQuestion questionOf(const Scenario& scenario, std::size_t step);

/// Sequences per step, for any mesh.
int sequencesOf(const MeshQuestion& question);

/// All choices in the order in which to try them: those with few ops first, and spread among those with equally many,
/// so that a first picture appears at once and has the shape of the whole.
std::vector<MeshChoice> choicesInTurn(const MeshQuestion& question);

/// "FSDP 16 x TP 4, flash", "PP 8 x TP 8, 1F1B, no recompute".
std::string textOf(const MeshChoice& choice);

/// A scenario that has a choice as one of its steps, and the index of that step: an existing one, or one added.
struct OpenedChoice {
    Scenario scenario;
    std::size_t step = 0;
};
OpenedChoice withChoice(Scenario scenario, const MeshQuestion& question, const MeshChoice& choice);

/// Why choices are refused: each reason with the number of choices, the most frequent first. Reasons that differ in
/// their numbers count separately, so that no mesh shows the numbers of another.
struct RefusalCount {
    std::string reason;
    std::size_t count = 0;
};
std::vector<RefusalCount> refusalsOf(const std::vector<MeshOutcome>& outcomes);

}  // namespace bubblescope
