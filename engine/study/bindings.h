#pragma once

#include "engine/formula/formula.h"
#include "engine/study/experiment.h"

namespace bubblescope {

/// The formulas of an experiment, parsed and ordered so that each comes after the formulas whose values it uses.
///
/// Thread  one at a time, like formulas
class Bindings {
public:
    /// Parses the formulas.
    ///
    /// Errors  a key that a formula cannot set, a formula that cannot be parsed, a cycle; each at its `bindings.KEY`
    static Result<Bindings> of(const Experiment& experiment);

    /// Sets the bound keys of `workload`, whose other values are final. Does not set keys in `own`, which the schedule
    /// sets itself, nor chunks if the schedule has none.
    ///
    /// Shapes  variables[i] is the value of the experiment's variable i; values[i] receives the result of binding i, or
    ///         NaN if it was not set
    /// Errors  a result that is not finite, that must be whole and is not, or that uses a list; at its `bindings.KEY`
    Result<void> apply(Workload& workload, const WorkloadPatch& own, bool hasChunks, std::span<const double> variables,
                       std::span<double> values) const;

private:
    struct Bound {
        std::size_t index;  // into the experiment's bindings
        const WorkloadKey* key;
        Formula formula;
        std::string text;
    };

    Result<double> valueOf(const Bound& bound, const Workload& workload, std::span<const double> variables) const;

    std::vector<const WorkloadKey*> m_keys;  // of the first symbols; the remaining symbols are variables
    std::vector<Bound> m_bound;              // in order of evaluation
};

/// Over the limits of all whole keys, but still an int.
inline constexpr double kLargestWhole = 1e9;

/// The value rounded if it is whole up to rounding errors, e.g. 0.1 * 30; otherwise nothing.
std::optional<double> wholeNumber(double value);

}  // namespace bubblescope
