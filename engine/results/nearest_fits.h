#pragma once

#include "engine/core/result.h"
#include "engine/scenario/scenario.h"

#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The values of a whole workload key nearest to the present one, below and above, with which all of some schedules
/// have an order; fewer if the limits allow fewer.
///
/// Shapes  `schedules` are indexes into the scenario's; ascending values
/// Cost    microseconds, as no order is made
std::vector<int> nearestFits(const Scenario& scenario, std::span<const std::size_t> schedules, std::string_view key);

/// The same for the value for which `schedules[index]` was refused, whether its own or the workload's.
std::vector<int> nearestFits(const Scenario& scenario, std::size_t index, const Error& refusal);

/// Why it was refused, and what would work: "needs an even number of chunks, has 3; nearest: 2 and 4".
std::string refusalText(const Scenario& scenario, std::size_t index, const Error& refusal);

/// "forward", for `schedules[2].forward` and `schedules[2].forward[1]`.
std::string keyOf(const std::string& field);

}  // namespace bubblescope
