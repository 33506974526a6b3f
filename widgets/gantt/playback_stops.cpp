#include "widgets/gantt/playback_stops.h"

#include <algorithm>

namespace bubblescope {

Time endAfter(const Timeline& timeline, double time) {
    const Time* const ends = timeline.end.data();
    Time next = timeline.latestEnd;
    for (const RowRange& rows : timeline.program->lanes) {
        const Time* const after = std::upper_bound(ends + rows.begin, ends + rows.end, time,
                                                   [](double t, Time end) { return t < static_cast<double>(end); });
        if (after != ends + rows.end) next = std::min(next, *after);
    }
    return next;
}

Time endBefore(const Timeline& timeline, double time) {
    const Time* const ends = timeline.end.data();
    Time last = timeline.earliestStart;
    for (const RowRange& rows : timeline.program->lanes) {
        const Time* const from = std::lower_bound(ends + rows.begin, ends + rows.end, time,
                                                  [](Time end, double t) { return static_cast<double>(end) < t; });
        if (from != ends + rows.begin) last = std::max(last, *(from - 1));
    }
    return last;
}

std::vector<Time> phasesOf(const Timeline& timeline) {
    std::vector<Time> phases{timeline.earliestStart, timeline.latestEnd};
    Time firstBackward = timeline.latestEnd, firstOptimizer = timeline.latestEnd, lastForward = timeline.earliestStart;
    const Program& program = *timeline.program;
    for (const RowRange& rows : program.lanes)
        for (Row row = rows.begin; row < rows.end; ++row) switch (classOf(program.ops[row].kind())) {
                case OpClass::Forward: lastForward = std::max(lastForward, timeline.end[row]); break;
                case OpClass::Backward: firstBackward = std::min(firstBackward, timeline.startOf(row)); break;
                case OpClass::Optimizer: firstOptimizer = std::min(firstOptimizer, timeline.startOf(row)); break;
                default: break;
            }
    phases.insert(phases.end(), {firstBackward, lastForward, firstOptimizer});
    std::sort(phases.begin(), phases.end());
    phases.erase(std::unique(phases.begin(), phases.end()), phases.end());
    return phases;
}

}  // namespace bubblescope
