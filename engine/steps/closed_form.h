#pragma once

#include "engine/core/time.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

struct StepSetup;

/// A step time by formula: "E + b + (L-1) max(b, g, r) + r + o" with its terms in numbers, or why none holds here.
///
/// Units       micro-units; halves of them as the formula leaves them
/// Invariants  the terms add up to the value; of a formula that does not hold `why` alone is set, beside the text
struct StepFormula {
    struct Term {
        std::string text;  // "(L-1) max(b, g, r)"
        double value = 0;
    };
    std::string formula;
    std::vector<std::string> where;  // "E = max(g + L f, L g + f)"
    std::vector<Term> terms;
    std::vector<Term> slowed;  // times that are put in as the slowest rank has them, by key; none where all are alike
    std::string why;
    std::optional<double> period;  // of a step among many

    bool holds() const { return why.empty() && !terms.empty(); }
    double value() const {
        double sum = 0;
        for (const Term& term : terms) sum += term.value;
        return sum;
    }
};

/// Takes the times of a step for a formula, which is of layers that are alike and of the slowest rank: every collective
/// waits for it.
class FormInput {
public:
    explicit FormInput(const StepSetup& setup);

    /// A time that no rank's slowness changes; refuses lists of different ones.
    double of(std::string_view time);
    /// One that is so much longer on the slowest rank.
    double slowed(std::string_view time);
    double slowest() const { return m_slowest; }
    void refuse(std::string why);
    /// Refuses ranks that are not as fast as times say, and names the one that is slow.
    void refuseSlowRanks();
    bool holds() const { return m_why.empty(); }
    /// A line that tells what a letter of the formula is; before those of form().
    void explain(std::string line) { m_where.push_back(std::move(line)); }

    StepFormula form(std::string formula, std::vector<StepFormula::Term> terms, std::vector<std::string> where = {}) &&;

private:
    const StepSetup& m_setup;
    double m_slowest = 1;
    std::vector<StepFormula::Term> m_slowed;
    std::vector<std::string> m_where;
    std::string m_why;
};

/// A time in a formula with the numbers put in.
std::string numberOf(double microUnits);

/// "E = max(g + L f, L g + f) = max(5 + 4 * 14, 4 * 5 + 14)": a forward with gathers.
std::string gatheredForward(double layers, double forward, double gather);

StepFormula noForm(std::string why);

/// Those that take the longest, ascending; none where all are alike.
std::vector<int> slowestRanks(const StepSetup& setup);

}  // namespace bubblescope
