#pragma once

#include "engine/collectives/collective.h"

#include <optional>

namespace bubblescope {

/// The algorithm whose steps are those of another one in reverse with every transfer in the opposite direction, up to
/// the numbering of ranks; null if the list has no such algorithm.
const Algorithm* dualOf(const Algorithm& algorithm);

/// Two collectives that make up a third, one after the other.
struct Halves {
    Collective first, second;
    std::size_t seam = 0;  // number of steps of the first
};
std::optional<Halves> halvesOf(const Algorithm& algorithm, const Plan& plan);

}  // namespace bubblescope
