// ZB-V: a wave with two chunks per device, whose W ops fill every bubble with the memory of 1F1B.
//
// Source  Qi et al. 2024, Pipeline Parallelism with Controllable Memory, §3; the order that its authors wrote by hand,
//         as in PyTorch's ScheduleZBVZeroBubble
// Shape   D devices, MBS microbatches, 2 chunks -> D lanes of 6*MBS ops, wave placement; any MBS >= 1
// Memory  a device needs at most D activations
// Bubble  0 within its longest span if F = I = W and MBS >= 2D-1; tests check it

#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// One device's lane: each step runs the next microbatch of its stage; steps beyond the last microbatch are left out.
class ZbVLane {
public:
    ZbVLane(const ScheduleInput& in, int device, Op* out)
        : m_microbatches(in.microbatches),
          m_stages{stageOf(Placement::Wave, in.devices, 0, device), stageOf(Placement::Wave, in.devices, 1, device)},
          m_out(out) {}

    void put(OpKind kind, int chunk) {
        const int microbatch = next(kind, chunk)++;
        if (microbatch < m_microbatches) *m_out++ = Op(kind, m_stages[chunk], microbatch);
    }
    int count(OpKind kind, int chunk) { return next(kind, chunk); }

private:
    int& next(OpKind kind, int chunk) { return m_next[static_cast<std::size_t>(kind)][chunk]; }

    int m_microbatches;
    int m_stages[2];
    Op* m_out;
    int m_next[kPipelineKinds][2] = {};
};

Result<Program> generate(const ScheduleInput& in) {
    using enum OpKind;
    constexpr int a = 0, b = 1;  // the chunks
    const int D = in.devices, n = std::max(2 * D - 1, in.microbatches);
    Program program = emptyProgram(Placement::Wave, D, 2, in.microbatches, true);
    for (int d = 0; d < D; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        ZbVLane lane(in, d, program.lane(LaneId(d)).data());
        const auto both = [&](int chunk) { lane.put(BackwardInput, chunk), lane.put(BackwardWeight, chunk); };
        for (int i = 0; i < 2 * (D - d) - 1; ++i) lane.put(Forward, a);
        for (int i = 0; i < d; ++i) lane.put(Forward, b), lane.put(Forward, a);
        for (int i = 0; i < D - d; ++i) lane.put(Forward, b), both(b);
        while (lane.count(Forward, b) < lane.count(Forward, a) || lane.count(Forward, a) < n) {
            if (lane.count(Forward, b) % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
            if (lane.count(Forward, a) < n) lane.put(Forward, a);
            both(a);
            lane.put(Forward, b);
            both(b);
        }
        for (int i = 0; i < d; ++i) lane.put(BackwardInput, a), lane.put(BackwardInput, b);
        for (int i = 0; i < D - d; ++i) both(a);
        for (const int chunk : {b, a})
            while (lane.count(BackwardWeight, chunk) < n) lane.put(BackwardWeight, chunk);
    }
    return program;
}

}  // namespace

const ScheduleKind kZbV = {
    .id = "zb-v",
    .title = "ZB-V",
    .source = "Qi et al. 2024, Pipeline Parallelism with Controllable Memory",
    .published = {.year = 2024,
                  .link = "https://arxiv.org/abs/2405.15362",
                  .bubble = "0 for F = I = W",
                  .total = "MBS(F+B) + (D-1)F/2 for F = I = W",
                  .peak = "min(MBS, D)"},
    .color = 8,
    .splitsBackward = true,
    .fixedChunks = 2,
    .placement = Placement::Wave,
    .generate = generate,
};

}  // namespace bubblescope
