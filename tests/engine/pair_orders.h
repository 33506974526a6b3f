#pragma once

// DualPipe: two streams of microbatches meet on every device, a forward of the one and a backward of the other run as
// one op, whose communication each hides behind the other's computing. DualPipeV folds it into a wave of half as many
// devices.
//
// Source   DeepSeek-AI 2024, DeepSeek-V3 Technical Report, §3.2.1, and github.com/deepseek-ai/DualPipe; for the wave
//          Sea AI Lab 2025, DualPipe could be better without the Dual
// Shape    DualPipe: D devices, even, MBS microbatches, even, at least 2D, half of them in each direction; DualPipeV: D
//          devices, MBS >= 2D, 2 chunks. D lanes, of whole backwards and of halves
// Memory   a device holds at most D+1 activations; and two copies of its parameters
// Bubble   (D/2-1)(FB + B - 3W) of idle a device for DualPipe, (D-1)(FB + B - 3W) for DualPipeV; the tests check both

#include "engine/program/program.h"

#include <algorithm>
#include <deque>

namespace bubblescope::test {

/// One of the two streams as a device has it.
struct Phase {
    int stage = 0;
    int first = 0;  // microbatch
};

/// What tells one device from another.
///
/// Shapes  half: H, at the device that is most in the middle `place` is H - 1; count: microbatches a phase
struct PlaceOnWay {
    int half = 1, place = 0, count = 0;
    bool isMiddle() const { return place + 1 == half; }
};

/// The lane of one device, in the eight steps in which its authors wrote it.
class EightSteps {
public:
    EightSteps(const PlaceOnWay& at, const Phase& near, const Phase& far) : m_at(at), m_phases{near, far} {
        m_ops.reserve(static_cast<std::size_t>(5 * at.count));
    }

    std::vector<Op> take() {
        const int H = m_at.half, h = m_at.place, n = m_at.count;
        for (int i = 0; i < 2 * (H - h - 1); ++i) forward(0);
        for (int i = 0; i < h + 1; ++i) forward(0), forward(1);
        for (int i = 0; i < H - h - 1; ++i) input(1), weight(), forward(1);
        for (int i = 0; i < n - 2 * H + h + 1; ++i) {
            if (i == 0 && m_at.isMiddle())
                forward(0), backward(1);
            else
                pair(0, 1);
            pair(1, 0);
        }
        for (int i = 0; i < H - h - 1; ++i) backward(1), pair(1, 0);
        // Half way the backwards are split, on every other device between the two streams.
        for (int i = 0; i <= h; ++i) {
            const int half = (h + 1) / 2;
            const bool isEarly = i > half || (i == half && h % 2 == 1);
            isEarly ? input(1) : backward(1);
            isEarly || i == half ? input(0) : backward(0);
        }
        for (int i = 0; i < H - h - 1; ++i) weight(), input(0);
        for (int i = 0; i < h + 1; ++i) weight();
        return std::move(m_ops);
    }

private:
    Op nextForward(int phase) { return next(OpKind::Forward, phase, m_forwards[phase]); }
    Op next(OpKind kind, int phase, int& count) {
        const Phase& of = m_phases[phase];
        return Op(kind, of.stage, of.first + count++);
    }
    void forward(int phase) { m_ops.push_back(nextForward(phase)); }
    void backward(int phase) { m_ops.push_back(next(OpKind::Backward, phase, m_backwards[phase])); }
    void input(int phase) {
        const Op op = next(OpKind::BackwardInput, phase, m_backwards[phase]);
        m_ops.push_back(op);
        m_open.emplace_back(OpKind::BackwardWeight, op.stage().value, op.microbatch().value);
    }
    void weight() {
        m_ops.push_back(m_open.front());
        m_open.pop_front();
    }
    void pair(int ofForward, int ofBackward) {
        m_ops.push_back(nextForward(ofForward).opening());
        m_ops.push_back(next(OpKind::Backward, ofBackward, m_backwards[ofBackward]).closing());
    }

    PlaceOnWay m_at;
    Phase m_phases[2];
    int m_forwards[2] = {}, m_backwards[2] = {};
    std::deque<Op> m_open;  // weight halves that have not run
    std::vector<Op> m_ops;
};

inline Program dualPipe(int D, int microbatches) {
    const int half = D / 2, count = microbatches / 2;
    std::vector<std::vector<Op>> lanes;
    for (int d = 0; d < D; ++d) {
        const Phase down{d, 0}, up{stageOf(Placement::Opposite, D, 1, d), count};
        const PlaceOnWay at{half, std::min(d, D - 1 - d), count};
        lanes.push_back(d < half ? EightSteps(at, down, up).take() : EightSteps(at, up, down).take());
    }
    return programOf(Placement::Opposite, D, 1, microbatches, lanes);
}

inline Program dualPipeV(int D, int microbatches) {
    std::vector<std::vector<Op>> lanes;
    for (int d = 0; d < D; ++d) {
        const Phase down{stageOf(Placement::Wave, D, 0, d), 0}, up{stageOf(Placement::Wave, D, 1, d), 0};
        lanes.push_back(EightSteps({D, d, microbatches}, down, up).take());
    }
    return programOf(Placement::Wave, D, 2, microbatches, lanes);
}

}  // namespace bubblescope::test
