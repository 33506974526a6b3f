// DualPipe: two streams of microbatches meet on every device. A forward of one stream and a backward of the other run
// as one op, so that the communication of each hides behind the computation of the other. DualPipeV folds this into a
// wave on half as many devices.
//
// Source  DeepSeek-AI 2024, DeepSeek-V3 Technical Report, §3.2.1 and figure 5, and github.com/deepseek-ai/DualPipe;
//         for the wave Sea AI Lab 2025, DualPipe could be better without the Dual
// Shape   DualPipe: D devices, even, MBS microbatches, even, at least 2D, half of them in each direction; DualPipeV: D
//         devices, MBS >= 2D, 2 chunks. D lanes, with whole and with split backwards
// Memory  a device needs at most D+1 activations, or D+1/2 for the wave; DualPipe needs two copies of the parameters
// Bubble  (D/2-1)(FB + B - 3W) of idle time per device for DualPipe, (D-1)(FB + B - 3W) for DualPipeV; tests check both

#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// One of the two streams, as seen by a device.
struct Phase {
    int stage = 0;
    int first = 0;  // microbatch
};

/// What distinguishes one device from another.
///
/// Shapes  half: H; `place` is H - 1 on the device nearest to the middle; count: microbatches per phase
struct PlaceOnWay {
    int half = 1, place = 0, count = 0;
    bool isMiddle() const { return place + 1 == half; }
    int weights() const { return std::max(0, 2 * half - place - 1); }  // W ops, as many as grad input ops
    std::size_t ops() const { return 4 * static_cast<std::size_t>(count) + static_cast<std::size_t>(weights()); }
};

/// Writes the lane of one device, in the eight steps in which its authors wrote it.
class EightSteps {
public:
    EightSteps(const PlaceOnWay& at, const Phase& near, const Phase& far, Op* out)
        : m_at(at), m_phases{near, far}, m_out(out) {
        m_open.reserve(static_cast<std::size_t>(at.weights()));
    }

    /// False if asked to stop.
    bool write(const std::stop_token& stop) {
        const int H = m_at.half, h = m_at.place, n = m_at.count;
        for (int i = 0; i < 2 * (H - h - 1); ++i) forward(0);
        for (int i = 0; i < h + 1; ++i) forward(0), forward(1);
        for (int i = 0; i < H - h - 1; ++i) input(1), weight(), forward(1);
        for (int i = 0; i < n - 2 * H + h + 1; ++i) {
            if (i % kOpsPerStopCheck == 0 && stop.stop_requested()) return false;
            if (i == 0 && m_at.isMiddle())
                forward(0), backward(1);
            else
                pair(0, 1);
            pair(1, 0);
        }
        for (int i = 0; i < H - h - 1; ++i) backward(1), pair(1, 0);
        // Halfway through, the backwards are split; on every other device that starts between the two streams.
        for (int i = 0; i <= h; ++i) {
            const int half = (h + 1) / 2;
            const bool isEarly = i > half || (i == half && h % 2 == 1);
            isEarly ? input(1) : backward(1);
            isEarly || i == half ? input(0) : backward(0);
        }
        for (int i = 0; i < H - h - 1; ++i) weight(), input(0);
        for (int i = 0; i < h + 1; ++i) weight();
        return true;
    }

private:
    Op nextForward(int phase) { return next(OpKind::Forward, phase, m_forwards[phase]); }
    Op next(OpKind kind, int phase, int& count) {
        const Phase& of = m_phases[phase];
        return Op(kind, of.stage, of.first + count++);
    }
    void forward(int phase) { *m_out++ = nextForward(phase); }
    void backward(int phase) { *m_out++ = next(OpKind::Backward, phase, m_backwards[phase]); }
    void input(int phase) {
        const Op op = next(OpKind::BackwardInput, phase, m_backwards[phase]);
        *m_out++ = op;
        m_open.emplace_back(OpKind::BackwardWeight, op.stage().value, op.microbatch().value);
    }
    void weight() { *m_out++ = m_open[m_closed++]; }
    void pair(int ofForward, int ofBackward) {
        *m_out++ = nextForward(ofForward).opening();
        *m_out++ = next(OpKind::Backward, ofBackward, m_backwards[ofBackward]).closing();
    }

    PlaceOnWay m_at;
    Phase m_phases[2];
    Op* m_out;
    int m_forwards[2] = {}, m_backwards[2] = {};
    std::vector<Op> m_open;  // pending W ops, in the order of their grad input ops
    std::size_t m_closed = 0;
};

