#include "widgets/lessons/concealed.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

double firstBackwardOf(const std::vector<Outcome>& outcomes) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    double first = kNever;
    for (const Outcome& outcome : outcomes) {
        if (!outcome.run) continue;
        const Timeline& timeline = *outcome.run->timeline;
        const auto& ops = timeline.program->ops;
        for (Row row = 0; row < static_cast<Row>(ops.size()); ++row)
            if (classOf(ops[row].kind()) == OpClass::Backward)
                first = std::min(first, static_cast<double>(timeline.startOf(row)));
    }
    return first == kNever ? 0 : first;
}

TrackData withoutResults(TrackData track) {
    track.total.clear();
    track.bubble.clear();
    track.facts.clear();
    track.heads = {};
    track.paper.clear();
    track.overLimit.clear();
    track.difference.clear();
    track.standing.clear();
    track.memory.reset();
    track.memoryOfEach.clear();
    track.laterEnd.clear();
    return track;
}

}  // namespace bubblescope
