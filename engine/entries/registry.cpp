#include "engine/entries/registry.h"

#include "engine/core/text.h"
#include "engine/scenario/scenario.h"
#include "engine/schedules/schedule.h"
#include "engine/schemes/scheme.h"
#include "engine/steps/step.h"

#include <algorithm>

namespace bubblescope {

std::span<const ScheduleKind* const> kindsOf(Family family) {
    static const auto kSchemes = [] {
        std::vector<const ScheduleKind*> kinds;
        for (const ScheduleKind& kind : schemeKinds()) kinds.push_back(&kind);
        return kinds;
    }();
    switch (family) {
        case Family::Schedule: return scheduleKinds();
        case Family::Scheme: return kSchemes;
        case Family::Step: break;
    }
    return stepKinds();
}

std::span<const ScheduleKind* const> generatedSchedules() {
    static const auto kGenerated = [] {
        std::vector<const ScheduleKind*> kinds;
        for (const ScheduleKind* kind : kindsOf(Family::Schedule))
            if (std::none_of(kind->parameters.begin(), kind->parameters.end(),
                             [](const Parameter& parameter) { return !parameter.needed.empty(); }))
                kinds.push_back(kind);
        return kinds;
    }();
    return kGenerated;
}

const ScheduleKind* findKind(Family family, std::string_view id) { return kindNamed(kindsOf(family), id); }

const ScheduleKind* kindOf(const ScheduleEntry& entry) { return findKind(entry.family, entry.kind); }

ScheduleEntry entryOf(Family family, std::string id) {
    if (family != Family::Scheme) return {std::move(id), {}, {}, family};
    Scheme scheme;
    scheme.kind = std::move(id);
    return entryOf(scheme);
}

Error unknownKind(Family family, std::string_view id) {
    const FamilyInfo& info = infoOf(family);
    if (family == Family::Schedule && findKind(Family::Scheme, id))
        return {'"' + std::string(id) + "\" is a placement scheme; write \"scheme\" instead of \"kind\"", "kind"};
    std::vector<std::string_view> ids;
    for (const ScheduleKind* kind : kindsOf(family)) ids.push_back(kind->id);
    return {
        "unknown " + std::string(info.noun) + " \"" + shortened(id) + "\"; nearest: \"" + nearestName(id, ids) + '"',
        std::string(info.key)};
}

bool takes(const ScheduleEntry& entry, const WorkloadKey& key) {
    if (entry.family == Family::Step) {
        static constexpr std::string_view kOfPipelines[] = {"devices", "microbatches", "chunks",           "time_basis",
                                                            "forward", "backward",     "forward_backward", "comm"};
        return takesWorkload(entry.kind) &&
               std::find(std::begin(kOfPipelines), std::end(kOfPipelines), key.key) != std::end(kOfPipelines);
    }
    if (entry.family == Family::Schedule) return true;
    return schemeOf(entry).workloadTimes && !key.isWhole() && key.key != "send";
}

void limitEffort(ScheduleEntry& entry, double most) {
    const ScheduleKind* kind = kindOf(entry);
    const Parameter* effort = kind ? kind->parameter("effort") : nullptr;
    if (!effort) return;
    const auto value = valueNamed(entry.values, effort->key);
    if (std::min(most, value ? std::get<double>(value->held) : *effort->usual) == most)
        setNamed(entry.values, effort->key, {most});
}

Result<void> checkValues(const ScheduleEntry& entry) {
    const ScheduleKind* kind = kindOf(entry);
    return kind ? checkValues(*kind, entry) : unknownKind(entry.family, entry.kind);
}

Result<void> checkScheme(const Scheme& scheme) { return checkValues(entryOf(scheme)); }

}  // namespace bubblescope
