#pragma once

#include "engine/sim/timeline.h"

#include <random>

namespace bubblescope {

/// What sets the duration of an op: nothing but the op, its stage and kind, or only its kind.
enum class DurationsBy { Op, Stage, Kind };

/// The shape of a random timeline.
struct TimelineShape {
    int lanes = 2;
    int chunks = 2;
    int opsPerLane = 80;
    Time longest = 12;  // of ops and of gaps
    Time begin = 0;     // no lane starts earlier
    DurationsBy durations = DurationsBy::Op;
    bool split = false;
};

/// A timeline that does not come from a schedule: lanes start at different times, and ops and gaps have any length from
/// 0, in dense and sparse stretches. It stores starts only if every op has its own duration.
inline Timeline randomTimeline(std::mt19937& random, const TimelineShape& shape) {
    const auto upTo = [&](Time most) { return std::uniform_int_distribution<Time>(0, most)(random); };
    const int kinds = shape.split ? 3 : 2;
    Program program = emptyProgram(Placement::Loop, shape.lanes, shape.chunks,
                                   (shape.opsPerLane + kinds * shape.chunks - 1) / (kinds * shape.chunks), shape.split);
    Timeline timeline;
    const bool ownDurations = shape.durations == DurationsBy::Op;
    if (ownDurations) timeline.start = Column<Time>(program.ops.size());
    timeline.end = Column<Time>(program.ops.size());
    timeline.earliestStart = shape.begin;
    timeline.latestEnd = shape.begin;
    for (std::size_t i = 0; !ownDurations && i < std::size_t(program.stages) * kPipelineKinds; ++i)
        timeline.opTime.push_back(shape.durations == DurationsBy::Kind && i >= kPipelineKinds
                                      ? timeline.opTime[i - kPipelineKinds]
                                      : 1 + upTo(shape.longest));
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        const RowRange rows = program.lanes[lane];
        Time now = shape.begin + upTo(shape.longest);
        Time scale = 1;
        for (Row row = rows.begin; row < rows.end; ++row) {
            if (upTo(200) == 0) scale = upTo(1) ? 1 : 40;
            constexpr OpKind kWhole[] = {OpKind::Forward, OpKind::Backward};
            constexpr OpKind kHalves[] = {OpKind::Forward, OpKind::BackwardInput, OpKind::BackwardWeight};
            const OpKind kind = shape.split ? kHalves[upTo(2)] : kWhole[upTo(1)];
            program.ops[row] = Op(kind, upTo(shape.chunks - 1) * shape.lanes + Time(lane), upTo(60));
            now += upTo(2) == 0 ? upTo(shape.longest) * scale : 0;
            if (ownDurations) timeline.start[row] = now;
            now += !ownDurations  ? timeline.opTime[program.ops[row].costIndex()]
                   : upTo(3) == 0 ? upTo(shape.longest) * scale
                                  : upTo(3);
            timeline.end[row] = now;
        }
        timeline.latestEnd = std::max(timeline.latestEnd, now);
    }
    timeline.program = std::make_shared<const Program>(std::move(program));
    return timeline;
}

}  // namespace bubblescope
