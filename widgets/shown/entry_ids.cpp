#include "widgets/shown/entry_ids.h"

#include "widgets/shown/op_palette.h"

#include <algorithm>
#include <map>
#include <set>

namespace bubblescope {

void giveIds(std::vector<ScheduleEntry>& now, const std::vector<ScheduleEntry>& before) {
    std::set<EntryId> taken;
    for (ScheduleEntry& entry : now)
        if (entry.id.isValid() && !taken.insert(entry.id).second) entry.id = {};
    const auto matchAll = [&](auto&& isSame) {
        const auto take = [&](ScheduleEntry& entry, const ScheduleEntry& one) {
            if (!entry.id.isValid() && one.id.isValid() && isSame(entry, one) && taken.insert(one.id).second)
                entry.id = one.id;
        };
        for (std::size_t i = 0; i < std::min(now.size(), before.size()); ++i) take(now[i], before[i]);
        for (ScheduleEntry& entry : now)
            for (auto one = before.begin(); one != before.end() && !entry.id.isValid(); ++one) take(entry, *one);
    };
    using Entry = const ScheduleEntry&;
    matchAll([](Entry a, Entry b) { return a == b; });
    matchAll([](Entry a, Entry b) { return a.kind == b.kind && a.label == b.label; });
    matchAll([](Entry a, Entry b) { return a.kind == b.kind; });
    static EntryId next(0);
    for (ScheduleEntry& entry : now)
        while (!entry.id.isValid())
            if (taken.insert(EntryId(next.value++)).second) entry.id = EntryId(next.value - 1);
}

void giveColors(std::vector<ScheduleEntry>& now, const std::vector<ScheduleEntry>& before) {
    std::map<EntryId, const ScheduleEntry*> known;
    for (const ScheduleEntry& entry : before) known[entry.id] = &entry;
    std::set<int> taken;
    for (ScheduleEntry& entry : now) {
        const auto was = known.find(entry.id);
        if (was == known.end()) continue;
        entry.color = was->second->kind == entry.kind ? was->second->color : kNoColor;
        taken.insert(entry.color);
    }
    for (ScheduleEntry& entry : now)
        if (!known.contains(entry.id) && !taken.insert(entry.color).second) entry.color = kNoColor;
    const std::vector<int> colors = seriesInks(now);
    for (std::size_t i = 0; i < now.size(); ++i) now[i].color = colors[i];
}

std::optional<std::size_t> entryPlace(const std::vector<ScheduleEntry>& entries, EntryId id) {
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (id.isValid() && entries[i].id == id) return i;
    return std::nullopt;
}

bool areSameEntries(const std::vector<ScheduleEntry>& a, const std::vector<ScheduleEntry>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ScheduleEntry& one, const ScheduleEntry& other) {
        return one.id == other.id && one.color == other.color;
    });
}

std::vector<std::optional<std::size_t>> placesIn(const std::vector<ScheduleEntry>& then,
                                                 const std::vector<ScheduleEntry>& now) {
    std::map<EntryId, std::size_t> places;
    for (std::size_t i = 0; i < then.size(); ++i)
        if (then[i].id.isValid()) places.emplace(then[i].id, i);
    std::vector<ScheduleEntry> matched = now;
    for (ScheduleEntry& entry : matched)
        if (!places.contains(entry.id)) entry.id = {};
    giveIds(matched, then);
    std::vector<std::optional<std::size_t>> out;
    for (const ScheduleEntry& entry : matched) {
        const auto place = places.find(entry.id);
        out.push_back(place == places.end() ? std::nullopt : std::optional(place->second));
    }
    return out;
}

}  // namespace bubblescope
