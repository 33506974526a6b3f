#pragma once

#include "engine/collectives/collective.h"

#include <optional>

namespace bubblescope {

/// The algorithm whose steps are those of another one backwards with every arrow reversed, up to the numbers of ranks;
/// null where that is no algorithm of the list.
const Algorithm* dualOf(const Algorithm& algorithm);

/// Two collectives that a third one is made of, one after the other.
struct Halves {
    Collective first, second;
    std::size_t seam = 0;  // the steps of the first
};
std::optional<Halves> halvesOf(const Algorithm& algorithm, const Plan& plan);

}  // namespace bubblescope
