// Chimera: two pipelines of opposite directions share the devices, each fills the bubbles of the other.
//
// Source   Li and Hoefler 2021, Chimera: Efficiently Training Large-Scale Neural Networks with Bidirectional Pipelines
// Shape    D devices, even, MBS microbatches, even, half of them in each direction -> D lanes of 2*MBS ops
// Memory   of each direction stage s holds at most D-s activations; and two copies of the parameters
// Bubble   (D-2)max(F, B) of idle a device for MBS = D; the tests check it
// Cost     some log D an op until what devices do repeats itself, then a copy: ops start in the order of a list
// schedule
//          with F = 1 and B = 2

#include "engine/schedules/schedule.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <queue>

namespace bubblescope {

namespace {

constexpr int kNominalForward = 1, kNominalBackward = 2, kNever = std::numeric_limits<int>::max();

/// Of all ops that can start, the earliest next; of equal ones backwards first, then the lower microbatch of its line,
/// then down.
class ListOrder {
public:
    explicit ListOrder(const ScheduleInput& in)
        : m_in(in),
          m_count(in.microbatches / 2),
          m_free(static_cast<std::size_t>(in.devices)),
          m_stages(static_cast<std::size_t>(2 * in.devices)),
          m_lanes(static_cast<std::size_t>(in.devices)) {
        for (auto& lane : m_lanes) lane.reserve(static_cast<std::size_t>(2 * in.microbatches));
    }

    Result<std::vector<std::vector<Op>>> run() {
        for (int d = 0; d < m_in.devices; ++d) offer(d);
        const std::size_t all = m_lanes.size() * 2 * static_cast<std::size_t>(m_in.microbatches);
        std::size_t ran = 0;
        while (!m_queue.empty()) {
            const Choice next = m_queue.top();
            m_queue.pop();
            if (choiceOf(next.device) != next) continue;  // there is a better one since
            if (++ran % kOpsPerStopCheck == 0 && m_in.stop.stop_requested()) return cancelled();
            m_in.progress.note(ran - 1, all);
            if (isCut(next) && repeats(next)) continue;
            start(next);
        }
        if (m_in.stop.stop_requested()) return cancelled();  // while it copied
        return std::move(m_lanes);
    }

private:
    /// A stage of a line: what has run of it, and when its next microbatches can start, as far as that is known. Those
    /// of a first stage can at any time.
    struct Stage {
        int forwards = 0, backwards = 0;
        std::deque<int> forwardAt, backwardAt;
    };
    struct Choice {
        int start = kNever, isForward = 0, microbatch = 0, line = 0, device = 0;

        friend auto operator<=>(const Choice&, const Choice&) = default;
    };

    Stage& at(int line, int stage) { return m_stages[static_cast<std::size_t>(line * m_in.devices + stage)]; }
    int stageOn(int device, int line) const { return line == 0 ? device : m_in.devices - 1 - device; }

    Choice choiceOf(int device) {
        Choice best;
        const auto offer = [&](int line, bool isForward, int microbatch, int ready) {
            const int start = std::max(ready, m_free[static_cast<std::size_t>(device)]);
            best = std::min(best, Choice{start, isForward, microbatch, line, device});
        };
        for (const int line : {0, 1}) {
            const int s = stageOn(device, line);
            const Stage& stage = at(line, s);
            if (!stage.backwardAt.empty()) offer(line, false, stage.backwards, stage.backwardAt.front());
            if (stage.forwards < m_count && stage.forwards - stage.backwards < m_in.devices - s &&
                (s == 0 || !stage.forwardAt.empty()))
                offer(line, true, stage.forwards, s == 0 ? 0 : stage.forwardAt.front());
        }
        return best;
    }

    void offer(int device) {
        if (const Choice choice = choiceOf(device); choice.start != kNever) m_queue.push(choice);
    }

