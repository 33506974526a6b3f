#pragma once

#include "engine/kinds/kind.h"

#include <span>
#include <string_view>

namespace bubblescope {

struct Scheme;

/// All kinds of a family, in the order of its kinds.def.
std::span<const ScheduleKind* const> kindsOf(Family family);

/// The schedules that make their own order: all except those whose entry brings the order.
std::span<const ScheduleKind* const> generatedSchedules();

/// The kind with this id, or null.
const ScheduleKind* findKind(Family family, std::string_view id);
const ScheduleKind* kindOf(const ScheduleEntry& entry);

/// An entry of a kind without values of its own; of a scheme, with its default sizes.
ScheduleEntry entryOf(Family family, std::string id);

/// The error for an unknown id: it is a scheme, or else the nearest known kind. At the key of the family.
Error unknownKind(Family family, std::string_view id);

/// Whether an entry may override a workload key: a scheme has sizes, and perhaps times, of its own; a step may if it
/// runs a pipeline.
bool takes(const ScheduleEntry& entry, const WorkloadKey& key);

/// Limits the effort of an entry whose kind searches for its order. For use where it runs many times.
///
/// Units  seconds, as in its parameter `effort`
void limitEffort(ScheduleEntry& entry, double most);

/// Refuses an unknown kind, a value beyond the limits of its parameter, and what the kind itself refuses.
///
/// Errors  at the key of the entry, e.g. `compute` or `parameters.group_size`
Result<void> checkValues(const ScheduleEntry& entry);

/// Refuses an unknown kind, sizes beyond the limits, bad parameters, and formulas that cannot be parsed. Whether the
/// workers exist is checked by placeOps().
///
/// Errors  at the key of the scheme, e.g. `compute` or `parameters.group_size`
Result<void> checkScheme(const Scheme& scheme);

}  // namespace bubblescope
