#pragma once

#include <QStringList>

#include "engine/study/winner_changes.h"
#include "widgets/study/experiment_results.h"

#include <set>

namespace bubblescope {

/// Sentences about who wins in a figure with complete results, whose winner changes at `changes`: one line per change
/// ("MBS / D = 2: GPipe beats ZB-H1 from T_C = 19 ms"), or who is best everywhere; an underscore marks a subscript.
/// Empty if nobody is, or if there are too many changes to list.
///
/// Cost  that of ranking every place of the figure, if there are no changes
QStringList winnerLines(const ExperimentResults& results, std::size_t figure, const std::set<std::size_t>& hidden,
                        const std::vector<WinnerChange>& changes);

/// "1,200 points", "3 cannot run", "12 over the memory limit": counts over all figures; or why no point can run.
QStringList pointLines(const ExperimentResults& results);

}  // namespace bubblescope
