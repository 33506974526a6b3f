#pragma once

#include "engine/results/quantities.h"

#include <string>
#include <vector>

namespace bubblescope {

/// A number that a paper prints of an entry of a scenario, as it stands there: of a whole run "33" or "42.86 %", of its
/// devices one each, "4, 3, 2, 1".
///
/// Invariants  quantity is one of a run, or of workers where several are printed
struct PublishedNumber {
    std::size_t schedule = 0;
    Quantity quantity = Quantity::TotalTime;
    std::string printed;
    std::string source;     // "Narayanan et al. 2021, fig. 4"; may be empty
    bool inChunks = false;  // activations, counted in those of a chunk

    bool isOfWorkers() const { return printed.find(',') != std::string::npos; }
};

/// Such a number beside what ran here.
struct ComparedNumber {
    PublishedNumber published;
    std::string here;  // with the digits printed where both agree, else with more
    /// Whether what ran here reads the same with the digits printed. What has neither a point nor a unit was counted,
    /// and has to be the same.
    bool agrees = false;
};

/// The key `published` of a scenario.
const Parameter& publishedParameter();

/// Refuses numbers of entries that are not there or do not have them, and what is no number.
///
/// Errors  the place in the file: `published[2].schedule`
Result<void> checkPublished(const Scenario& scenario);

/// What is published of the run of an entry, in the order of the file.
std::vector<ComparedNumber> comparedNumbers(const Scenario& scenario, std::size_t schedule, const Run& run);

/// What remains published after a change: the numbers of those entries that are as they were, on a workload as it was,
/// wherever they stand now. Where the change is to what is published itself, all of that.
ParameterValue::List keptPublished(const Scenario& before, const Scenario& after);

}  // namespace bubblescope
