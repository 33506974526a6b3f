// Interleaved 1F1B: 1F1B over v model chunks a device, so that warm-up and cool-down steps are 1/v as long.
//
// Source   Narayanan et al. 2021, Megatron-LM, §2.2.2
// Shape    D devices, MBS microbatches (a multiple of D), v chunks -> D lanes of 2*v*MBS ops, loop placement
// Memory   device d holds at most min(2(D-1-d) + (v-1)D + 1, v*MBS) chunk activations
// Bubble   (D-1)/(v*MBS+D-1) for equal stages and free communication; tests/engine/tst_schedules.cpp checks it

#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Walks (chunk, microbatch) in Megatron's order: for each group of D microbatches every chunk in turn,
/// upwards for forwards and downwards for backwards.
class GroupWalk {
public:
    GroupWalk(const ScheduleInput& in, int firstChunk, int chunkStep)
        : m_group(in.devices), m_chunks(in.chunks), m_first(firstChunk), m_step(chunkStep), m_chunk(firstChunk) {}

    int chunk() const { return m_chunk; }
    int microbatch() const { return m_groupBegin + m_inGroup; }

    void advance() {
        if (++m_inGroup < m_group) return;
        m_inGroup = 0;
        m_chunk += m_step;
        if (m_chunk >= 0 && m_chunk < m_chunks) return;
        m_chunk = m_first;
        m_groupBegin += m_group;
    }

private:
    int m_group, m_chunks, m_first, m_step;
    int m_chunk;
    int m_groupBegin = 0;
    int m_inGroup = 0;
};

Result<Program> generate(const ScheduleInput& in) {
    const int D = in.devices, v = in.chunks;
    Program program = emptyProgram(Placement::Loop, D, v, in.microbatches, false);
    const long long total = static_cast<long long>(v) * in.microbatches;
    for (int d = 0; d < D; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        GroupWalk forwards(in, 0, 1), backwards(in, v - 1, -1);
        Op* out = program.lane(LaneId(d)).data();
        const auto put = [&](OpKind kind, GroupWalk& walk) {
            *out++ = Op(kind, stageOf(Placement::Loop, D, walk.chunk(), d), walk.microbatch());
            walk.advance();
        };
        const long long warmup = std::min(2LL * (D - 1 - d) + static_cast<long long>(v - 1) * D, total);
        for (long long k = 0; k < warmup; ++k) put(OpKind::Forward, forwards);
        for (long long k = warmup; k < total; ++k) {
            if (k % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
            put(OpKind::Forward, forwards);
            put(OpKind::Backward, backwards);
        }
        if (in.stop.stop_requested()) return cancelled();
        for (long long k = 0; k < warmup; ++k) put(OpKind::Backward, backwards);
    }
    return program;
}

}  // namespace

const ScheduleKind kInterleavedOneFOneB = {
    .id = "interleaved-1f1b",
    .title = "Interleaved 1F1B",
    .source = "Narayanan et al. 2021, Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
    .color = 2,
    .hasChunks = true,
    .usualChunks = 2,
    .variant = chunkVariant,
    .fits = fitsRounds,
    .generate = generate,
};

}  // namespace bubblescope
