#pragma once

#include "engine/sim/timeline.h"

#include <random>

namespace bubblescope {

/// What a random timeline is like.
struct TimelineShape {
    int lanes = 2;
    int chunks = 2;
    int opsPerLane = 80;
    Time longest = 12;              // of ops and of gaps
    Time begin = 0;                 // no lane starts earlier
    bool oneDurationAKind = false;  // as in a simulation
    bool split = false;
};

/// A timeline that no schedule made: lanes of unequal start, ops of any length from 0 up, with gaps of any length from
/// 0 up, in dense and in sparse stretches.
inline Timeline randomTimeline(std::mt19937& random, const TimelineShape& shape) {
    const auto upTo = [&](Time most) { return std::uniform_int_distribution<Time>(0, most)(random); };
    const int kinds = shape.split ? 3 : 2;
    Program program = emptyProgram(Placement::Loop, shape.lanes, shape.chunks,
                                   (shape.opsPerLane + kinds * shape.chunks - 1) / (kinds * shape.chunks), shape.split);
    Timeline timeline;
    timeline.start = Column<Time>(program.ops.size());
    timeline.end = Column<Time>(program.ops.size());
    timeline.earliestStart = shape.begin;
    timeline.latestEnd = shape.begin;
    for (const RowRange& rows : program.lanes) {
        Time now = shape.begin + upTo(shape.longest);
        Time durations[kOpKinds];
        for (Time& duration : durations) duration = upTo(shape.longest);
        Time scale = 1;
        for (Row row = rows.begin; row < rows.end; ++row) {
            if (upTo(200) == 0) scale = upTo(1) ? 1 : 40;
            constexpr OpKind kWhole[] = {OpKind::Forward, OpKind::Backward};
            constexpr OpKind kHalves[] = {OpKind::Forward, OpKind::BackwardInput, OpKind::BackwardWeight};
            const OpKind kind = shape.split ? kHalves[upTo(2)] : kWhole[upTo(1)];
            program.ops[row] = Op(kind, upTo(shape.lanes * shape.chunks - 1), upTo(60));
            now += upTo(2) == 0 ? upTo(shape.longest) * scale : 0;
            timeline.start[row] = now;
            now += shape.oneDurationAKind ? durations[static_cast<std::size_t>(kind)]
                                          : (upTo(3) == 0 ? upTo(shape.longest) * scale : upTo(3));
            timeline.end[row] = now;
        }
        timeline.latestEnd = std::max(timeline.latestEnd, now);
    }
    timeline.program = std::make_shared<const Program>(std::move(program));
    return timeline;
}

}  // namespace bubblescope
