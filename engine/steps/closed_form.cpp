#include "engine/steps/closed_form.h"

#include "engine/core/text.h"
#include "engine/steps/step.h"

#include <algorithm>

namespace bubblescope {

FormInput::FormInput(const StepSetup& setup) : m_setup(setup) {
    for (const double factor : setup.factors) m_slowest = std::max(m_slowest, factor);
    if (!setup.factors.empty()) m_slowest = *std::max_element(setup.factors.begin(), setup.factors.end());
}

double FormInput::of(std::string_view time) {
    const StepTimes& times = m_setup.timesOf(time);
    if (!times.isUniform()) refuse("layers differ: " + std::string(time) + " is not the same for all");
    return static_cast<double>(times[0]);
}

double FormInput::slowed(std::string_view time) {
    const double uniform = of(time);
    return static_cast<double>(stretched(static_cast<Time>(uniform), m_slowest));
}

void FormInput::refuse(std::string why) {
    if (m_why.empty()) m_why = std::move(why);
}

StepFormula FormInput::form(std::string formula, std::vector<StepFormula::Term> terms,
                            std::vector<std::string> where) && {
    StepFormula out{std::move(formula), std::move(where), {}, std::move(m_why), {}};
    if (out.why.empty()) out.terms = std::move(terms);
    return out;
}

StepFormula noForm(std::string why) { return {{}, {}, {}, std::move(why), {}}; }

}  // namespace bubblescope
