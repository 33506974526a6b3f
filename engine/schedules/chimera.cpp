// Chimera: two pipelines of opposite directions share the devices, and each fills the bubbles of the other.
//
// Source  Li and Hoefler 2021, Chimera: Efficiently Training Large-Scale Neural Networks with Bidirectional Pipelines
// Shape   D devices, even, MBS microbatches, even, half of them in each direction -> D lanes of 2*MBS ops
// Memory  per direction, stage s needs at most D-s activations; and two copies of the parameters
// Bubble  (D-2)max(F, B) of idle time per device for MBS = D; tests check it
// Cost    about 10 ns per op; the order is that of a list schedule with F = 1 and B = 2, one nominal time slot after
//         another

#include "engine/schedules/schedule.h"

#include <array>

namespace bubblescope {

namespace {

constexpr int kNominalForward = 1, kNominalBackward = 2;

/// Of all ops that can start, runs the one that can start earliest; ties go to backwards, then to the lower microbatch
/// of its line, then to the line that goes down. Ops that start at the same time do not depend on each other, so each
/// device chooses for itself.
class ListOrder {
public:
    ListOrder(const ScheduleInput& in, Program& program)
        : m_in(in), m_count(in.microbatches / 2), m_devices(static_cast<std::size_t>(in.devices)) {
        for (int d = 0; d < in.devices; ++d) deviceAt(d).out = program.lane(LaneId(d)).data();
        for (const int line : {0, 1}) {
            const int first = deviceOf(line, 0);
            lineAt(first, line).forwardsReady = m_count;
            m_visits[0].push_back(first);
        }
    }

    /// Writes all ops; false if asked to stop.
    bool run() {
        const std::size_t all = m_devices.size() * 2 * static_cast<std::size_t>(m_in.microbatches);
        std::size_t ran = 0, ranAtLook = 0;
        for (int now = 0; ran < all; ++now) {
            std::vector<Result>& results = m_results[slotOf(now)];
            std::vector<int>& visits = m_visits[slotOf(now)];
            for (const Result& result : results) {
                Line& line = lineAt(result.device, result.line);
                ++(result.isForward ? line.forwardsReady : line.backwardsReady);
                visits.push_back(result.device);
            }
            results.clear();
            for (const int device : visits) ran += startOn(device, now);
            visits.clear();
            if (ran - ranAtLook < kOpsPerStopCheck) continue;
            if (m_in.stop.stop_requested()) return false;
            m_in.progress.note(ran, all);
            ranAtLook = ran;
        }
        m_in.progress.note(all - 1, all);
        return true;
    }

private:
    /// A device's stage of one line: how many of its microbatches can start, and how many have started. They run in
    /// order.
    struct Line {
        int forwardsReady = 0, forwards = 0, backwardsReady = 0, backwards = 0;
    };
    struct Device {
        std::array<Line, 2> lines;
        int freeAt = 0;
        Op* out = nullptr;
    };
    /// A result that lets the next forward, or backward, of a line start on a device.
    struct Result {
        int device, line;
        bool isForward;
    };
    /// No op ends later than this many time slots ahead.
    static constexpr std::size_t kSlots = kNominalBackward + 1;

    static std::size_t slotOf(int moment) { return static_cast<std::size_t>(moment) % kSlots; }
    Device& deviceAt(int device) { return m_devices[static_cast<std::size_t>(device)]; }
    Line& lineAt(int device, int line) { return deviceAt(device).lines[static_cast<std::size_t>(line)]; }
    int deviceOf(int line, int stage) const { return line == 0 ? stage : m_in.devices - 1 - stage; }

    /// Starts the op that a device should run now, if there is one; returns how many ops that is.
    std::size_t startOn(int device, int now) {
        const Device& on = deviceAt(device);
        if (on.freeAt > now) return 0;
        const auto& [down, up] = on.lines;
        const auto pick = [](bool isDown, bool isUp, int ofDown, int ofUp) {
            return isDown && isUp ? (ofDown <= ofUp ? 0 : 1) : isDown ? 0 : isUp ? 1 : -1;
        };
        const int backward =
            pick(down.backwards < down.backwardsReady, up.backwards < up.backwardsReady, down.backwards, up.backwards);
        if (backward >= 0) return start(device, backward, false, now);
        const auto hasForward = [&](const Line& line, int stage) {
            return line.forwards < line.forwardsReady && line.forwards - line.backwards < m_in.devices - stage;
        };
        const int forward =
            pick(hasForward(down, device), hasForward(up, m_in.devices - 1 - device), down.forwards, up.forwards);
        return forward >= 0 ? start(device, forward, true, now) : 0;
    }

    std::size_t start(int device, int line, bool isForward, int now) {
        const int D = m_in.devices, stage = deviceOf(line, device);
        Line& of = lineAt(device, line);
        int& next = isForward ? of.forwards : of.backwards;
        *deviceAt(device).out++ =
            Op(isForward ? OpKind::Forward : OpKind::Backward, line * D + stage, line * m_count + next++);
        const int end = now + (isForward ? kNominalForward : kNominalBackward);
        deviceAt(device).freeAt = end;
        m_visits[slotOf(end)].push_back(device);
        std::vector<Result>& results = m_results[slotOf(end)];
        if (isForward && stage + 1 < D)
            results.push_back({deviceOf(line, stage + 1), line, true});
        else if (isForward)
            results.push_back({device, line, false});
        else if (stage > 0)
            results.push_back({deviceOf(line, stage - 1), line, false});
        return 1;
    }

    const ScheduleInput& m_in;
    int m_count;  // microbatches per line
    std::vector<Device> m_devices;
    // Per upcoming time slot: results that arrive then, and devices that may have something to start.
    std::array<std::vector<Result>, kSlots> m_results;
    std::array<std::vector<int>, kSlots> m_visits;
};

Result<void> fits(const ScheduleInput& in) {
    if (in.devices % 2 != 0)
        return Error{"needs an even number of devices, has " + std::to_string(in.devices), "devices"};
    if (in.microbatches % 2 == 0) return {};
    return Error{"needs an even number of microbatches, has " + std::to_string(in.microbatches), "microbatches"};
}

Result<Program> generate(const ScheduleInput& in) {
    Program program = emptyProgram(Placement::Opposite, in.devices, 1, in.microbatches, false);
    if (!ListOrder(in, program).run()) return cancelled();
    return program;
}

}  // namespace

const ScheduleKind kChimera = {
    .id = "chimera",
    .title = "Chimera",
    .source =
        "Li and Hoefler 2021, Chimera: Efficiently Training Large-Scale Neural Networks with Bidirectional "
        "Pipelines",
    .published = {.year = 2021,
                  .link = "https://arxiv.org/abs/2107.06925",
                  .bubble = "(D-2)max(F, B) for MBS = D",
                  .peak = "min(MBS, D+1) for D > 2",
                  .needs = "even D; even MBS"},
    .color = 9,
    .placement = Placement::Opposite,
    .fits = fits,
    .generate = generate,
};

}  // namespace bubblescope
