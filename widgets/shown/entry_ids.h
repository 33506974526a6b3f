#pragma once

#include "engine/scenario/scenario.h"

#include <vector>

namespace bubblescope {

/// Gives every entry an id of its own. A second entry with the same id is a copy, and becomes a new one. An entry
/// without an id, from a file or a gallery, is the same as an entry of `before` that is gone, if there is one: an equal
/// one; else one of the same kind and label; else one of the same kind. All others are new.
///
/// Thread  the interface thread
void giveIds(std::vector<ScheduleEntry>& now, const std::vector<ScheduleEntry>& before);

/// Gives every entry a colour. An entry of `before` keeps its colour unless its kind has changed; others get a free
/// one.
void giveColors(std::vector<ScheduleEntry>& now, const std::vector<ScheduleEntry>& before);

/// Whether both lists have the same entries in the same colours, whatever their values.
bool areSameEntries(const std::vector<ScheduleEntry>& a, const std::vector<ScheduleEntry>& b);

/// The place of an entry, or nothing.
std::optional<std::size_t> entryPlace(const std::vector<ScheduleEntry>& entries, EntryId id);

/// The place in `then` of each entry of `now`: of the same one, or of one that it may be in the sense of giveIds().
/// Nothing for entries that are not there.
std::vector<std::optional<std::size_t>> placesIn(const std::vector<ScheduleEntry>& then,
                                                 const std::vector<ScheduleEntry>& now);

}  // namespace bubblescope
