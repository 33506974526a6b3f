#pragma once

#include "engine/study/mesh_choices.h"

namespace bubblescope {

/// The results of plain FSDP over all devices for a question: the usual first try, with which other meshes are
/// compared.
///
/// Shapes  outcomes by Recompute
/// Units   times in micro-units
struct PlainFsdp {
    MeshQuestion question;
    std::array<MeshOutcome, std::size(kRecomputes)> outcomes;
    int microbatches = 1;                    // per rank; 0 if the question refuses it
    Time layerGather = 0, layerForward = 0;  // per layer

    const MeshOutcome& of(Recompute recompute) const { return outcomes[static_cast<std::size_t>(recompute)]; }
    MeshChoice choice(Recompute recompute) const;
    /// The fastest recompute with which it fits; nothing if none fits.
    std::optional<Recompute> thatFits() const;
};

/// Runs it with each recompute.
///
/// Cost    like outcomeOf(), four times
/// Thread  any; pure
PlainFsdp plainFsdp(const MeshQuestion& question, const std::stop_token& stop = {});

}  // namespace bubblescope
