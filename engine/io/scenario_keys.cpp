#include "engine/io/scenario_keys.h"

#include "engine/model/scenario.h"
#include "engine/schemes/scheme.h"

#include <vector>

namespace bubblescope {

namespace {

std::vector<std::string_view> withWorkloadKeys(std::vector<std::string_view> keys) {
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) { keys.push_back(key.key); });
    return keys;
}

}  // namespace

std::span<const std::string_view> scenarioKeys() {
    static constexpr std::string_view kKeys[] = {"format", "version", "title", "workload", "schedules"};
    return kKeys;
}

std::span<const std::string_view> keysOfWorkload() {
    static const auto kKeys = withWorkloadKeys({"time_unit"});
    return kKeys;
}

std::span<const std::string_view> scheduleKeys() {
    static const auto kKeys = withWorkloadKeys({"kind", "label"});
    return kKeys;
}

std::span<const std::string_view> schemeKeys() {
    static constexpr std::string_view kKeys[] = {"scheme", "label", "workers",  "stages",        "batches",
                                                 "times",  "fetch", "priority", "activation_cap"};
    return kKeys;
}

std::span<const std::string_view> scheduleAndSchemeKeys() {
    static const auto kKeys = [] {
        std::vector<std::string_view> keys(scheduleKeys().begin(), scheduleKeys().end());
        keys.insert(keys.end(), schemeKeys().begin(), schemeKeys().end());
        keys.insert(keys.end(), {"compute", "store", "parameters"});
        for (const SchemeKind& kind : schemeKinds())
            for (const auto& parameter : kind.parameters) keys.push_back(parameter.name);
        return keys;
    }();
    return kKeys;
}

std::span<const std::string_view> experimentKeys() {
    static constexpr std::string_view kKeys[] = {"format",    "version", "title",  "note",    "workload",
                                                 "variables", "x",       "panels", "figures", "bindings",
                                                 "series",    "metrics", "scale",  "view"};
    return kKeys;
}

std::span<const std::string_view> variableKeys() {
    static constexpr std::string_view kKeys[] = {"title"};
    return kKeys;
}

std::span<const std::string_view> axisKeys() {
    static constexpr std::string_view kKeys[] = {"variable", "values"};
    return kKeys;
}

std::span<const std::string_view> variedScheduleKeys() {
    static constexpr std::string_view kKeys[] = {"variable", "values", "schedule"};
    return kKeys;
}

}  // namespace bubblescope
