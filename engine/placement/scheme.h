#pragma once

#include "engine/core/result.h"
#include "engine/model/scenario.h"

#include <optional>
#include <span>
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

inline constexpr int kMaxStages = kMaxDevices * kMaxChunks;
inline constexpr std::size_t kMaxSchemeParameters = 16;

/// Which of two ops that could start at the same time goes first, by the ops that they follow (model.md §8).
inline constexpr std::string_view kOldestBatchFirst = "oldest-batch-first";
inline constexpr std::string_view kOldestStageFirst = "oldest-stage-first";

/// A way to spread the work of a model: two functions of an op (stage, batch, direction), the worker that computes it
/// and the worker that stores its weights, from which a list scheduler makes the order (model.md §8).
///
/// Units       fetch in the user's unit
/// Invariants  those that checkScheme() checks
/// Source      Rahimi, parallel-training: a unified scheme for parallel training
struct Scheme {
    std::string kind;  // an id of kinds.def
    int workers = 6;
    int stages = 6;
    int batches = 12;
    std::string priority{kOldestBatchFirst};  // one of the two names; of `custom` also a formula, the smallest first
    std::string compute, store;               // formulas of `custom`, empty for the other kinds
    std::vector<SchemeParameter> parameters;  // those left out have the kind's usual values
    double fetch = 0;                         // time to fetch weights from another worker
    std::optional<int> activationCap;         // activations that a worker may hold
    bool workloadTimes = false;               // whether ops take the workload's times, or 1 and 2

    /// Ops of a run: 2*B*S.
    long long ops() const { return 2LL * batches * stages; }
    friend bool operator==(const Scheme&, const Scheme&) = default;
};

/// A kind of scheme: an entry of kinds.def.
///
/// Invariants  `id` is forever
struct SchemeKind {
    struct Parameter {
        std::string_view name;
        int usual;
    };
    std::string_view id;
    std::string_view title;
    std::string_view compute, store;  // formulas; of `custom` those that a new entry starts with
    std::span<const Parameter> parameters;
    std::string_view source;

    /// Whether each entry has formulas and parameters of its own.
    bool isCustom() const { return id == "custom"; }
};

/// All kinds, in the order of kinds.def.
std::span<const SchemeKind> schemeKinds();

/// The kind with this id, or null.
const SchemeKind* findSchemeKind(std::string_view id);

/// The formulas that a scheme of a known kind runs.
std::string_view computeFormula(const Scheme& scheme);
std::string_view storeFormula(const Scheme& scheme);

/// The parameters that a scheme of a known kind runs with.
std::vector<SchemeParameter> parametersOf(const Scheme& scheme);

/// The symbols of a scheme's formulas: stage, batch, forward, backward, workers, stages, batches and its parameters,
/// in the order of valuesOf().
std::vector<std::string> schemeSymbols(const Scheme& scheme);

/// Refuses an unknown kind, sizes past the limits, bad parameters, and formulas that cannot be read. Whether their
/// workers exist is found by placeOps().
///
/// Errors  placed at the key of the scheme, e.g. `compute` or `parameters.group_size`
Result<void> checkScheme(const Scheme& scheme);

}  // namespace bubblescope
