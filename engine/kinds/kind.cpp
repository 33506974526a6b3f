#include "engine/kinds/kind.h"

#include "engine/core/text.h"
#include "engine/scenario/scenario.h"

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

const ScheduleKind* kindNamed(std::span<const ScheduleKind* const> kinds, std::string_view id) {
    for (const ScheduleKind* kind : kinds)
        if (kind->id == id) return kind;
    return nullptr;
}

bool haveSameShape(const ScheduleKind& kind, const std::vector<NamedValue>& a, const std::vector<NamedValue>& b) {
    return std::all_of(kind.parameters.begin(), kind.parameters.end(), [&](const Parameter& parameter) {
        return !parameter.shapesOrder || valueNamed(a, parameter.key) == valueNamed(b, parameter.key);
    });
}

Result<void> checkValues(const ScheduleKind& kind, const ScheduleEntry& entry) {
    for (const Parameter& parameter : kind.parameters) {
        const auto value = valueNamed(entry.values, parameter.key);
        if (!value) continue;
        if (auto ok = checkValue(*value, parameter); !ok)
            return Error{ok.error().message, std::string(parameter.key) + ok.error().field};
    }
    return kind.check ? kind.check(entry) : Result<void>();
}

}  // namespace bubblescope
