// ZB-H1: 1F1B with a split backward. Nothing waits for the W ops, so they fill the bubbles, and no device needs more
// memory than the first device of 1F1B.
//
// Source  Qi et al. 2023, Zero Bubble Pipeline Parallelism, §2.2
// Shape   D devices, MBS microbatches -> D lanes of 3*MBS ops; any MBS >= 1
// Memory  a device needs at most min(MBS, D) activations
// Bubble  (D-1)max(I, F+I-W) of idle time per device within its span, (D-1)max(F, I, F+I-W) in total, for equal stages;
//         tests/engine/tst_schedules.cpp checks it

#include "engine/schedules/group_walk.h"

#include <algorithm>

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    Program program = emptyProgram(Placement::Loop, in.devices, 1, in.microbatches, true);
    const int total = in.microbatches;
    for (int d = 0; d < in.devices; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        const int warmup = std::min(total, in.devices - 1 - d + moreWarmup(in));
        Op* out = program.lane(LaneId(d)).data();
        int forward = 0, input = 0, weight = 0;
        while (forward < warmup) *out++ = Op(OpKind::Forward, d, forward++);
        while (forward < total) {
            if (forward % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
            *out++ = Op(OpKind::Forward, d, forward++);
            *out++ = Op(OpKind::BackwardInput, d, input++);
            if (input - 1 >= d) *out++ = Op(OpKind::BackwardWeight, d, weight++);
        }
        while (input < total) {
            *out++ = Op(OpKind::BackwardInput, d, input++);
            if (weight < total) *out++ = Op(OpKind::BackwardWeight, d, weight++);
        }
        while (weight < total) *out++ = Op(OpKind::BackwardWeight, d, weight++);
    }
    return program;
}

constexpr Parameter kParameters[] = {kWarmupParameter};

}  // namespace

const ScheduleKind kZbH1 = {
    .id = "zb-h1",
    .title = "ZB-H1",
    .source = "Qi et al. 2023, Zero Bubble Pipeline Parallelism",
    .published = {.year = 2023,
                  .link = "https://arxiv.org/abs/2401.10241",
                  .bubble = "(D-1)max(I, F+I-W)",
                  .total = "MBS(F+B) + (D-1)max(F, I, F+I-W)",
                  .peak = "min(MBS, D)"},
    .color = 4,
    .parameters = kParameters,
    .splitsBackward = true,
    .generate = generate,
};

}  // namespace bubblescope
