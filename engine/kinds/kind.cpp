#include "engine/kinds/kind.h"

#include "engine/core/text.h"
#include "engine/model/scenario.h"
#include "engine/schedules/schedule.h"
#include "engine/schemes/scheme.h"
#include "engine/steps/step.h"

#include <algorithm>

namespace bubblescope {

std::span<const FamilyInfo> families() {
    static constexpr FamilyInfo kFamilies[] = {
        {Family::Schedule, "kind", "schedule"},
        {Family::Scheme, "scheme", "scheme"},
        {Family::Step, "step", "step"},
    };
    return kFamilies;
}

const FamilyInfo& infoOf(Family family) { return families()[static_cast<std::size_t>(family)]; }

Family familyOf(const ScheduleEntry& entry) {
    if (entry.isStep) return Family::Step;
    return entry.scheme ? Family::Scheme : Family::Schedule;
}

const Parameter* ScheduleKind::parameter(std::string_view key) const {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& known) { return known.key == key; });
    return found == parameters.end() ? nullptr : &*found;
}

std::string_view placementName(const ScheduleKind& kind) {
    switch (kind.placement) {
        case Placement::Loop: return kind.hasChunks || kind.fixedChunks > 1 ? "loop" : "line";
        case Placement::Wave: return "wave";
        case Placement::Opposite: break;
    }
    return "two directions";
}

std::vector<std::string_view> needsOf(const ScheduleKind& kind) {
    constexpr std::string_view kBetween = "; ";
    std::vector<std::string_view> clauses;
    for (std::string_view rest = kind.published.needs; !rest.empty();) {
        const std::size_t end = rest.find(kBetween);
        clauses.push_back(rest.substr(0, end));
        rest = end == std::string_view::npos ? "" : rest.substr(end + kBetween.size());
    }
    return clauses;
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
    static constexpr const ScheduleKind* kSteps[] = {
#define BUBBLESCOPE_STEP(kind) &kind,
#include "engine/steps/kinds.def"
#undef BUBBLESCOPE_STEP
    };
    switch (family) {
        case Family::Schedule: return kSchedules;
        case Family::Scheme: return kSchemes;
        case Family::Step: break;
    }
    return kSteps;
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
    entry.isStep = family == Family::Step;
    if (family == Family::Scheme) entry.scheme.emplace().kind = std::move(id);
    return entry;
}

bool takes(const ScheduleEntry& entry, const WorkloadKey& key) {
    if (entry.isStep) {
        static constexpr std::string_view kOfPipelines[] = {"devices", "microbatches", "chunks",           "time_basis",
                                                            "forward", "backward",     "forward_backward", "comm"};
        return takesWorkload(entry.kind) &&
               std::find(std::begin(kOfPipelines), std::end(kOfPipelines), key.key) != std::end(kOfPipelines);
    }
    return !entry.scheme || (entry.scheme->workloadTimes && !key.isWhole() && key.key != "send");
}

void limitEffort(ScheduleEntry& entry, double most) {
    const ScheduleKind* kind = kindOf(entry);
    const Parameter* effort = kind ? kind->parameter("effort") : nullptr;
    if (!effort) return;
    const auto value = valueOf(entry, *effort);
    if (std::min(most, value ? std::get<double>(value->held) : *effort->usual) == most)
        setValue(entry, *effort, {most});
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
