#include "engine/schedules/order_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

Time timeOf(const Durations& durations, const OrderProblem& problem, int stage, OpKind kind) {
    return durations.of(kind, WorkerId(problem.deviceOf(stage)), placeOf(stage, problem.stages()));
}

/// Adds the hops of results to the times of ops.
void sendWithin(OrderProblem& problem) {
    for (std::size_t stage = 0; stage + 1 < problem.times.size(); ++stage) {
        problem.times[stage][kForwardCode] += std::exchange(problem.forwardHops[stage + 1], 0);
        problem.times[stage + 1][kInputCode] += std::exchange(problem.inputHops[stage], 0);
    }
}

}  // namespace

Time OrderProblem::workOf(int device) const {
    Time work = 0;
    for (int chunk = 0; chunk < chunks; ++chunk)
        for (const Time time : times[static_cast<std::size_t>(stageOf(chunk, device))]) work += time * microbatches;
    return work;
}

OrderProblem problemOf(int devices, int chunks, int microbatches, const Durations& durations, const Holding& holding,
                       std::optional<double> limit) {
    OrderProblem out;
    out.devices = devices;
    out.chunks = chunks;
    out.microbatches = microbatches;
    const int stages = out.stages();
    const auto hop = [&](int from, int to) {
        return durations.hop(WorkerId(out.deviceOf(from)), WorkerId(out.deviceOf(to)));
    };
    for (int stage = 0; stage < stages; ++stage) {
        out.times.push_back({timeOf(durations, out, stage, OpKind::Forward),
                             timeOf(durations, out, stage, OpKind::BackwardInput),
                             timeOf(durations, out, stage, OpKind::BackwardWeight)});
        out.forwardHops.push_back(stage == 0 ? 0 : hop(stage - 1, stage));
        out.inputHops.push_back(stage + 1 == stages ? 0 : hop(stage + 1, stage));
    }
    if (durations.sendsBlock) sendWithin(out);
    Time start = 0;
    for (int stage = 0; stage < devices; ++stage) {
        start += out.forwardHops[static_cast<std::size_t>(stage)];
        out.firstStart.push_back(start);
        start += out.times[static_cast<std::size_t>(stage)][kForwardCode];
    }
    const int all = chunks * microbatches;
    const auto waiting = [&](double held) {
        if (!limit) return all;
        if (exceeds(held / chunks, *limit)) return -1;
        int most = holding.forWeights > 0
                       ? static_cast<int>(std::min<double>(all, (*limit * chunks - held) / holding.forWeights + 1))
                       : all;
        while (most > 0 && exceeds((held + holding.forWeights * most) / chunks, *limit)) --most;
        return most;
    };
    for (int open = 0; open <= all; ++open) {
        const double held = (1 - holding.recomputed) * open;
        out.waitingAtForward.push_back(waiting(held));
        out.waitingAtInput.push_back(waiting(held + holding.recomputed));
        if (std::min(out.waitingAtForward.back(), out.waitingAtInput.back()) < 0) break;
        out.mostOpen = open;
    }
    return out;
}

double leastLimit(int chunks, const Holding& holding) { return (chunks - (chunks - 1) * holding.recomputed) / chunks; }

bool fitsMemory(const OrderProblem& problem, const Word& word) {
    int open = 0, waiting = 0;
    for (const std::uint8_t code : word) {
        const int kind = code % kCodesAChunk;
        if (kind == kForwardCode &&
            (++open > problem.mostOpen || waiting > problem.waitingAtForward[static_cast<std::size_t>(open)]))
            return false;
        if (kind == kInputCode) {
            if (waiting > problem.waitingAtInput[static_cast<std::size_t>(open)]) return false;
            --open, ++waiting;
        }
        waiting -= kind == kWeightCode;
    }
    return true;
}

bool clearEnds(Column<Time>& ends, const std::stop_token& stop) {
    for (std::size_t at = 0; at < ends.size(); at += kOpsPerLook) {
        if (stop.stop_requested()) return false;
        std::fill_n(ends.data() + at, std::min(kOpsPerLook, ends.size() - at), kNotYet);
    }
    return true;
}