/// The program of both kinds. `at(device)` is its place, `phases(device)` are its streams, the nearer one first.
template <class At, class Phases>
Result<Program> inEightSteps(const ScheduleInput& in, Placement placement, int chunks, At at, Phases phases) {
    const OpKindSet kinds{OpKind::Forward, OpKind::Backward, OpKind::BackwardInput, OpKind::BackwardWeight};
    std::vector<std::size_t> rows;
    for (int d = 0; d < in.devices; ++d) rows.push_back(at(d).ops());
    Program program = emptyProgram(placement, in.devices, chunks, in.microbatches, kinds, rows);
    program.hasPairs = true;
    for (int d = 0; d < in.devices; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        const auto [near, far] = phases(d);
        if (!EightSteps(at(d), near, far, program.lane(LaneId(d)).data()).write(in.stop)) return cancelled();
    }
    return program;
}

PlaceOnWay placeOnHalf(int device, int devices, int microbatches) {
    return {devices / 2, std::min(device, devices - 1 - device), microbatches / 2};
}
PlaceOnWay placeOnWave(int device, int devices, int microbatches) { return {devices, device, microbatches}; }

template <auto place>
long long countOps(const ScheduleInput& in) {
    long long ops = 0;
    for (int d = 0; d < in.devices; ++d) ops += static_cast<long long>(place(d, in.devices, in.microbatches).ops());
    return ops;
}

Result<void> fitsWave(const ScheduleInput& in) {
    if (in.microbatches >= 2 * in.devices) return {};
    return Error{"needs at least " + std::to_string(2 * in.devices) + " microbatches, twice the " +
                     std::to_string(in.devices) + " devices, has " + std::to_string(in.microbatches),
                 "microbatches"};
}

Result<void> fits(const ScheduleInput& in) {
    if (in.devices % 2 != 0)
        return Error{"needs an even number of devices, has " + std::to_string(in.devices), "devices"};
    if (auto ok = fitsWave(in); !ok) return ok;
    if (in.microbatches % 2 == 0) return {};
    return Error{"needs an even number of microbatches, has " + std::to_string(in.microbatches), "microbatches"};
}

Result<Program> generate(const ScheduleInput& in) {
    const auto at = [&](int d) { return placeOnHalf(d, in.devices, in.microbatches); };
    return inEightSteps(in, Placement::Opposite, 1, at, [&](int d) {
        const Phase down{d, 0}, up{stageOf(Placement::Opposite, in.devices, 1, d), in.microbatches / 2};
        return d < in.devices / 2 ? std::pair(down, up) : std::pair(up, down);
    });
}

Result<Program> generateWave(const ScheduleInput& in) {
    const auto at = [&](int d) { return placeOnWave(d, in.devices, in.microbatches); };
    return inEightSteps(in, Placement::Wave, 2, at, [&](int d) {
        return std::pair(Phase{stageOf(Placement::Wave, in.devices, 0, d), 0},
                         Phase{stageOf(Placement::Wave, in.devices, 1, d), 0});
    });
}

}  // namespace

const ScheduleKind kDualPipe = {
    .id = "dualpipe",
    .title = "DualPipe",
    .source = "DeepSeek-AI 2024, DeepSeek-V3 Technical Report",
    .published = {.year = 2024,
                  .link = "https://arxiv.org/abs/2412.19437",
                  .bubble = "(D/2-1)(FB+B-3W) for F = I = W",
                  .peak = "D+1",
                  .needs = "even D; even MBS; MBS >= 2D"},
    .color = 6,
    .splitsBackward = true,
    .runsPairs = true,
    .placement = Placement::Opposite,
    .fits = fits,
    .ops = countOps<placeOnHalf>,
    .generate = generate,
};

const ScheduleKind kDualPipeV = {
    .id = "dualpipe-v",
    .title = "DualPipeV",
    .source = "Sea AI Lab 2025, DualPipe could be better without the Dual; DeepSeek-AI, DualPipe",
    .published = {.year = 2025,
                  .link = "https://huggingface.co/blog/ufotalent/cut-in-half",
                  .bubble = "(D-1)(FB+B-3W)/2 for F = I = W",
                  .peak = "D + 1/2",
                  .needs = "MBS >= 2D"},
    .color = 9,
    .splitsBackward = true,
    .runsPairs = true,
    .fixedChunks = 2,
    .placement = Placement::Wave,
    .fits = fitsWave,
    .ops = countOps<placeOnWave>,
    .generate = generateWave,
};

}  // namespace bubblescope
