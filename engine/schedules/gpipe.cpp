// GPipe: every device runs all its forwards, then all its backwards.
//
// Source  Huang et al. 2019, GPipe, §2.3
// Shape   D devices, MBS microbatches -> D lanes of 2*MBS ops
// Memory  a device needs MBS activations when its last forward ends
// Bubble  (D-1)/(MBS+D-1) for equal stages; tests/engine/tst_schedules.cpp checks it

#include "engine/schedules/schedule.h"

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    Program program = emptyProgram(Placement::Loop, in.devices, 1, in.microbatches, false);
    for (int d = 0; d < in.devices; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        Op* out = program.lane(LaneId(d)).data();
        for (const OpKind kind : {OpKind::Forward, OpKind::Backward})
            for (int m = 0; m < in.microbatches; ++m) {
                if (m % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
                *out++ = Op(kind, d, m);
            }
    }
    return program;
}

}  // namespace

const ScheduleKind kGpipe = {
    .id = "gpipe",
    .title = "GPipe",
    .source = "Huang et al. 2019, GPipe: Efficient Training of Giant Neural Networks using Pipeline Parallelism",
    .published = {.year = 2019, .link = "https://arxiv.org/abs/1811.06965", .bubble = "(D-1)(F+B)", .peak = "MBS"},
    .color = 0,
    .generate = generate,
};

}  // namespace bubblescope
