#pragma once

#include <span>
#include <string_view>

namespace bubblescope {

/// The keys of each kind of object in scenario and experiment files; those of a workload and of a schedule follow from
/// workloadKeys().
std::span<const std::string_view> scenarioKeys();
std::span<const std::string_view> keysOfWorkload();
std::span<const std::string_view> scheduleKeys();
std::span<const std::string_view> schemeKeys();  // whatever its kind
std::span<const std::string_view> scheduleAndSchemeKeys();
std::span<const std::string_view> experimentKeys();
std::span<const std::string_view> variableKeys();
std::span<const std::string_view> axisKeys();
std::span<const std::string_view> variedScheduleKeys();

}  // namespace bubblescope
