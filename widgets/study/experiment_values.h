#pragma once

#include "engine/io/experiment_rows.h"
#include "widgets/study/experiment_results.h"

#include <limits>

namespace bubblescope {

/// The numbers of an experiment as `bubblescope sweep` prints them: a row for each point that is there, of the first
/// `most` of those; `name` says which experiment they are of.
std::string experimentValues(const ExperimentResults& results, std::string_view name, RowsForm form,
                             std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace bubblescope
