#pragma once

#include "engine/core/time.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

struct StepSetup;

/// A step time by formula, "E + b + (L-1) max(b, g, r) + r + o", with the values of its terms; or why it does not hold.
///
/// Units       micro-units; the formula may leave halves
/// Invariants  the terms add up to the value; a formula that does not hold sets only `why` and the text
struct StepFormula {
    struct Term {
        std::string text;  // "(L-1) max(b, g, r)"
        double value = 0;
    };
    std::string formula;
    std::vector<std::string> where;  // "E = max(g + L f, L g + f)"
    std::vector<Term> terms;
    std::vector<Term> slowed;  // the slowest rank's times that the formula uses, by key; empty if all ranks are alike
    std::string why;
    std::optional<double> period;  // time per step when many steps run

    bool holds() const { return why.empty() && !terms.empty(); }
    double value() const {
        double sum = 0;
        for (const Term& term : terms) sum += term.value;
        return sum;
    }
};

/// Reads the times of a step for a formula. Formulas assume equal layers and use the slowest rank, because every
/// collective waits for it.
class FormInput {
public:
    explicit FormInput(const StepSetup& setup);

    /// A time that a rank's slowdown does not change. Refuses lists with different values.
    double of(std::string_view time);
    /// A time as the slowest rank takes it.
    double slowed(std::string_view time);
    double slowest() const { return m_slowest; }
    void refuse(std::string why);
    /// Refuses ranks that are slower or faster than the given times, and names the slow one.
    void refuseSlowRanks();
    bool holds() const { return m_why.empty(); }
    /// Adds a line that explains a symbol of the formula; placed before the lines of form().
    void explain(std::string line) { m_where.push_back(std::move(line)); }

    StepFormula form(std::string formula, std::vector<StepFormula::Term> terms, std::vector<std::string> where = {}) &&;

private:
    const StepSetup& m_setup;
    double m_slowest = 1;
    std::vector<StepFormula::Term> m_slowed;
    std::vector<std::string> m_where;
    std::string m_why;
};

/// A time as a number in a formula.
std::string numberOf(double microUnits);

/// "E = max(g + L f, L g + f) = max(5 + 4 * 14, 4 * 5 + 14)": a forward pass with gathers.
std::string gatheredForward(double layers, double forward, double gather);

StepFormula noForm(std::string why);

/// The slowest ranks, ascending; empty if all ranks are alike.
std::vector<int> slowestRanks(const StepSetup& setup);

}  // namespace bubblescope
