#pragma once

#include "engine/scenario/scenario.h"
#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

/// The parameter `group` of interleaved kinds: N.
inline constexpr Parameter kGroupParameter{
    .key = "group",
    .word = "group (microbatches)",
    .meaning = "N, the number of microbatches that pass through all chunks before the next group does; default: D",
    .least = 1,
    .most = kMaxMicrobatches,
};

/// The parameter `warmup` of kinds whose devices start with some forwards.
inline constexpr Parameter kWarmupParameter{
    .key = "warmup",
    .word = "extra warm-up forwards",
    .meaning =
        "extra forwards that each device runs at the start, beyond those of the published order, so that more results "
        "are ready",
    .least = 0,
    .most = kMaxMicrobatches,
    .usual = 0,
};
/// The given value, or 0.
int moreWarmup(const ScheduleInput& in);

/// N as given, or else `usual`.
int groupOf(const ScheduleInput& in, int usual);

/// The group size when the microbatches are divided into as many groups of at least D as possible, as equal as
/// possible.
int usualGroup(int devices, int microbatches);

/// Walks (chunk, microbatch) in the order of interleaved schedules: for each group of N microbatches, the last of which
/// may be smaller, every chunk in turn, upwards for forwards and downwards for backwards.
class GroupWalk {
public:
    enum class Way { Up, Down };

    GroupWalk(const ScheduleInput& in, int group, Way way)
        : m_group(group),
          m_chunks(in.chunks),
          m_microbatches(in.microbatches),
          m_first(way == Way::Up ? 0 : in.chunks - 1),
          m_step(way == Way::Up ? 1 : -1),
          m_chunk(m_first),
          m_inThis(std::min(group, in.microbatches)) {}

    int chunk() const { return m_chunk; }
    int microbatch() const { return m_groupBegin + m_inGroup; }

    void advance() {
        if (++m_inGroup < m_inThis) return;
        m_inGroup = 0;
        m_chunk += m_step;
        if (m_chunk >= 0 && m_chunk < m_chunks) return;
        m_chunk = m_first;
        m_groupBegin += m_group;
        m_inThis = std::min(m_group, m_microbatches - m_groupBegin);
    }

private:
    int m_group, m_chunks, m_microbatches, m_first, m_step;
    int m_chunk;
    int m_inThis;  // in the current group
    int m_groupBegin = 0;
    int m_inGroup = 0;
};

/// What a device runs after its first forwards, as long as forwards remain.
enum class Steady {
    Alternate,  // F, then B
    Pairs,      // F and B fused into one op
    Halves      // F, then I, and after the d-th I also a W each; the remaining W at the end
};

/// The order of kinds in which a device runs some forwards first, then alternates forwards and backwards, then runs the
/// remaining backwards, both along a GroupWalk.
///
/// Shapes  warmup(device, N): the number of forwards at the start, at most all of them
template <class Warmup>
Result<Program> interleavedOrder(const ScheduleInput& in, int group, Steady steady, Warmup warmup) {
    const int D = in.devices;
    const bool isSplit = steady == Steady::Halves;
    Program program = emptyProgram(Placement::Loop, D, in.chunks, in.microbatches, isSplit);
    program.hasPairs = steady == Steady::Pairs;
    const OpKind backward = isSplit ? OpKind::BackwardInput : OpKind::Backward;
    const long long total = static_cast<long long>(in.chunks) * in.microbatches;
    for (int d = 0; d < D; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        GroupWalk forwards(in, group, GroupWalk::Way::Up), backwards(in, group, GroupWalk::Way::Down);
        GroupWalk weights = backwards;
        Op* out = program.lane(LaneId(d)).data();
        const auto next = [&](OpKind kind, GroupWalk& walk) {
            const Op op(kind, stageOf(Placement::Loop, D, walk.chunk(), d), walk.microbatch());
            walk.advance();
            return op;
        };
        const long long first = std::min<long long>(warmup(d, group) + moreWarmup(in), total);
        long long inputs = 0;
        const auto putBackward = [&] {
            *out++ = next(backward, backwards);
            if (isSplit && inputs++ >= d) *out++ = next(OpKind::BackwardWeight, weights);
        };
        for (long long k = 0; k < first; ++k) *out++ = next(OpKind::Forward, forwards);
        for (long long k = first; k < total; ++k) {
            if (k % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
            const Op forward = next(OpKind::Forward, forwards);
            if (steady == Steady::Pairs) {
                *out++ = forward.opening();
                *out++ = next(backward, backwards).closing();
                continue;
            }
            *out++ = forward;
            putBackward();
        }
        if (in.stop.stop_requested()) return cancelled();
        for (long long k = 0; k < first; ++k) putBackward();
        for (long long k = 0; isSplit && k < std::min<long long>(d, total); ++k)
            *out++ = next(OpKind::BackwardWeight, weights);
    }
    return program;
}

}  // namespace bubblescope
