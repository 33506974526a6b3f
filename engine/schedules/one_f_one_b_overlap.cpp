// 1F1B with overlap: a forward and a backward run as one op, so that the communication of each hides behind the
// computation of the other. The interleaved kind does the same over v model chunks per device.
//
// Source  NVIDIA, Megatron-LM: 1F1B in which the experts' all-to-all hides behind the other op of a fused pair; drawn
//         and run by github.com/Victarry/PP-Schedule-Visualization
// Shape   D devices, MBS microbatches, v chunks in groups of N (one chunk: v = 1) -> D lanes of 2*v*MBS ops, loop
//         placement; 2(D-1) + (v-1)N + 1 <= v*MBS. Many N that do not divide MBS deadlock
// Memory  device d needs at most 2(D-1-d) + (v-1)N + 2 chunk activations, or v*MBS: the forward of a fused pair counts
//         before its backward
// Bubble  (D-1)(F+B) of idle time on the last device, where F, B and FB are times of ops. The total for N = D, if D
//         divides MBS, is v*D(F+B) + (v*MBS - (v-1)D - 1)FB for free communication and B <= FB <= F+B; tests check it

#include "engine/schedules/group_walk.h"

namespace bubblescope {

namespace {

/// The number of forwards that a device runs before its first fused pair; device 0 runs the most.
long long warmup(const ScheduleInput& in, int device, int group) {
    return 2LL * (in.devices - 1 - device) + (in.chunks - 1LL) * group + 1;
}

/// Whether a schedule runs whose last group is smaller than the others, which have D: tried for all sizes up to 16
/// devices.
bool runsWithLastGroup(const ScheduleInput& in) {
    const int last = in.microbatches % in.devices;
    return in.chunks == 1 || last == 0 || last == in.devices - 1 || (in.chunks == 2 && last == 1);
}

Result<void> fits(const ScheduleInput& in) {
    const long long needed = warmup(in, 0, groupOf(in, in.devices));
    const long long forwards = static_cast<long long>(in.chunks) * in.microbatches;
    if (needed <= forwards) {
        if (groupOf(in, 0) > 0 || runsWithLastGroup(in)) return {};
        return Error{"needs a multiple of " + std::to_string(in.devices) + " microbatches or one fewer, has " +
                         std::to_string(in.microbatches) + ": the last group would deadlock",
                     "microbatches"};
    }
    const long long least = (needed + in.chunks - 1) / in.chunks;
    return Error{"needs at least " + std::to_string(least) + " microbatches, has " + std::to_string(in.microbatches) +
                     ": device 0 runs " + std::to_string(needed) + " forwards before its first fused F+B",
                 "microbatches"};
}

Result<Program> generate(const ScheduleInput& in) {
    return interleavedOrder(in, groupOf(in, in.devices), Steady::Pairs,
                            [&](int d, int group) { return warmup(in, d, group); });
}

constexpr Parameter kParameters[] = {kGroupParameter};

}  // namespace

const ScheduleKind kOneFOneBOverlap = {
    .id = "1f1b-overlap",
    .title = "1F1B Overlap",
    .source = "NVIDIA, Megatron-LM: 1F1B with overlapped expert communication",
    .published = {.year = 2025,
                  .link = "https://github.com/Victarry/PP-Schedule-Visualization",
                  .bubble = "(D-1)(F+B)",
                  .peak = "min(MBS, 2D)",
                  .needs = "MBS >= 2D-1"},
    .color = 3,
    .runsPairs = true,
    .fits = fits,
    .generate = generate,
};

const ScheduleKind kInterleavedOverlap = {
    .id = "interleaved-overlap",
    .title = "Interleaved Overlap",
    .source = "NVIDIA, Megatron-LM: interleaved 1F1B with overlapped expert communication",
    .published = {.year = 2025,
                  .link = "https://github.com/NVIDIA/Megatron-LM",
                  .bubble = "(D-1)(F+B)/v",
                  .peak = "min(MBS, (v+1)D/v)",
                  .needs = "v MBS >= (v+1)D - 1; MBS mod D is 0 or D-1, for v = 2 also 1"},
    .color = 5,
    .parameters = kParameters,
    .hasChunks = true,
    .runsPairs = true,
    .usualChunks = 2,
    .variant = chunkVariant,
    .fits = fits,
    .generate = generate,
};

}  // namespace bubblescope
