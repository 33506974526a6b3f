#include "widgets/panels/schedule_rows.h"

#include "engine/entries/registry.h"
#include "engine/schedules/schedule.h"

#include <algorithm>
#include <set>

namespace bubblescope {

std::vector<ScheduleEntry> entriesOf(const std::vector<ScheduleRow>& rows) {
    std::vector<ScheduleEntry> entries;
    for (const ScheduleRow& row : rows)
        if (row.isOn) entries.push_back(row.entry);
    return entries;
}

std::vector<ScheduleRow> reconciled(const std::vector<ScheduleRow>& rows, const std::vector<ScheduleEntry>& entries) {
    if (entriesOf(rows) == entries) return rows;
    // The entry that each old row becomes; checked rows are matched first.
    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::vector<std::size_t> becomes(rows.size(), kNone);
    std::vector<bool> isTaken(entries.size(), false);
    for (bool isOn : {true, false})
        for (std::size_t r = 0; r < rows.size(); ++r)
            for (std::size_t e = 0; rows[r].isOn == isOn && becomes[r] == kNone && e < entries.size(); ++e)
                if (!isTaken[e] && rows[r].entry == entries[e]) becomes[r] = e, isTaken[e] = true;
    // With as many checked rows as entries, the remaining rows were changed in place.
    std::size_t on = 0;
    const bool isSameLength = entriesOf(rows).size() == entries.size();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (!rows[r].isOn) continue;
        if (isSameLength && becomes[r] == kNone && !isTaken[on]) becomes[r] = on, isTaken[on] = true;
        ++on;
    }
    // Unchecked rows follow the entry that the nearest row above becomes; index 0 is the top.
    std::vector<std::vector<ScheduleRow>> off(entries.size() + 1);
    std::size_t after = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (becomes[r] != kNone)
            after = becomes[r] + 1;
        else if (!rows[r].isOn)
            off[after].push_back(rows[r]);
    }
    std::vector<ScheduleRow> out = off[0];
    for (std::size_t e = 0; e < entries.size(); ++e) {
        out.push_back({entries[e], true});
        out.insert(out.end(), off[e + 1].begin(), off[e + 1].end());
    }
    return out;
}

ScheduleEntry newEntry(const std::vector<ScheduleRow>& rows, std::string_view kind, int workloadChunks) {
    ScheduleEntry entry{std::string(kind), {}, {}};
    const ScheduleKind* info = findKind(Family::Schedule, kind);
    std::set<int> chunks;
    int alike = 0;
    for (const ScheduleRow& row : rows) {
        if (row.entry.kind != kind) continue;
        ++alike;
        chunks.insert(row.entry.own.chunks.value_or(workloadChunks));
    }
    if (alike == 0) return entry;
    if (!info->hasChunks) {
        entry.label = std::string(info->title) + " (" + std::to_string(alike + 1) + ")";
        return entry;
    }
    int own = info->usualChunks;
    while (chunks.count(own) && own + info->usualChunks <= kMaxChunks) own += info->usualChunks;
    entry.own.chunks = own;
    return entry;
}

}  // namespace bubblescope
