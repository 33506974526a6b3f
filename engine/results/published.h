#pragma once

#include "engine/results/quantities.h"

#include <string>
#include <vector>

namespace bubblescope {

/// A number that a paper prints for an entry of a scenario, as printed there: for a whole run "33" or "42.86%", for
/// its devices one number each, "4, 3, 2, 1".
///
/// Invariants  `quantity` is one of a run, or of workers if several numbers are printed
struct PublishedNumber {
    std::size_t schedule = 0;
    Quantity quantity = Quantity::TotalTime;
    std::string printed;
    std::string source;     // "Narayanan et al. 2021, fig. 4"; may be empty
    bool inChunks = false;  // activations are counted per chunk

    bool isOfWorkers() const { return printed.find(',') != std::string::npos; }
};

/// Such a number, compared with the run here.
struct ComparedNumber {
    PublishedNumber published;
    std::string here;  // with the printed digits if both agree, else with more
    /// Whether the run's number reads the same with the printed digits. Numbers without a decimal point or unit are
    /// counts and must be equal.
    bool agrees = false;
};

/// The key `published` of a scenario.
const Parameter& publishedParameter();

/// Refuses numbers for missing entries or for quantities that an entry does not have, and text that is not a number.
///
/// Errors  the place in the file: `published[2].schedule`
Result<void> checkPublished(const Scenario& scenario);

/// The published numbers of an entry's run, in the order of the file.
std::vector<ComparedNumber> comparedNumbers(const Scenario& scenario, std::size_t schedule, const Run& run);

/// The numbers that still apply after a change: those of entries that did not change, wherever they are now, on a
/// workload that did not change. If the change is to the published numbers themselves, all of them.
ParameterValue::List keptPublished(const Scenario& before, const Scenario& after);

}  // namespace bubblescope
