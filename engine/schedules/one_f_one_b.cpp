// 1F1B: after a short warm-up, every device alternates one forward and one backward, so that activations are freed as
// early as possible.
//
// Source  Narayanan et al. 2019, PipeDream, §3.2; Narayanan et al. 2021, Megatron-LM, §2.2.1 (with flush)
// Shape   D devices, MBS microbatches -> D lanes of 2*MBS ops; any MBS >= 1
// Memory  device d needs at most min(MBS, D-d) activations
// Bubble  that of GPipe if communication is free; tests/engine/tst_schedules.cpp checks it

#include "engine/schedules/group_walk.h"

#include <algorithm>

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    Program program = emptyProgram(Placement::Loop, in.devices, 1, in.microbatches, false);
    for (int d = 0; d < in.devices; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        const int warmup = std::min(in.microbatches, in.devices - 1 - d + moreWarmup(in));
        Op* out = program.lane(LaneId(d)).data();
        int forward = 0, backward = 0;
        while (forward < warmup) *out++ = Op(OpKind::Forward, d, forward++);
        while (forward < in.microbatches) {
            if (forward % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
            *out++ = Op(OpKind::Forward, d, forward++);
            *out++ = Op(OpKind::Backward, d, backward++);
        }
        while (backward < in.microbatches) *out++ = Op(OpKind::Backward, d, backward++);
    }
    return program;
}

constexpr Parameter kParameters[] = {kWarmupParameter};

}  // namespace

const ScheduleKind kOneFOneB = {
    .id = "1f1b",
    .title = "1F1B",
    .source =
        "Narayanan et al. 2019, PipeDream; Narayanan et al. 2021, Efficient Large-Scale Language Model "
        "Training on GPU Clusters Using Megatron-LM",
    .published = {.year = 2019,
                  .link = "https://arxiv.org/abs/1806.03377",
                  .bubble = "(D-1)(F+B)",
                  .peak = "min(MBS, D)"},
    .color = 1,
    .parameters = kParameters,
    .generate = generate,
};

}  // namespace bubblescope