WordRun::WordRun(const OrderProblem& problem, const std::stop_token& stop, bool keepsEnds)
    : m_problem(problem),
      m_stop(stop),
      m_steps(problem.steps()),
      m_noWait(static_cast<std::size_t>(problem.microbatches)) {
    const auto devices = static_cast<std::size_t>(problem.devices), stages = static_cast<std::size_t>(problem.stages());
    const auto microbatches = static_cast<std::size_t>(problem.microbatches);
    m_slots.resize(devices);
    m_next.resize(devices);
    m_row.resize(devices);
    m_free.resize(devices);
    m_ends.resize(devices);
    const auto forwards = [&](std::size_t stage) { return m_steps.data() + stage * microbatches; };
    const auto inputs = [&](std::size_t stage) { return m_steps.data() + (stages + stage) * microbatches; };
    for (std::size_t stage = 0; stage < stages; ++stage) {
        const int chunk = static_cast<int>(stage) / problem.devices;
        Slot* slots =
            m_slots[static_cast<std::size_t>(problem.deviceOf(static_cast<int>(stage)))].data() + chunk * kCodesAChunk;
        const auto& times = problem.times[stage];
        const bool isLast = stage + 1 == stages;
        slots[kForwardCode] = {times[kForwardCode], problem.forwardHops[stage],
                               stage == 0 ? m_noWait.data() : forwards(stage - 1), forwards(stage)};
        slots[kInputCode] = {times[kInputCode], problem.inputHops[stage], isLast ? forwards(stage) : inputs(stage + 1),
                             inputs(stage)};
        slots[kWeightCode] = {times[kWeightCode], 0, nullptr, nullptr};
    }
    if (keepsEnds)
        for (Column<Time>& ends : m_ends) ends.resize(static_cast<std::size_t>(problem.ops()) / devices);
}

std::optional<Spans> WordRun::run(const std::vector<Word>& words) {
    if (!clearEnds(m_steps, m_stop)) return std::nullopt;
    std::fill(m_next.begin(), m_next.end(), std::array<int, kCodes>{});
    std::fill(m_row.begin(), m_row.end(), 0);
    std::fill(m_free.begin(), m_free.end(), 0);
    const std::size_t devices = words.size();
    auto left = static_cast<std::size_t>(m_problem.ops()), atLook = left;
    const auto runLane = [&](std::size_t device) {
        const Word& word = words[device];
        const Slot* slots = m_slots[device].data();
        int* next = m_next[device].data();
        Time* ends = m_ends[device].empty() ? nullptr : m_ends[device].data();
        Time free = m_free[device];
        const std::size_t begin = m_row[device];
        const std::size_t end = std::min(word.size(), begin + kOpsPerLook);
        std::size_t row = begin;
        for (; row < end; ++row) {
            const std::uint8_t code = word[row];
            const Slot& slot = slots[code];
            if (slot.out) {
                const Time input = slot.in[next[code]];
                if (input == kNotYet) break;
                free = std::max(free, input + slot.hop) + slot.time;
                slot.out[next[code]] = free;
            } else {
                free += slot.time;
            }
            ++next[code];
            if (ends) ends[row] = free;
        }
        m_row[device] = row;
        m_free[device] = free;
        left -= row - begin;
        return row > begin;
    };
    const auto isStopped = [&] {
        if (left + kOpsPerLook > atLook) return false;
        atLook = left;
        return m_stop.stop_requested();
    };
    for (bool goesOn = true; goesOn && left > 0;) {
        goesOn = false;
        for (std::size_t turn = 0; turn < 2 * devices; ++turn) {
            goesOn |= runLane(turn < devices ? turn : 2 * devices - 1 - turn);
            if (isStopped()) return std::nullopt;
        }
    }
    if (left > 0) return std::nullopt;
    Spans spans{0, 0};
    for (std::size_t device = 0; device < devices; ++device) {
        const Time span = m_free[device] - m_problem.firstStart[device];
        spans.longest = std::max(spans.longest, span);
        spans.sum += span;
    }
    return spans;
}

}  // namespace bubblescope
