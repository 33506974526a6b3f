#include "engine/io/scenario_keys.h"

#include "engine/model/scenario.h"

#include <vector>

namespace bubblescope {

namespace {

std::vector<std::string_view> withWorkloadKeys(std::vector<std::string_view> keys) {
    forEachWorkloadKey([&](const char* key, auto, auto) { keys.push_back(key); });
    return keys;
}

}  // namespace

std::span<const std::string_view> scenarioKeys() {
    static constexpr std::string_view kKeys[] = {"format", "version", "title", "workload", "schedules"};
    return kKeys;
}

std::span<const std::string_view> workloadKeys() {
    static const auto kKeys = withWorkloadKeys({"time_unit"});
    return kKeys;
}

std::span<const std::string_view> scheduleKeys() {
    static const auto kKeys = withWorkloadKeys({"kind", "label"});
    return kKeys;
}

}  // namespace bubblescope
