#include "widgets/panels/schedule_rows.h"

#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/schedules/schedule.h"

#include "widgets/kit/format.h"

#include <QRegularExpression>

#include <map>
#include <set>

namespace bubblescope {

std::vector<ScheduleEntry> entriesOf(const std::vector<ScheduleRow>& rows) {
    std::vector<ScheduleEntry> entries;
    for (const ScheduleRow& row : rows)
        if (row.isOn) entries.push_back(row.entry);
    return entries;
}

std::vector<ScheduleRow> reconciled(const std::vector<ScheduleRow>& rows, const std::vector<ScheduleEntry>& entries) {
    std::map<EntryId, std::size_t> places;
    for (std::size_t i = 0; i < entries.size(); ++i) places.emplace(entries[i].id, i);
    std::vector<bool> isNew(entries.size(), true);
    for (const ScheduleRow& row : rows)
        if (const auto place = places.find(row.entry.id); row.isOn && place != places.end())
            isNew[place->second] = false;
    const auto isShownAnew = [&](const ScheduleEntry& unchecked) {
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (isNew[i] && entries[i] == unchecked) return true;
        return false;
    };
    // Unchecked rows follow the entry of the nearest row above; index 0 is the top.
    std::vector<std::vector<ScheduleRow>> off(entries.size() + 1);
    std::size_t after = 0;
    for (const ScheduleRow& row : rows) {
        if (const auto place = places.find(row.entry.id); place != places.end())
            after = place->second + 1;
        else if (!row.isOn && !isShownAnew(row.entry))
            off[after].push_back(row);
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

ScheduleEntry copyFor(const Scenario& scenario, std::size_t index) {
    std::set<std::string> taken;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) taken.insert(displayTitle(scenario, i));
    static const QRegularExpression kCounted(QStringLiteral(" \\(\\d+\\)$"));
    const QString base = toQString(displayTitle(scenario, index)).remove(kCounted);
    ScheduleEntry copy = scenario.schedules[index];
    for (int i = 2; !copy.label || taken.count(*copy.label); ++i)
        copy.label = QStringLiteral("%1 (%2)").arg(base).arg(i).toStdString();
    return copy;
}

}  // namespace bubblescope
