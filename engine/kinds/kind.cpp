#include "engine/kinds/kind.h"

#include "engine/core/text.h"
#include "engine/model/scenario.h"
#include "engine/schedules/schedule.h"
#include "engine/schemes/scheme.h"

#include <algorithm>

namespace bubblescope {

std::span<const FamilyInfo> families() {
    static constexpr FamilyInfo kFamilies[] = {
        {Family::Schedule, "kind", "schedule"},
        {Family::Scheme, "scheme", "scheme"},
    };
    return kFamilies;
}

const FamilyInfo& infoOf(Family family) { return families()[static_cast<std::size_t>(family)]; }

Family familyOf(const ScheduleEntry& entry) { return entry.scheme ? Family::Scheme : Family::Schedule; }

const Parameter* ScheduleKind::parameter(std::string_view key) const {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& known) { return known.key == key; });
    return found == parameters.end() ? nullptr : &*found;
}

std::span<const ScheduleKind* const> kindsOf(Family family) {
    static constexpr const ScheduleKind* kSchedules[] = {
#define BUBBLESCOPE_SCHEDULE(kind) &kind,
#include "engine/schedules/kinds.def"
#undef BUBBLESCOPE_SCHEDULE
    };
    static const auto kSchemes = [] {
        std::vector<const ScheduleKind*> kinds;
        for (const ScheduleKind& kind : schemeKinds()) kinds.push_back(&kind);
        return kinds;
    }();
    return family == Family::Scheme ? std::span<const ScheduleKind* const>(kSchemes) : kSchedules;
}

const ScheduleKind* findKind(Family family, std::string_view id) {
    for (const ScheduleKind* kind : kindsOf(family))
        if (kind->id == id) return kind;
    return nullptr;
}

const ScheduleKind* kindOf(const ScheduleEntry& entry) { return findKind(familyOf(entry), entry.kind); }

Error unknownKind(Family family, std::string_view id) {
    const FamilyInfo& info = infoOf(family);
    if (family == Family::Schedule && findKind(Family::Scheme, id))
        return {'"' + std::string(id) + "\" is a placement scheme; write \"scheme\" instead of \"kind\"", "kind"};
    std::vector<std::string_view> ids;
    for (const ScheduleKind* kind : kindsOf(family)) ids.push_back(kind->id);
    return {"unknown " + std::string(info.noun) + " \"" + shortened(id) + "\"; the nearest known one is \"" +
                nearestName(id, ids) + '"',
            std::string(info.key)};
}

ScheduleEntry entryOf(Family family, std::string id) {
    ScheduleEntry entry{id, {}, {}};
    if (family == Family::Scheme) entry.scheme.emplace().kind = std::move(id);
    return entry;
}

bool takes(const ScheduleEntry& entry, const WorkloadKey& key) {
    return !entry.scheme || (entry.scheme->workloadTimes && !key.isWhole());
}

bool haveSameShape(const ScheduleKind& kind, const std::vector<NamedValue>& a, const std::vector<NamedValue>& b) {
    return std::all_of(kind.parameters.begin(), kind.parameters.end(), [&](const Parameter& parameter) {
        return !parameter.shapesOrder || valueNamed(a, parameter.key) == valueNamed(b, parameter.key);
    });
}

Result<void> checkValues(const ScheduleEntry& entry) {
    const ScheduleKind* kind = kindOf(entry);
    if (!kind) return unknownKind(familyOf(entry), entry.kind);
    for (const Parameter& parameter : kind->parameters) {
        const auto value = valueOf(entry, parameter);
        if (!value) continue;
        if (auto ok = checkValue(*value, parameter); !ok)
            return Error{ok.error().message, std::string(parameter.key) + ok.error().field};
    }
    return kind->check ? kind->check(entry) : Result<void>();
}

}  // namespace bubblescope
