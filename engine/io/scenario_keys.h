#pragma once

#include <span>
#include <string_view>

namespace bubblescope {

inline constexpr std::string_view kScenarioFormat = "bubblescope-scenario";
inline constexpr int kScenarioVersion = 1;

/// The keys of each kind of object in a scenario file; those of a workload and of a schedule follow from
/// forEachWorkloadKey().
std::span<const std::string_view> scenarioKeys();
std::span<const std::string_view> workloadKeys();
std::span<const std::string_view> scheduleKeys();

}  // namespace bubblescope
