#pragma once

#include "engine/core/result.h"
#include "engine/model/scheme.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

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

/// The whole numbers of a scheme that can be walked along: its parameters, then batches, stages and workers.
std::vector<std::string> numbersOf(const Scheme& scheme);

/// Two numbers more that experiments may vary: a time, and a count.
inline constexpr std::string_view kFetch = "fetch", kActivationCap = "activation_cap";

/// One of numbersOf().
int numberOf(const Scheme& scheme, std::string_view name);

/// The scheme with another number. Where groups divide the workers of a kind of its own, a new number of workers takes
/// the group_size along: to the largest divisor that is not larger than before.
Scheme withNumber(Scheme scheme, std::string_view name, int value);

/// The symbols of a scheme's formulas: stage, batch, forward, backward, workers, stages, batches and its parameters,
/// in the order of valuesOf().
std::vector<std::string> schemeSymbols(const Scheme& scheme);

/// Refuses an unknown kind, sizes past the limits, bad parameters, and formulas that cannot be read. Whether their
/// workers exist is found by placeOps().
///
/// Errors  placed at the key of the scheme, e.g. `compute` or `parameters.group_size`
Result<void> checkScheme(const Scheme& scheme);

}  // namespace bubblescope
