// Interleaved 1F1B: 1F1B over v model chunks per device, so that warm-up and cool-down steps are 1/v as long.
//
// Source  Narayanan et al. 2021, Megatron-LM, §2.2.2; groups of any size as PyTorch and Megatron-LM run them
// Shape   D devices, MBS microbatches in groups of N, v chunks -> D lanes of 2*v*MBS ops, loop placement. Some N that
//         do not divide MBS deadlock
// Memory  device d needs at most min(2(D-1-d) + (v-1)N + 1, v*MBS) chunk activations
// Bubble  (D-1)/(v*MBS+D-1) for equal stages, free communication and N = D; tests/engine/tst_schedules.cpp checks it

#include "engine/schedules/group_walk.h"

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    return interleavedOrder(in, groupOf(in, usualGroup(in.devices, in.microbatches)), Steady::Alternate,
                            [&](int d, int group) { return 2LL * (in.devices - 1 - d) + (in.chunks - 1LL) * group; });
}

constexpr Parameter kParameters[] = {
    {
        .key = kGroupParameter.key,
        .meaning = "N, the number of microbatches that pass through all chunks before the next group does; default: "
                   "the size of as many equal groups of at least D as possible",
        .least = kGroupParameter.least,
        .most = kGroupParameter.most,
    },
    kWarmupParameter,
};

}  // namespace

const ScheduleKind kInterleavedOneFOneB = {
    .id = "interleaved-1f1b",
    .title = "Interleaved 1F1B",
    .source = "Narayanan et al. 2021, Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
    .published = {.year = 2021,
                  .link = "https://arxiv.org/abs/2104.04473",
                  .bubble = "(D-1)(F+B)/v",
                  .peak = "min(MBS, (2D-1 + (v-1)N)/v)"},
    .color = 2,
    .parameters = kParameters,
    .hasChunks = true,
    .usualChunks = 2,
    .variant = chunkVariant,
    .generate = generate,
};

}  // namespace bubblescope
