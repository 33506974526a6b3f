#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A named whole number that formulas may use.
struct SchemeParameter {
    std::string name;
    int value = 0;

    friend bool operator==(const SchemeParameter&, const SchemeParameter&) = default;
};

inline constexpr int kMaxStages = 4096 * 64;  // the same number that schedules can have
inline constexpr std::size_t kMaxSchemeParameters = 16;

/// Which of two ops that could start at the same time goes first, decided by the ops they follow (model.md §8).
inline constexpr std::string_view kOldestBatchFirst = "oldest-batch-first";
inline constexpr std::string_view kOldestStageFirst = "oldest-stage-first";

/// The value of `times` in files when ops take the workload's times.
inline constexpr std::string_view kWorkloadTimes = "workload";

/// A way to spread the work of a model: two functions of an op (stage, batch, direction) that give the worker that
/// computes it and the worker that stores its weights. A list scheduler makes the order from them (model.md §8).
///
/// Units       fetch in the user's unit
/// Invariants  those that checkScheme() checks
/// Source      Rahimi, parallel-training: a unified scheme for parallel training
struct Scheme {
    std::string kind;  // an id from kinds.def
    int workers = 6;
    int stages = 6;
    int batches = 12;
    std::string priority{kOldestBatchFirst};  // a name; for `custom` also a formula, the smallest value first
    std::string compute, store;               // formulas of `custom`, empty for the other kinds
    std::vector<SchemeParameter> parameters;  // by name; missing ones have the kind's default values
    double fetch = 0;                         // time to fetch weights from another worker
    std::optional<int> activationCap;         // the most activations that a worker may store
    bool workloadTimes = false;               // whether ops take the workload's times, or 1 and 2

    /// Number of ops in a run: 2*B*S.
    long long ops() const { return 2LL * batches * stages; }
    friend bool operator==(const Scheme&, const Scheme&) = default;
};

}  // namespace bubblescope
