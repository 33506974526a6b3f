// Eager 1F1B: 1F1B that runs twice as many forwards ahead, so that results in transfer arrive by the time they are
// needed.
//
// Source  Zhuang et al. 2023, On Optimizing the Communication of Model Parallelism (AlpaComm), §4
// Shape   D devices, MBS microbatches -> D lanes of 2*MBS ops; any MBS >= 1
// Memory  device d needs at most min(MBS, 2(D-d)-1) activations
// Bubble  that of 1F1B if communication is free, and less than 1F1B's with T_C; tests/engine/tst_schedules.cpp checks
//         both

#include "engine/schedules/group_walk.h"

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    return interleavedOrder(in, in.microbatches, Steady::Alternate,
                            [&](int d, int) { return 2LL * (in.devices - 1 - d); });
}

constexpr Parameter kParameters[] = {kWarmupParameter};

}  // namespace

const ScheduleKind kEagerOneFOneB = {
    .id = "eager-1f1b",
    .title = "Eager 1F1B",
    .source = "Zhuang et al. 2023, On Optimizing the Communication of Model Parallelism",
    .published = {.year = 2023,
                  .link = "https://arxiv.org/abs/2211.05322",
                  .bubble = "(D-1)(F+B)",
                  .peak = "min(MBS, 2D-1)"},
    .color = 7,
    .parameters = kParameters,
    .generate = generate,
};

}  // namespace bubblescope
