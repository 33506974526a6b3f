#include "engine/schedules/span_bound.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The work of a device, and the times that a microbatch spends between its ops, for chunk 0 and for the last chunk.
/// With one chunk the two are the same.
struct DeviceWays {
    Time firstForward = 0, lastForward = 0, firstInput = 0, lastInput = 0, firstWeight = 0, lastWeight = 0;
    Time ofFirst = 0;  // from the start of F to the start of I, chunk 0
    Time ofLast = 0;   // the same for the last chunk
    Time ofBoth = 0;   // from the start of F of chunk 0 to the start of I of the last chunk
    Time back = 0;     // from the start of F of the last chunk to the start of I of chunk 0
};

/// The time from the start of F(0) to the start of each F and, at index 2S-1-stage, of each I.
std::vector<Time> chainOf(const OrderProblem& problem) {
    const auto stages = static_cast<std::size_t>(problem.stages());
    std::vector<Time> starts(2 * stages);
    Time at = 0;
    for (std::size_t stage = 0; stage < stages; ++stage) {
        at += problem.forwardHops[stage];
        starts[stage] = at;
        at += problem.times[stage][kForwardCode];
    }
    for (std::size_t stage = stages; stage-- > 0;) {
        at += problem.inputHops[stage];
        starts[2 * stages - 1 - stage] = at;
        at += problem.times[stage][kInputCode];
    }
    return starts;
}

class DeviceBound {
public:
    DeviceBound(const OrderProblem& problem, const std::vector<Time>& chain, int device)
        : m_problem(problem), m_device(device), m_work(problem.workOf(device)) {
        const auto stages = static_cast<std::size_t>(problem.stages());
        const auto first = static_cast<std::size_t>(problem.stageOf(0, device));
        const auto last = static_cast<std::size_t>(problem.stageOf(problem.chunks - 1, device));
        const auto forward = [&](std::size_t stage) { return chain[stage]; };
        const auto input = [&](std::size_t stage) { return chain[2 * stages - 1 - stage]; };
        m_ways = {problem.times[first][kForwardCode], problem.times[last][kForwardCode],
                  problem.times[first][kInputCode],   problem.times[last][kInputCode],
                  problem.times[first][kWeightCode],  problem.times[last][kWeightCode],
                  input(first) - forward(first),      input(last) - forward(last),
                  input(last) - forward(first),       input(first) - forward(last)};
        for (int open = 1; open <= problem.mostOpen; ++open) {
            const int waiting = problem.waitingAtForward[static_cast<std::size_t>(open)];
            m_left = std::max(m_left, (open - 1) * (mostInput() + mostWeight()) + waiting * mostWeight());
            m_waiting = std::max(m_waiting, problem.waitingAtInput[static_cast<std::size_t>(open)]);
        }
    }

    Time of(const std::vector<Time>& chain, const Holding& holding, std::optional<double> limit) const {
        return std::max({m_work + idle(chain), ofPlaces(), ofHeldTime(holding, limit)});
    }

private:
    Time mostForward() const { return std::max(m_ways.firstForward, m_ways.lastForward); }
    Time mostInput() const { return std::max(m_ways.firstInput, m_ways.lastInput); }
    Time mostWeight() const { return std::max(m_ways.firstWeight, m_ways.lastWeight); }
    long long forwards() const { return static_cast<long long>(m_problem.chunks) * m_problem.microbatches; }

