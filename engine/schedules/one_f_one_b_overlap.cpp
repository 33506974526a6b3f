// 1F1B with overlap: a forward and a backward run as one op, so that the communication of the one hides behind the
// other's computing.
//
// Source   Megatron-LM, 1F1B with batch-level overlap of all-to-all; the order follows a public emulator of it
// Shape    D devices, MBS microbatches, at least 2D-1 -> D lanes of 2*MBS ops
// Memory   device d holds at most 2(D-1-d) + 2 activations, the forward of a pair counted before its backward
// Bubble   checked by tests against the emulator's orders

#include "engine/schedules/group_walk.h"

namespace bubblescope {

namespace {

/// The forwards that device 0 runs first, the most of all.
long long warmup(const ScheduleInput& in, int device, int group) {
    return 2LL * (in.devices - 1 - device) + (in.chunks - 1LL) * group + 1;
}

Result<void> fits(const ScheduleInput& in) {
    const long long needed = warmup(in, 0, groupOf(in)), total = static_cast<long long>(in.chunks) * in.microbatches;
    if (needed <= total) return {};
    return Error{"needs " + std::to_string(needed) + " forwards before its first pair, has " + std::to_string(total) +
                     (in.chunks > 1 ? "; take more microbatches or a smaller group" : "; take more microbatches"),
                 "microbatches"};
}

Result<Program> generate(const ScheduleInput& in) {
    return interleavedOrder(in, groupOf(in), Steady::Pairs, [&](int d, int group) { return warmup(in, d, group); });
}

constexpr Parameter kParameters[] = {kGroupParameter};

}  // namespace

const ScheduleKind kOneFOneBOverlap = {
    .id = "1f1b-overlap",
    .title = "1F1B, overlapped",
    .source = "NVIDIA, Megatron-LM: 1F1B with overlap of the communication of experts",
    .color = 9,
    .fits = fits,
    .generate = generate,
};

const ScheduleKind kInterleavedOverlap = {
    .id = "interleaved-overlap",
    .title = "Interleaved, overlapped",
    .source = "NVIDIA, Megatron-LM: interleaved 1F1B with overlap of the communication of experts",
    .color = 6,
    .parameters = kParameters,
    .hasChunks = true,
    .usualChunks = 2,
    .variant = chunkVariant,
    .fits = fits,
    .generate = generate,
};

}  // namespace bubblescope
