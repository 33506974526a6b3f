#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

struct Parameter;
struct ScheduleEntry;

/// The workload as a parameter of a document.
const Parameter& workloadParameter();
std::span<const std::string_view> entryKeys();  // of any family and kind
/// The keys that an entry may have.
std::vector<std::string_view> keysOf(const ScheduleEntry& entry);
std::vector<std::string_view> keysOf(std::span<const Parameter> parameters);

/// The parameter with this key, of any kind, or null.
const Parameter* findParameter(std::string_view key);

std::span<const std::string_view> lessonKeys();
std::span<const std::string_view> lessonStepKeys();

}  // namespace bubblescope
