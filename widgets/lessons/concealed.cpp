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
        for (const Lane& lane : timeline.program->lanes)
            for (Row row = lane.begin; row < lane.end; ++row)
                if (classOf(timeline.program->ops[row].kind()) == OpClass::Backward) {
                    first = std::min(first, static_cast<double>(timeline.startOf(row)));
                    break;  // later ones of the lane begin later
                }
    }
    if (first < kNever) return first;
    for (const Outcome& outcome : outcomes)
        if (outcome.run) first = std::min(first, static_cast<double>(outcome.run->timeline->latestEnd) / 2);
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
