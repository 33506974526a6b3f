#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

struct Parameter;
struct ScheduleEntry;

// The keys of each kind of object in this program's files. A workload has the keys in workloadKeys(); an entry has the
// parameters of its kind and the workload keys that it may override.

std::span<const std::string_view> scenarioKeys();
std::span<const std::string_view> keysOfWorkload();
std::span<const std::string_view> linkKeys();   // of T_C by node
std::span<const std::string_view> entryKeys();  // of any family and kind
std::vector<std::string_view> keysOf(const ScheduleEntry& entry);
std::vector<std::string_view> keysOf(std::span<const Parameter> parameters);

/// The parameter with this key, of any kind, or null.
const Parameter* findParameter(std::string_view key);

std::span<const std::string_view> experimentKeys();
std::span<const std::string_view> variableKeys();
std::span<const std::string_view> axisKeys();
std::span<const std::string_view> variedScheduleKeys();

std::span<const std::string_view> collectiveKeys();
std::span<const std::string_view> clusterKeys();
std::span<const std::string_view> clusterLinkKeys(bool isBetweenNodes);

std::span<const std::string_view> lessonKeys();
std::span<const std::string_view> lessonStepKeys();

}  // namespace bubblescope