    /// Before its first grad input a device can run only as many forwards as fit into its memory. After its last
    /// forward it waits for that microbatch, with only stored ones left to work on. After its last grad input it has
    /// only W ops while that microbatch goes on to other devices.
    Time idle(const std::vector<Time>& chain) const {
        const Time before = std::max<Time>(0, m_ways.ofBoth - m_problem.mostOpen * mostForward());
        Time amid = m_ways.ofLast - m_ways.lastForward - m_left;
        if (m_problem.chunks == 2)
            amid = std::max(amid, m_ways.back - m_ways.lastForward - m_ways.lastInput - m_ways.lastWeight - m_left);
        amid = std::max<Time>(0, amid);
        const auto stages = 2 * static_cast<std::size_t>(m_problem.stages());
        Time after = 0;
        const auto device = static_cast<std::size_t>(m_device);
        for (std::size_t other = 0; other < device; ++other) {
            const Time way = chain[stages - 1 - other] + m_problem.times[other][kInputCode] -
                             chain[stages - 1 - device] - m_problem.times[device][kInputCode];
            after = std::max(after, way + m_problem.times[other][kWeightCode] + m_problem.firstStart[device] -
                                        m_problem.firstStart[other]);
        }
        after = std::max<Time>(0, after - (m_waiting + 1) * mostWeight());
        return after + (m_problem.mostOpen < forwards() ? before + amid : std::max(before, amid));
    }

    /// The last microbatch cannot start before there is memory for it, and then it has to pass through all devices.
    Time ofPlaces() const {
        const Time way = m_ways.ofFirst + m_ways.firstInput;
        const int last = m_problem.microbatches - 1;
        Time start = last * m_ways.firstForward;
        if (m_problem.chunks == 1) {
            const int places = m_problem.mostOpen;
            const bool isFull = m_problem.waitingAtForward[static_cast<std::size_t>(places)] == 0;
            const Time each = way + (isFull ? std::min(m_ways.firstInput, m_ways.firstWeight) : 0);
            start = std::max(start, last / places * each + last % places * m_ways.firstForward);
        }
        return start + way + m_ways.firstWeight;
    }

    /// The memory of all microbatches times the duration is at most the limit times the total time, minus what is still
    /// unused while forwards start, and what is unused while the last halves run.
    Time ofHeldTime(const Holding& holding, std::optional<double> limit) const {
        if (!limit) return 0;
        const double most = *limit * m_problem.chunks + 1e-5, kept = 1 - holding.recomputed;
        const double later = holding.forWeights;
        if (kept <= 0 || most > kept * static_cast<double>(forwards())) return 0;
        const auto sum = [&](Time first, Time last) {
            return static_cast<double>(m_problem.chunks == 2 ? first + last : first);
        };
        const double open = kept * sum(m_ways.ofFirst + m_ways.firstInput, m_ways.ofLast + m_ways.lastInput);
        const double waiting = later * sum(m_ways.firstWeight, m_ways.lastWeight);
        const auto forward = static_cast<double>(std::min(m_ways.firstForward, m_ways.lastForward));
        const auto input = static_cast<double>(std::min(m_ways.firstInput, m_ways.lastInput));
        const auto weight = static_cast<double>(std::min(m_ways.firstWeight, m_ways.lastWeight));
        // A forward needs at most this much memory. A unit of memory in use is followed by this much work, minus the
        // part of the current op that has run.
        const double unit = std::max(kept, later);
        const double rising = most > unit ? forward * (most - unit) * (most - unit) / (2 * unit) : 0;
        double each = (input + weight) / kept;
        if (later > 0) each = std::min(each, weight / later);
        const double sinking = most * each - static_cast<double>(std::max(mostInput(), mostWeight()));
        const double falling = sinking > 0 ? sinking * sinking / (2 * each) : 0;
        const double held = m_problem.microbatches * (open + waiting) + rising + falling;
        return static_cast<Time>(std::floor(held / most * (1 - 1e-9)));
    }

    const OrderProblem& m_problem;
    int m_device;
    Time m_work;
    DeviceWays m_ways;
    Time m_left = 0;    // work on stored activations when a last forward starts
    int m_waiting = 0;  // W ops pending when a last grad input starts
};

}  // namespace

Time boundOnSpan(const OrderProblem& problem, const Holding& holding, std::optional<double> limit) {
    const std::vector<Time> chain = chainOf(problem);
    Time bound = 0;
    for (int device = 0; device < problem.devices; ++device)
        bound = std::max(bound, DeviceBound(problem, chain, device).of(chain, holding, limit));
    return bound;
}

}  // namespace bubblescope
