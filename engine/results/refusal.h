#pragma once

#include "engine/core/result.h"
#include "engine/scenario/scenario.h"

#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The values of a whole workload key nearest to the present one - the next below, the next above - with which all of
/// some schedules have an order; as many as there are within the limits.
///
/// Shapes  `schedules` are indexes into the scenario's; ascending values
/// Cost    microseconds: no order is made
std::vector<int> nearestFits(const Scenario& scenario, std::span<const std::size_t> schedules, std::string_view key);

/// The same for the value at which a run of `schedules[index]` was refused, its own or the workload's.
std::vector<int> nearestFits(const Scenario& scenario, std::size_t index, const Error& refusal);

/// Why it was refused, and what would work: "needs an even number of chunks, has 3; the nearest are 2 and 4".
std::string refusalText(const Scenario& scenario, std::size_t index, const Error& refusal);

/// "forward", of `schedules[2].forward` and of `schedules[2].forward[1]`.
std::string keyOf(const std::string& field);

}  // namespace bubblescope
