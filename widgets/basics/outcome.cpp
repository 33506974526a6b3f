#include "widgets/basics/outcome.h"

namespace bubblescope {

Outcome outcomeOf(const Scenario& scenario, std::size_t index, const RunResult& result) {
    Outcome outcome;
    outcome.title = QString::fromStdString(displayTitle(scenario, index));
    if (result)
        outcome.run = *result;
    else
        outcome.refusal = QString::fromStdString(result.error().message);
    return outcome;
}

}  // namespace bubblescope
