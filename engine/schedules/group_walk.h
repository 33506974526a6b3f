#pragma once

#include "engine/scenario/scenario.h"
#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

/// The parameter `group` of interleaved kinds: N.
inline constexpr Parameter kGroupParameter{
    .key = "group",
    .meaning = "N, the microbatches that go through all chunks before the next ones do; without it D",
    .least = 1,
    .most = kMaxMicrobatches,
};

/// The parameter `warmup` of kinds whose devices run some forwards first.
inline constexpr Parameter kWarmupParameter{
    .key = "warmup",
    .meaning = "forwards that each device runs first, beside those of the published order, so that more are ready",
    .least = 0,
    .most = kMaxMicrobatches,
    .usual = 0,
};
/// As given, else none.
int moreWarmup(const ScheduleInput& in);

/// N: as given, else `usual`.
int groupOf(const ScheduleInput& in, int usual);

/// As many groups of at least D microbatches as there can be, as equal as they can be: how many each has.
int usualGroup(int devices, int microbatches);

/// Walks (chunk, microbatch) as interleaved orders go: for each group of N microbatches, of which the last may be
/// smaller, every chunk in turn, upwards for forwards and downwards for backwards.
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
    int m_inThis;  // of the group at hand
    int m_groupBegin = 0;
    int m_inGroup = 0;
};

/// What a device does once its first forwards have run, as long as there are more.
enum class Steady {
    Alternate,  // F, then B
    Pairs,      // F and B as one op
    Halves      // F, then I, and once the d-th I has run a W after each: the other W at the end
};

/// The order of kinds that run some forwards of a device first, then forwards and backwards in turn, then the other
/// backwards, both along a GroupWalk.
///
/// Shapes  warmup(device, N): how many forwards come first, at most all of them
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
