#pragma once

#include "engine/study/mesh_choices.h"

namespace bubblescope {

/// Which mesh is best for what a step of a model trains, on as many devices. Where nothing says how
/// many sequences a step has, those of this one: so that times compare.
MeshQuestion questionOf(const Scenario& scenario, std::size_t step);

/// Sequences of a step, whatever the mesh.
int sequencesOf(const MeshQuestion& question);

/// All choices in the order in which they are best tried: those of few ops first, and among as many spread, so that
/// there is a picture at once, and it has the shape of all.
std::vector<MeshChoice> choicesInTurn(const MeshQuestion& question);

/// "FSDP 16 x TP 4, flash", "PP 8 x TP 8, 1F1B, no recompute".
std::string textOf(const MeshChoice& choice);

/// A scenario with a choice as one of its steps, and which that is: the one that is it already, else one more.
struct OpenedChoice {
    Scenario scenario;
    std::size_t step = 0;
};
OpenedChoice withChoice(Scenario scenario, const MeshQuestion& question, const MeshChoice& choice);

/// Why choices are refused: each reason as the first of them says it, and how many do, the most first. Reasons that
/// differ in their numbers alone are one.
struct RefusalCount {
    std::string reason;
    std::size_t count = 0;
};
std::vector<RefusalCount> refusalsOf(const std::vector<MeshOutcome>& outcomes);

}  // namespace bubblescope
