#include "engine/steps/closed_form.h"

#include "engine/core/text.h"
#include "engine/steps/step.h"
#include "engine/steps/step_time.h"

#include <algorithm>

namespace bubblescope {

FormInput::FormInput(const StepSetup& setup) : m_setup(setup) {
    if (setup.workload.microbatches > 1 && !setup.runsPipeline()) refuse("only one microbatch is covered");
    for (const double factor : setup.factors) m_slowest = std::max(m_slowest, factor);
    if (!setup.factors.empty()) m_slowest = *std::max_element(setup.factors.begin(), setup.factors.end());
}

double FormInput::of(std::string_view time) {
    const StepTimes& times = m_setup.timesOf(time);
    if (!times.isUniform()) refuse(std::string(titleOfStepTime(time)) + " differs between layers");
    return static_cast<double>(times[0]);
}

double FormInput::slowed(std::string_view time) {
    const double uniform = of(time);
    const auto slow = static_cast<double>(stretched(static_cast<Time>(uniform), m_slowest));
    if (!slowestRanks(m_setup).empty() && slow > 0) m_slowed.push_back({std::string(time), slow});
    return slow;
}

void FormInput::refuseSlowRanks() {
    const std::vector<int> ranks = slowestRanks(m_setup);
    if (m_setup.factors.empty()) return;
    refuse(ranks.empty()       ? "all ranks are slowed down alike"
           : ranks.size() == 1 ? "rank " + std::to_string(ranks.front()) + " is slower than the others"
                               : "some ranks are slower than the others");
}

void FormInput::refuse(std::string why) {
    if (m_why.empty()) m_why = std::move(why);
}

StepFormula FormInput::form(std::string formula, std::vector<StepFormula::Term> terms,
                            std::vector<std::string> where) && {
    StepFormula out;
    out.formula = std::move(formula);
    out.where = std::move(m_where);
    out.where.insert(out.where.end(), where.begin(), where.end());
    out.why = std::move(m_why);
    if (!out.why.empty()) return out;
    out.terms = std::move(terms);
    out.slowed = std::move(m_slowed);
    return out;
}

std::string numberOf(double microUnits) { return numberText(microUnits / kMicroUnits); }

std::string gatheredForward(double layers, double forward, double gather) {
    const std::string L = numberText(layers), f = numberOf(forward), g = numberOf(gather);
    return "E = max(g + L f, L g + f) = max(" + g + " + " + L + "·" + f + ", " + L + "·" + g + " + " + f + ")";
}

StepFormula noForm(std::string why) {
    StepFormula out;
    out.why = std::move(why);
    return out;
}

std::vector<int> slowestRanks(const StepSetup& setup) {
    const auto& factors = setup.factors;
    if (factors.empty()) return {};
    const auto [least, most] = std::minmax_element(factors.begin(), factors.end());
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < factors.size() && *least < *most; ++rank)
        if (factors[rank] == *most) ranks.push_back(static_cast<int>(rank));
    return ranks;
}

}  // namespace bubblescope
