#pragma once

#include "engine/results/run.h"

namespace bubblescope::test {

/// Whether two timelines run the same ops at the same times.
inline bool isSame(const Timeline& a, const Timeline& b) {
    if (a.program->lanes != b.program->lanes) return false;
    for (const RowRange& rows : a.program->lanes)
        for (Row row = rows.begin; row < rows.end; ++row)
            if (a.program->ops[row] != b.program->ops[row] || a.end[row] != b.end[row] ||
                a.startOf(row) != b.startOf(row))
                return false;
    return a.earliestStart == b.earliestStart && a.latestEnd == b.latestEnd;
}

/// Whether two runs failed with the same error, or gave the same results to the last bit.
inline bool isSame(const RunResult& a, const RunResult& b) {
    if (!a || !b) return !a && !b && a.error() == b.error();
    return (*a)->metrics == (*b)->metrics && isSame(*(*a)->timeline, *(*b)->timeline);
}

}  // namespace bubblescope::test
