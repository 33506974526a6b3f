// Interleaved zero bubble: interleaved 1F1B with a split backward, whose W ops are placed as in ZB-H1.
//
// Source  Qi et al. 2023, Zero Bubble Pipeline Parallelism; in the order of PyTorch's pipelining
// Shape   D devices, MBS microbatches in groups of N, v chunks -> D lanes of 3*v*MBS ops, loop placement. Some N that
//         do not divide MBS deadlock
// Memory  checked by tests only against the simulated curve
// Bubble  checked by tests against PyTorch's orders

#include "engine/schedules/group_walk.h"

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    return interleavedOrder(in, groupOf(in, in.devices), Steady::Halves,
                            [&](int d, int group) { return in.devices - 1LL - d + (in.chunks - 1LL) * group; });
}

constexpr Parameter kParameters[] = {kGroupParameter, kWarmupParameter};

}  // namespace

const ScheduleKind kInterleavedZb = {
    .id = "interleaved-zb",
    .title = "Interleaved ZB",
    .source = "Qi et al. 2023, Zero Bubble Pipeline Parallelism; order of PyTorch's ScheduleInterleavedZeroBubble",
    .published = {.year = 2023,
                  .link = "https://arxiv.org/abs/2401.10241",
                  .bubble = "(D-1)max(I, F+I-W)/v",
                  .total = "MBS(F+B) + (D-1)max(F, I, F+I-W)/v",
                  .peak = "min(MBS, D)"},
    .color = 8,
    .parameters = kParameters,
    .hasChunks = true,
    .splitsBackward = true,
    .usualChunks = 2,
    .variant = chunkVariant,
    .generate = generate,
};

}  // namespace bubblescope
