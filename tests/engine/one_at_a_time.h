#pragma once

// One at a time: a device runs the backward of a microbatch before the forward of the next.
//
// Source   plain model parallelism, which pipelines improve on
// Shape    D devices, MBS microbatches -> D lanes of 2*MBS ops
// Bubble   (D-1)/D for equal stages

#include "engine/schedules/schedule.h"

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    Program program = emptyProgram(Placement::Loop, in.devices, 1, in.microbatches, false);
    for (int d = 0; d < in.devices; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        Op* out = program.lane(LaneId(d)).data();
        for (int m = 0; m < in.microbatches; ++m) {
            *out++ = Op(OpKind::Forward, d, m);
            *out++ = Op(OpKind::Backward, d, m);
        }
    }
    return program;
}

}  // namespace

const ScheduleKind kOneAtATime = {
    .id = "one-at-a-time",
    .title = "One at a time",
    .source = "model parallelism without a pipeline",
    .color = 5,
    .generate = generate,
};

}  // namespace bubblescope
