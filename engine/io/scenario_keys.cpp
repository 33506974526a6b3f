#include "engine/io/scenario_keys.h"

#include "engine/entries/registry.h"
#include "engine/scenario/scenario.h"

#include <algorithm>

namespace bubblescope {

const Parameter& workloadParameter() {
    static const std::vector<Parameter> kParts(workloadKeys().begin(), workloadKeys().end());
    static const Parameter kWorkload = {.key = "workload", .type = ParameterType::Object, .parts = kParts};
    return kWorkload;
}

std::vector<std::string_view> keysOf(std::span<const Parameter> parameters) {
    std::vector<std::string_view> keys;
    for (const Parameter& parameter : parameters) keys.push_back(parameter.key);
    return keys;
}

std::vector<std::string_view> keysOf(const ScheduleEntry& entry) {
    std::vector<std::string_view> keys = {infoOf(entry.family).key, "label"};
    const auto add = [&](const ScheduleKind& kind) {
        for (const Parameter& parameter : kind.parameters) keys.push_back(parameter.key);
    };
    if (const ScheduleKind* kind = kindOf(entry))
        add(*kind);
    else  // the kind is refused later; its parameters are unknown
        for (const ScheduleKind* known : kindsOf(entry.family)) add(*known);
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) {
        if (takes(entry, key)) keys.push_back(key.key);
    });
    return keys;
}

const Parameter* findParameter(std::string_view key) {
    for (const FamilyInfo& family : families())
        for (const ScheduleKind* kind : kindsOf(family.family))
            if (const Parameter* parameter = kind->parameter(key)) return parameter;
    return nullptr;
}

std::span<const std::string_view> entryKeys() {
    static const auto kKeys = [] {
        std::vector<std::string_view> keys;
        const auto add = [&](std::string_view key) {
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
        };
        for (const FamilyInfo& family : families()) {
            add(family.key);
            add("label");
            if (family.family == Family::Schedule)
                forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) { add(key.key); });
            for (const ScheduleKind* kind : kindsOf(family.family))
                for (const Parameter& parameter : kind->parameters) add(parameter.key);
        }
        return keys;
    }();
    return kKeys;
}

std::span<const std::string_view> lessonKeys() {
    static constexpr std::string_view kKeys[] = {"format", "version",  "title", "summary",
                                                 "source", "document", "steps"};
    return kKeys;
}

std::span<const std::string_view> lessonStepKeys() {
    static constexpr std::string_view kKeys[] = {"document", "set",    "show",    "highlight", "spotlight", "marks",
                                                 "range",    "until",  "after",   "let",       "caption",   "question",
                                                 "answer",   "claims", "predict", "right",     "within",    "goal",
                                                 "allow",    "score",  "par",     "best",      "solution",  "hint"};
    return kKeys;
}

}  // namespace bubblescope
