#pragma once

#include "engine/scenario/scenario.h"

#include <vector>

namespace bubblescope {

/// A line of the schedule list: an entry of the scenario, or one that was taken out and keeps its place.
struct ScheduleRow {
    ScheduleEntry entry;
    bool isOn = true;

    friend bool operator==(const ScheduleRow&, const ScheduleRow&) = default;
};

/// The entries that are in the scenario, in order.
std::vector<ScheduleEntry> entriesOf(const std::vector<ScheduleRow>& rows);

/// The rows that show `entries`: they in their order, and among them the rows that are off, each after the
/// row it stood after. A row that is off and equals an entry that comes back becomes that entry's.
std::vector<ScheduleRow> reconciled(const std::vector<ScheduleRow>& rows, const std::vector<ScheduleEntry>& entries);

/// A new entry of a kind: like the others of the list follow the chunks slider, or, where the kind stands
/// there already, with chunks of its own, or a label that tells it apart.
ScheduleEntry newEntry(const std::vector<ScheduleRow>& rows, std::string_view kind, int workloadChunks);

}  // namespace bubblescope
