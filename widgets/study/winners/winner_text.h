#pragma once

#include <QStringList>

#include "engine/study/winner_changes.h"
#include "widgets/study/experiment_results.h"

#include <set>

namespace bubblescope {

/// What is said of who wins in a figure of results that are whole, where its winner changes at `changes`: a line for
/// each ("MBS / D = 2: GPipe in place of ZB-H1 from T_C = 19 ms"), or who is best throughout; an underscore marks a
/// subscript. Nothing where nobody is, or where there are too many changes to be named.
///
/// Cost  that of ranking every place of the figure, where there are no changes
QStringList winnerLines(const ExperimentResults& results, std::size_t figure, const std::set<std::size_t>& hidden,
                        const std::vector<WinnerChange>& changes);

/// "1,200 points", "3 of them refused", "12 of them over the memory limit": what became of all figures.
QStringList pointLines(const ExperimentResults& results);

}  // namespace bubblescope
