#pragma once

#include "engine/kinds/kind.h"

#include <span>
#include <string_view>

namespace bubblescope {

struct Scheme;

/// All kinds of a family, in the order of its kinds.def.
std::span<const ScheduleKind* const> kindsOf(Family family);

/// The schedules that have an order of their own: all but those whose orders an entry brings.
std::span<const ScheduleKind* const> generatedSchedules();

/// The kind with this id, or null.
const ScheduleKind* findKind(Family family, std::string_view id);
const ScheduleKind* kindOf(const ScheduleEntry& entry);

/// Says that this is a scheme, or else which known kind is the nearest; placed at the key of the family.
Error unknownKind(Family family, std::string_view id);

/// Whether an entry may have a workload key for itself: a scheme has sizes of its own, and perhaps times; of steps
/// those that run a pipeline do.
bool takes(const ScheduleEntry& entry, const WorkloadKey& key);

/// An entry of a kind that seeks its order gets no more effort than this, for where it runs many times.
///
/// Units  seconds, as its parameter `effort` has them
void limitEffort(ScheduleEntry& entry, double most);

/// Refuses an unknown kind, a value past the limits of its parameter, and what the kind refuses.
///
/// Errors  placed at the key of the entry, e.g. `compute` or `parameters.group_size`
Result<void> checkValues(const ScheduleEntry& entry);

/// Refuses an unknown kind, sizes past the limits, bad parameters, and formulas that cannot be read. Whether their
/// workers exist is found by placeOps().
///
/// Errors  placed at the key of the scheme, e.g. `compute` or `parameters.group_size`
Result<void> checkScheme(const Scheme& scheme);

}  // namespace bubblescope
