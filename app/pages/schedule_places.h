#pragma once

#include "engine/scenario/scenario.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace bubblescope {

/// The index that each schedule had before an edit; empty for a new schedule.
///
/// An unchanged schedule is found wherever it moved. If the number of schedules is unchanged, the remaining ones are
/// taken as changed in place.
///
/// Cost  proportional to the number of schedules if few of them moved
std::vector<std::optional<std::size_t>> placesBefore(const std::vector<ScheduleEntry>& now,
                                                     const std::vector<ScheduleEntry>& before);

}  // namespace bubblescope