    void start(const Choice& next) {
        const int D = m_in.devices, s = stageOn(next.device, next.line);
        const int end = next.start + (next.isForward ? kNominalForward : kNominalBackward);
        m_free[static_cast<std::size_t>(next.device)] = end;
        m_lanes[static_cast<std::size_t>(next.device)].emplace_back(next.isForward ? OpKind::Forward : OpKind::Backward,
                                                                    next.line * D + s,
                                                                    next.line * m_count + next.microbatch);
        Stage& stage = at(next.line, s);
        ++(next.isForward ? stage.forwards : stage.backwards);
        if (!next.isForward)
            stage.backwardAt.pop_front();
        else if (s > 0)
            stage.forwardAt.pop_front();
        if (next.isForward)
            (s + 1 < D ? at(next.line, s + 1).forwardAt : stage.backwardAt).push_back(end);
        else if (s > 0)
            at(next.line, s - 1).backwardAt.push_back(end);
        offer(next.device);
        const int other = next.device + ((next.line == 0) == (next.isForward != 0) ? 1 : -1);
        if (other >= 0 && other < D) offer(other);
    }

    /// All that decides what comes next, seen from a microbatch and a moment.
    struct State {
        std::vector<int> seen;
        int microbatch = 0;
        std::vector<std::size_t> lengths;  // of the lanes
    };

    /// Where states are compared: before a backward ends its way down.
    bool isCut(const Choice& next) const { return next.line == 0 && next.device == 0 && !next.isForward; }

    State stateAt(const Choice& next) const {
        State state;
        state.microbatch = next.microbatch;
        for (const auto& lane : m_lanes) state.lengths.push_back(lane.size());
        for (const int free : m_free) state.seen.push_back(free - next.start);
        for (std::size_t i = 0; i < m_stages.size(); ++i) {
            const Stage& stage = m_stages[i];
            const auto s = static_cast<int>(i) % m_in.devices, line = static_cast<int>(i) / m_in.devices;
            const int free = m_free[static_cast<std::size_t>(stageOn(s, line))];
            state.seen.push_back(stage.forwards - next.microbatch);
            state.seen.push_back(stage.backwards - next.microbatch);
            for (const std::deque<int>* ready : {&stage.forwardAt, &stage.backwardAt}) {
                state.seen.push_back(static_cast<int>(ready->size()));
                // What could have started before its device is free starts then.
                for (const int at : *ready) state.seen.push_back(std::max(at, free) - next.start);
            }
        }
        return state;
    }

    /// Once the state is one that was, what followed that follows again, for later microbatches: copied as often as
    /// microbatches last. Whether it was.
    bool repeats(const Choice& next) {
        if (m_hasRepeated) return false;
        State now = stateAt(next);
        if (now.seen != m_before.seen) {
            // Kept longer and longer: a period of any length is found, and its beginning.
            if (++m_cuts == m_nextKept) m_before = std::move(now), m_nextKept *= 2;
            return false;
        }
        m_hasRepeated = true;
        const int period = now.microbatch - m_before.microbatch;
        int most = 0;
        for (const Stage& stage : m_stages) most = std::max(most, stage.forwards);
        const int times = (m_count - 1 - most) / period;
        if (times <= 0) return false;
        for (std::size_t d = 0; d < m_lanes.size(); ++d)
            for (int time = 1; time <= times && !m_in.stop.stop_requested(); ++time)
                for (std::size_t i = m_before.lengths[d]; i < now.lengths[d]; ++i) {
                    const Op op = m_lanes[d][i];
                    m_lanes[d].emplace_back(op.kind(), op.stage().value, op.microbatch().value + time * period);
                }
        for (Stage& stage : m_stages) stage.forwards += times * period, stage.backwards += times * period;
        m_queue = {};
        for (int d = 0; d < m_in.devices; ++d) offer(d);
        return true;
    }

    const ScheduleInput& m_in;
    int m_count;              // microbatches a line
    std::vector<int> m_free;  // when each device is
    std::vector<Stage> m_stages;
    std::priority_queue<Choice, std::vector<Choice>, std::greater<>> m_queue;
    std::vector<std::vector<Op>> m_lanes;
    State m_before;
    int m_cuts = 0, m_nextKept = 1;
    bool m_hasRepeated = false;
};

Result<void> fits(const ScheduleInput& in) {
    if (in.devices % 2 != 0)
        return Error{"needs an even number of devices, has " + std::to_string(in.devices), "devices"};
    if (in.microbatches % 2 == 0) return {};
    return Error{"needs an even number of microbatches, has " + std::to_string(in.microbatches), "microbatches"};
}

Result<Program> generate(const ScheduleInput& in) {
    const auto lanes = ListOrder(in).run();
    if (!lanes) return lanes.error();
    return programOf(Placement::Opposite, in.devices, 1, in.microbatches, *lanes);
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
