#pragma once

#include "engine/study/mesh_choices.h"

namespace bubblescope {

/// What plain FSDP over all devices comes to for a question: the usual first try, and what other meshes are held
/// against.
///
/// Shapes  outcomes by Recompute
/// Units   times in micro-units
struct PlainFsdp {
    MeshQuestion question;
    std::array<MeshOutcome, std::size(kRecomputes)> outcomes;
    int microbatches = 1;                    // of a rank; 0 where the question refuses it
    Time layerGather = 0, layerForward = 0;  // of a layer

    const MeshOutcome& of(Recompute recompute) const { return outcomes[static_cast<std::size_t>(recompute)]; }
    MeshChoice choice(Recompute recompute) const;
    /// The recompute with which it fits and is the fastest; nothing where none is enough.
    std::optional<Recompute> thatFits() const;
};

/// Runs it with each recompute.
///
/// Cost    as outcomeOf(), four times
/// Thread  any; pure
PlainFsdp plainFsdp(const MeshQuestion& question, const std::stop_token& stop = {});

}  // namespace bubblescope
