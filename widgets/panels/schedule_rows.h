#pragma once

#include "engine/scenario/scenario.h"

#include <vector>

namespace bubblescope {

/// A row of the schedule list: an entry of the scenario, or an unchecked one that stays in place.
struct ScheduleRow {
    ScheduleEntry entry;
    bool isOn = true;

    friend bool operator==(const ScheduleRow&, const ScheduleRow&) = default;
};

/// The checked entries, in order: those of the scenario.
std::vector<ScheduleEntry> entriesOf(const std::vector<ScheduleRow>& rows);

/// The rows that show `entries`: these in their order, and among them the unchecked rows, each after the row that it
/// followed before. An unchecked row that equals a new entry becomes the row of that entry. All entries have ids.
std::vector<ScheduleRow> reconciled(const std::vector<ScheduleRow>& rows, const std::vector<ScheduleEntry>& entries);

/// A new entry of a kind. It follows the chunks slider like the others; if the list already has the kind, the entry has
/// other chunks or a distinct label.
ScheduleEntry newEntry(const std::vector<ScheduleRow>& rows, std::string_view kind, int workloadChunks);

/// A copy of a scheme for the same list, with a unique label.
ScheduleEntry copyFor(const Scenario& scenario, std::size_t index);

}  // namespace bubblescope
