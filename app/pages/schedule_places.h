#pragma once

#include "engine/scenario/scenario.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace bubblescope {

/// Where each of the schedules stood before an edit; nothing for those that are new.
///
/// One that did not change is found wherever it went. Where none was added or removed, the others were changed in
/// place.
///
/// Cost  follows the number of schedules, where few of them moved
std::vector<std::optional<std::size_t>> placesBefore(const std::vector<ScheduleEntry>& now,
                                                     const std::vector<ScheduleEntry>& before);

}  // namespace bubblescope
