#pragma once

#include "engine/scenario/parameters.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

struct Workload;

/// A key of the workload: a parameter that is a member of Workload. Each is a line of workload_keys.def.
///
/// Invariants  `get` and `set` are null for keys whose values are times of a stage (an Object) or words (a Choice)
struct WorkloadKey : Parameter {
    /// Nothing where the workload has a list or a matrix. An unset `weight` follows from `weight_fraction`, and an
    /// unset `forward_backward` from the times of both.
    std::optional<double> (*get)(const Workload& workload) = nullptr;
    void (*set)(Workload& workload, double value) = nullptr;
};

/// All keys, in the order of workload_keys.def.
std::span<const WorkloadKey> workloadKeys();
/// The keys that are numbers: axes can vary them and formulas can use them.
std::span<const WorkloadKey> numberKeys();
/// The key of numberKeys() with this name, or null.
const WorkloadKey* findNumberKey(std::string_view key);

/// "\"microbatch\" or \"chunk\"": the possible words, for messages.
std::string choicesText(std::span<const std::string_view> choices);

/// Whether schedules of one kind have the same order of ops on both workloads, judged by the keys that shape the order.
bool haveSameShape(const Workload& a, const Workload& b);

}  // namespace bubblescope
