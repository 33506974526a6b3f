#include "engine/analysis/held_activations.h"

#include "engine/analysis/held_count.h"

#include <algorithm>
#include <cassert>

namespace bubblescope {

namespace {

constexpr std::size_t kBlock = 64;
constexpr Row kSteppedRowsPerStopCheck = 1 << 16;

/// An event as one number that sorts by time: twice the time, plus one if an activation is added. Unsigned, because
/// twice kMaxTime is not a Time.
Time eventAt(Time time, bool comes) {
    return static_cast<Time>(2 * static_cast<std::uint64_t>(time) + (comes ? 1u : 0u));
}
Time timeOf(Time event) { return static_cast<Time>(static_cast<std::uint64_t>(event) >> 1); }
bool isEarlier(Time a, Time b) { return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b); }

/// Memory for the events of each worker: two for every backward that it runs. Empty if asked to stop.
std::vector<HeldActivations> roomForEvents(const Program& program, const std::stop_token& stop) {
    std::vector<std::size_t> backwards(static_cast<std::size_t>(program.workers));
    for (const Lane& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row) {
            if ((row - lane.begin) % kSteppedRowsPerStopCheck == 0 && stop.stop_requested()) return {};
            if (program.ops[row].kind() == OpKind::Backward) ++backwards[lane.worker.index()];
        }
    std::vector<HeldActivations> held(backwards.size());
    for (std::size_t worker = 0; worker < held.size(); ++worker) held[worker].at.reserve(2 * backwards[worker]);
    return held;
}

WorkerId workerOfBackward(const Program& program, Op forward) {
    const Op backward(OpKind::Backward, forward.stage().value, forward.microbatch().value);
    return program.workerOfRow(program.needs.rowOfStep[program.stepOf(backward)]);
}

void addBlocks(HeldActivations& held) {
    const std::size_t steps = held.held.size();
    for (std::size_t begin = 0; begin < steps; begin += kBlock) {
        const auto first = held.held.begin() + static_cast<std::ptrdiff_t>(begin);
        held.blockMost.push_back(
            *std::max_element(first, first + static_cast<std::ptrdiff_t>(std::min(kBlock, steps - begin))));
    }
}

/// Turns events into steps, in place.
void toSteps(HeldActivations& held) {
    Column<Time>& at = held.at;
    if (!std::is_sorted(at.begin(), at.end(), isEarlier)) std::sort(at.begin(), at.end(), isEarlier);
    held.held.reserve(at.size());
    std::int32_t count = 0;
    std::size_t steps = 0;
    for (std::size_t event = 0; event < at.size();) {
        const Time time = timeOf(at[event]);
        for (; event < at.size() && timeOf(at[event]) == time; ++event) count += (at[event] & 1) != 0 ? 1 : -1;
        at[steps++] = time;
        held.held.push_back(static_cast<float>(count));
    }
    at.resize(steps);
    addBlocks(held);
}

/// The steps of the activations of a pipeline's lane.
class LaneSteps {
public:
    LaneSteps(const Program& program, const Holding& holding, HeldActivations& out)
        : m_chunks(program.chunks() * program.pieces), m_count{holding}, m_out(out) {}

    void run(OpKind kind, Time start, Time end) {
        const double recomputed = m_count.recomputedBy(kind);
        if (recomputed > 0) step(start, recomputed);
        m_count.run(kind);
        step(kind == OpKind::Forward ? start : end, 0);
    }

private:
    void step(Time time, double more) {
        const auto shown = static_cast<float>((m_count.held() + more) / m_chunks);
        if (!m_out.at.empty() && m_out.at.back() == time) {
            m_out.held.back() = shown;
            return;
        }
        m_out.at.push_back(time);
        m_out.held.push_back(shown);
    }

    int m_chunks;
    HeldCount m_count;
    HeldActivations& m_out;
};

}  // namespace

double HeldActivations::heldAt(Time time) const {
    const auto after = std::upper_bound(at.begin(), at.end(), time) - at.begin();
    return after == 0 ? 0 : held[static_cast<std::size_t>(after - 1)];
}

double HeldActivations::mostWithin(Time begin, Time end) const {
    auto most = static_cast<float>(heldAt(begin));
    auto step = static_cast<std::size_t>(std::upper_bound(at.begin(), at.end(), begin) - at.begin());
    const auto last = static_cast<std::size_t>(std::upper_bound(at.begin(), at.end(), end) - at.begin());
    while (step < last) {
        const bool isBlock = step % kBlock == 0 && step + kBlock <= last;
        most = std::max(most, isBlock ? blockMost[step / kBlock] : held[step]);
        step += isBlock ? kBlock : 1;
    }
    return most;
}

double HeldActivations::most() const {
    return blockMost.empty() ? 0 : *std::max_element(blockMost.begin(), blockMost.end());
}

std::size_t HeldActivations::bytes() const { return at.size() * sizeof(Time) + held.size() * sizeof(float); }

namespace {

std::vector<HeldActivations> heldByScheme(const Timeline& timeline, const std::stop_token& stop) {
    const Program& program = *timeline.program;
    std::vector<HeldActivations> held = roomForEvents(program, stop);
    if (held.empty()) return {};
    for (const Lane& lane : program.lanes) {
        if (!lane.isWork()) continue;
        for (Row row = lane.begin; row < lane.end; ++row) {
            if ((row - lane.begin) % kSteppedRowsPerStopCheck == 0 && stop.stop_requested()) return {};
            const Op op = program.ops[row];
            const bool comes = op.kind() == OpKind::Forward;
            const WorkerId holder = comes ? workerOfBackward(program, op) : lane.worker;
            held[holder.index()].at.push_back(eventAt(timeline.startOf(row), comes));
        }
    }
    for (HeldActivations& worker : held) {
        if (stop.stop_requested()) return {};
        toSteps(worker);
    }
    return held;
}

/// One per op, and one more for each backward that recomputes.
std::size_t mostStepsOf(const Program& program, const Lane& lane, const Holding& holding) {
    const HeldCount count{holding};
    std::size_t steps = lane.size();
    for (Row row = lane.begin; row < lane.end; ++row) steps += count.recomputedBy(program.ops[row].kind()) > 0;
    return steps;
}

}  // namespace

std::vector<HeldActivations> heldActivations(const Timeline& timeline, const Holding& holding,
                                             const std::stop_token& stop) {
    const Program& program = *timeline.program;
    if (!program.needs.isByStage()) return heldByScheme(timeline, stop);
    std::vector<HeldActivations> held(static_cast<std::size_t>(program.workers));
    for (const Lane& lane : program.lanes) {
        if (!lane.isWork()) continue;
        HeldActivations& worker = held[lane.worker.index()];
        assert(worker.at.empty() && "one lane of a worker computes");
        const std::size_t steps = mostStepsOf(program, lane, holding);
        worker.at.reserve(steps);
        worker.held.reserve(steps);
        LaneSteps counted(program, holding, worker);
        for (Row row = lane.begin; row < lane.end; ++row) {
            if ((row - lane.begin) % kSteppedRowsPerStopCheck == 0 && stop.stop_requested()) return {};
            counted.run(program.ops[row].kind(), timeline.startOf(row), timeline.end[row]);
        }
        addBlocks(worker);
    }
    return held;
}

}  // namespace bubblescope
