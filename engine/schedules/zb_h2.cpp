// ZB-H2: runs twice as many forwards ahead as ZB-H1, which also fills the warm-up bubble, with about twice the memory.
//
// Source  Qi et al. 2023, Zero Bubble Pipeline Parallelism, §2.3; it reproduces the paper's tables
// Shape   D devices, MBS microbatches -> D lanes of 3*MBS ops; any MBS >= 1
// Memory  a device needs at most min(MBS, 2D-1) activations
// Bubble  (D-1)max(0, F+I-2W, I-F) of idle time per device within its longest span, 0 if F = I = W; tests check it

#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    Program program = emptyProgram(Placement::Loop, in.devices, 1, in.microbatches, true);
    const int total = in.microbatches;
    for (int d = 0; d < in.devices; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        Op* out = program.lane(LaneId(d)).data();
        int forward = 0, weight = 0;
        while (forward < std::min(total, 2 * (in.devices - 1 - d))) *out++ = Op(OpKind::Forward, d, forward++);
        for (int k = 1; k <= total; ++k) {
            if (k % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
            if (forward < total) *out++ = Op(OpKind::Forward, d, forward++);
            *out++ = Op(OpKind::BackwardInput, d, k - 1);
            if (k > 2 * d && k - weight > d) *out++ = Op(OpKind::BackwardWeight, d, weight++);
        }
        while (weight < total) *out++ = Op(OpKind::BackwardWeight, d, weight++);
    }
    return program;
}

}  // namespace

const ScheduleKind kZbH2 = {
    .id = "zb-h2",
    .title = "ZB-H2",
    .source = "Qi et al. 2023, Zero Bubble Pipeline Parallelism",
    .published = {.year = 2023,
                  .link = "https://arxiv.org/abs/2401.10241",
                  .bubble = "(D-1)max(0, F+I-2W, I-F)",
                  .total = "MBS(F+B) + (D-1)max(F, F+I-2W, I-F)",
                  .peak = "min(MBS, 2D-1)"},
    .color = 7,
    .splitsBackward = true,
    .generate = generate,
};

}  // namespace bubblescope
