// Looped breadth-first: all microbatches pass through a chunk before the next chunk starts; backwards run in the
// opposite order.
//
// Source  Lamy-Poirier 2023, Breadth-First Pipeline Parallelism; in the order of PyTorch's ScheduleLoopedBFS
// Shape   D devices, MBS microbatches, v chunks -> D lanes of 2*v*MBS ops, loop placement; any MBS >= 1
// Memory  a device needs at most MBS activations, for all of its chunks
// Bubble  (D-1)(F+B)/v of idle time per device for equal stages, free communication and MBS >= D

#include "engine/schedules/schedule.h"

namespace bubblescope {

namespace {

Result<Program> generate(const ScheduleInput& in) {
    Program program = emptyProgram(Placement::Loop, in.devices, in.chunks, in.microbatches, false);
    for (int d = 0; d < in.devices; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        Op* out = program.lane(LaneId(d)).data();
        const auto stage = [&](int chunk) { return stageOf(Placement::Loop, in.devices, chunk, d); };
        for (int chunk = 0; chunk < in.chunks; ++chunk) {
            if (in.stop.stop_requested()) return cancelled();
            for (int m = 0; m < in.microbatches; ++m) *out++ = Op(OpKind::Forward, stage(chunk), m);
        }
        for (int chunk = in.chunks - 1; chunk >= 0; --chunk) {
            if (in.stop.stop_requested()) return cancelled();
            for (int m = in.microbatches - 1; m >= 0; --m) *out++ = Op(OpKind::Backward, stage(chunk), m);
        }
    }
    return program;
}

}  // namespace

const ScheduleKind kLoopedBfs = {
    .id = "looped-bfs",
    .title = "Looped BFS",
    .source = "Lamy-Poirier 2023, Breadth-First Pipeline Parallelism",
    .published = {.year = 2023, .link = "https://arxiv.org/abs/2211.05953", .bubble = "(D-1)(F+B)/v", .peak = "MBS"},
    .color = 5,
    .hasChunks = true,
    .usualChunks = 2,
    .variant = chunkVariant,
    .generate = generate,
};

}  // namespace bubblescope
