#pragma once

#include "engine/model/scenario.h"

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

}  // namespace bubblescope
