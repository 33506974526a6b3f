#pragma once

#include "engine/formula/formula.h"
#include "engine/study/experiment.h"

namespace bubblescope {

/// The formulas of an experiment, parsed and in an order in which each finds its symbols' final values.
///
/// Thread  one at a time, as formulas
class Bindings {
public:
    /// Parses them.
    ///
    /// Errors  a key that no formula can give, a formula that is none, a circle; each at its `bindings.KEY`
    static Result<Bindings> of(const Experiment& experiment);

    /// Gives `workload`, which holds all other final values, its bound keys. A key that is `own` to its schedule, or
    /// chunks where it has none, is left alone.
    ///
    /// Shapes  variables[i] is the value of the experiment's variable i; values[i] becomes what binding i gave, or NaN
    ///         where it was left alone
    /// Errors  a value that is none, or not whole where it must be, or that follows from a list; at its `bindings.KEY`
    Result<void> apply(Workload& workload, const WorkloadPatch& own, bool hasChunks, std::span<const double> variables,
                       std::span<double> values) const;

private:
    struct Bound {
        std::size_t index;  // of the experiment's bindings
        const WorkloadKey* key;
        Formula formula;
        std::string text;
    };

    Result<double> valueOf(const Bound& bound, const Workload& workload, std::span<const double> variables) const;

    std::vector<const WorkloadKey*> m_keys;  // of the first symbols; those after them are variables
    std::vector<Bound> m_bound;              // in order of evaluation
};

/// Past every limit of a whole key, and still an int.
inline constexpr double kLargestWhole = 1e9;

/// A number that is whole but for rounding, e.g. 0.1 * 30; nothing for others.
std::optional<double> wholeNumber(double value);

}  // namespace bubblescope
