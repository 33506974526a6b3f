#pragma once

#include "engine/io/experiment_rows.h"
#include "widgets/study/experiment_results.h"

#include <limits>

namespace bubblescope {

/// The values of an experiment as `bubblescope sweep` prints them: one row per computed point, for the first `most` of
/// them; `name` identifies the experiment.
std::string experimentValues(const ExperimentResults& results, std::string_view name, RowsForm form,
                             std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace bubblescope
