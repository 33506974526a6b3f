#include "engine/collectives/collective_clock.h"

#include "engine/sim/simulate.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// The price of a step if all steps use one link.
struct OneLink {
    double latencies = 0, bytes = 0;

    void add(bool, double size) { latencies += 1, bytes += size; }
};

/// The price of steps that set their own pace.
struct OfSteps {
    double time = 0;
};

struct TwoLinks {
    OneLink intra, inter;

    void add(bool isInter, double size) { (isInter ? inter : intra).add(isInter, size); }
};

/// Prices of links, computed once.
struct Prices {
    double intraLatency, intraByte, interLatency, interByte;
    bool isInter;  // if everything uses one link: which one

    double of(const OneLink& paid) const {
        return isInter ? interLatency * paid.latencies + interByte * paid.bytes
                       : intraLatency * paid.latencies + intraByte * paid.bytes;
    }
    double of(const TwoLinks& paid) const {
        return intraLatency * paid.intra.latencies + intraByte * paid.intra.bytes +
               interLatency * paid.inter.latencies + interByte * paid.inter.bytes;
    }
};

/// A time as a sum of payments, so that totals equal those of timeByPlan().
template <class Paid>
struct Reached {
    double value = 0;
    double arrival = 0;
    Paid paid = {};
};

template <class Paid>
const Reached<Paid>& later(const Reached<Paid>& a, const Reached<Paid>& b) {
    return a.value >= b.value ? a : b;
}

/// What runs, and on which hardware.
struct Clocked {
    const Algorithm& algorithm;
    const Team& team;
    const Plan& plan;
    const Cluster& cluster;
    long long bytes;
    std::span<const double> arrival;  // empty: all at 0
};

/// Runs a plan. Calls `transfer(i, start, end)` for each message if ranks have one message per direction in a step,
/// `exchange(rank, start, end)` for each rank that may have more, and `ended(step, now)` after every step.
template <class Paid, class OnTransfer, class OnExchange, class OnEnd>
void runClockOn(const Clocked& in, const OnTransfer& transfer, const OnExchange& exchange, const OnEnd& ended) {
    using Reached = Reached<Paid>;
    const auto n = static_cast<std::size_t>(in.plan.ranks);
    const TransferSizes sizes(in.plan, in.algorithm.collective == Collective::Barrier ? 0 : in.bytes);
    const double stretch = portStretch(in.algorithm, in.team, in.cluster);
    std::vector<Reached> now(n);
    for (std::size_t rank = 0; rank < in.arrival.size(); ++rank) now[rank] = {in.arrival[rank], in.arrival[rank], {}};
    const Cluster& links = in.cluster;
    const Prices prices{links.intra.latency, links.intra.perByte(), links.inter.latency, links.inter.perByte(),
                        !isWithinNode(in.team)};
    std::vector<Reached> before(n), start;
    std::vector<std::size_t> setIn(n, in.plan.steps.size());  // by rank
    std::vector<double> out(n), received(n), taken(n);
    for (std::size_t step = 0; step < in.plan.steps.size(); ++step) {
        const bool isInter =
            in.algorithm.usesTwoLinks() ? crossesNodes(in.team, in.plan, step) : !isWithinNode(in.team);
        const auto after = [&](Reached reached, double size) {
            reached.paid.add(isInter, isInter ? size * stretch : size);
            reached.value = reached.arrival + prices.of(reached.paid);
            return reached;
        };
        const auto each = [&](const auto& visit) {
            for (std::size_t i = in.plan.beginOf(step); i < in.plan.steps[step].end; ++i)
                visit(i, std::size_t{in.plan.transfers[i].from}, std::size_t{in.plan.transfers[i].to});
        };
        if (!in.algorithm.sendsManyAtOnce) {
            // A rank has at most two messages: the end of the first is set, and no end precedes its start.
            std::swap(before, now);
            const auto reach = [&](std::size_t rank, const Reached& end) {
                if (std::exchange(setIn[rank], step) != step || end.value >= now[rank].value) now[rank] = end;
            };
            each([&](std::size_t i, std::size_t from, std::size_t to) {
                const Reached& begin = later(before[from], before[to]);
                const Reached end = after(begin, sizes.of(i));
                transfer(i, begin.value, end.value);
                reach(from, end), reach(to, end);
            });
            for (std::size_t rank = 0; rank < n; ++rank)
                if (setIn[rank] != step) now[rank] = before[rank];
            ended(step, now);
            continue;
        }
        before = now;
        std::fill(out.begin(), out.end(), 0.0);
        std::fill(received.begin(), received.end(), 0.0);
        std::fill(taken.begin(), taken.end(), -1.0);
        start = before;
        each([&](std::size_t i, std::size_t from, std::size_t to) {
            const double size = sizes.of(i);
            out[from] += size, received[to] += size;
        });
        const auto busiest = [&](std::size_t rank) { return std::max(out[rank], received[rank]); };
        each([&](std::size_t, std::size_t from, std::size_t to) {
            start[from] = later(start[from], before[to]), start[to] = later(start[to], before[from]);
            const double size = std::max(busiest(from), busiest(to));
            taken[from] = std::max(taken[from], size), taken[to] = std::max(taken[to], size);
        });
        for (std::size_t rank = 0; rank < n; ++rank) {
            if (taken[rank] < 0) continue;
            now[rank] = after(start[rank], taken[rank]);
            exchange(rank, start[rank].value, now[rank].value);
        }
        ended(step, now);
    }
}

/// Likewise, of a plan whose steps set their own pace: each takes as long for all ranks that are in it.
template <class OnExchange, class OnEnd>
void runClockOfSteps(const Clocked& in, const OnExchange& exchange, const OnEnd& ended) {
    using Reached = Reached<OfSteps>;
    const std::vector<double> times = stepTimes(in.algorithm, in.team, in.plan, in.cluster, in.bytes);
    const auto ranks = static_cast<std::size_t>(in.plan.ranks);
    std::vector<Reached> now(static_cast<std::size_t>(in.plan.places()));
    for (std::size_t rank = 0; rank < in.arrival.size(); ++rank) now[rank] = {in.arrival[rank], in.arrival[rank], {}};
    std::vector<Reached> before;
    std::vector<std::size_t> seen(now.size(), in.plan.steps.size());
    for (std::size_t step = 0; step < in.plan.steps.size(); ++step) {
        before = now;
        for (const Transfer& moved : in.plan.transfersOf(step))
            for (const auto& [own, other] : {std::pair<std::size_t, std::size_t>{moved.from, moved.to},
                                             std::pair<std::size_t, std::size_t>{moved.to, moved.from}})
                now[own] = std::exchange(seen[own], step) == step ? later(now[own], before[other])
                                                                  : later(before[own], before[other]);
        for (std::size_t place = 0; place < now.size(); ++place) {
            if (seen[place] != step) continue;
            const double start = now[place].value;
            now[place].paid.time += times[step];
            now[place].value = now[place].arrival + now[place].paid.time;
            if (place < ranks) exchange(place, start, now[place].value);
        }
        ended(step, now);
    }
}

template <class OnTransfer, class OnExchange, class OnEnd>
void runClock(const Clocked& in, const OnTransfer& transfer, const OnExchange& exchange, const OnEnd& ended) {
    switch (in.algorithm.pace) {
        case StepPace::Group: return runClockOn<OneLink>(in, transfer, exchange, ended);
        case StepPace::Phase: return runClockOn<TwoLinks>(in, transfer, exchange, ended);
        case StepPace::Rings:
        case StepPace::Ports: return runClockOfSteps(in, exchange, ended);
    }
}

/// Cells in the order of their times, distributed to the lanes of their ranks.
class CellWriter {
public:
    /// `cellsAStep`: the most cells that a rank may have per step.
    CellWriter(const CollectiveSetup& setup, const CollectiveRun& run, double unit, std::size_t cellsAStep)
        : m_plan(*run.plan),
          m_share(1 / unit),
          m_launch(launchTime(*run.algorithm, run.team, setup.cluster)),
          m_cellsAStep(cellsAStep),
          m_sendsMany(run.algorithm->sendsManyAtOnce),
          m_stages{run.plan->steps.size()} {
        const Plan& plan = m_plan;
        const auto n = static_cast<std::size_t>(plan.ranks);
        m_busy.resize(n);
        for (int rank = 0; rank < plan.ranks; ++rank) m_nodeOf.push_back(rank / setup.cluster.nodeSize);
        m_last.assign(static_cast<std::size_t>(plan.places()), kNone);
        addLanes();
        m_program->ops = Column<Op>(m_rows);
        m_timeline.start = Column<Time>(m_rows);
        m_timeline.end = Column<Time>(m_rows);
        m_keepsNeeds = plan.transfers.size() <= kMostClockNeeds / 2;
        for (std::size_t rank = 0; rank < n; ++rank) {
            double from = 0;
            const auto addWait = [&](OpKind kind, std::size_t stage, double length) {
                if (length <= 0) return;
                add(kind, stage, rank, from, from + length);
                from += length;
            };
            addWait(OpKind::Late, m_stages.late(), setup.arrival.empty() ? 0 : setup.arrival[rank]);
            addWait(OpKind::Launch, m_stages.launch(), m_launch);
        }
        m_before = m_last;
    }

    void transfer(std::size_t i, double start, double end) {
        const Transfer& moved = m_plan.transfers[i];
        m_busy[moved.from].sends = {start, end, crosses(moved), true};
        m_busy[moved.to].receives = {start, end, crosses(moved), true};
    }
    void exchange(std::size_t rank, double start, double end) { m_busy[rank].sends = {start, end, false, true}; }

    /// False if a rank has more cells than that.
    bool endStep(std::size_t step) {
        if (m_sendsMany)
            for (const Transfer& moved : m_plan.transfersOf(step))
                if (crosses(moved)) m_busy[moved.from].sends.crosses = m_busy[moved.to].sends.crosses = true;
        for (std::size_t rank = 0; rank < m_busy.size(); ++rank) {
            Busy& busy = m_busy[rank];
            Span &a = busy.sends, &b = busy.receives;
            if (a.isSet && b.isSet && std::max(a.start, b.start) <= std::min(a.end, b.end)) {
                a = {std::min(a.start, b.start), std::max(a.end, b.end), a.crosses, true};
                b.isSet = false;
            }
            if (a.isSet && b.isSet && m_cellsAStep < 2) return false;
            const bool isSendFirst = !b.isSet || (a.isSet && a.start < b.start);
            for (const Span* span : {isSendFirst ? &a : &b, isSendFirst ? &b : &a})
                if (span->isSet)
                    add(span->crosses ? OpKind::SendAcross : OpKind::SendInside, step, rank, span->start, span->end);
            busy = {};
        }
        if (m_keepsNeeds) noteNeeds(step);
        m_before = m_last;
        return true;
    }

    std::shared_ptr<const Timeline> take() {
        if (m_keepsNeeds) writeNeeds();
        finish(m_timeline, std::move(m_program), {});
        return std::make_shared<const Timeline>(std::move(m_timeline));
    }

private:
    static constexpr std::uint32_t kNone = 0;  // no lane has row 0
    struct Span {
        double start = 0, end = 0;
        bool crosses = false, isSet = false;
    };
    struct Busy {
        Span sends, receives;
    };

    bool isRank(std::size_t place) const { return place < m_busy.size(); }
    bool crosses(const Transfer& moved) const {
        return isRank(moved.from) && isRank(moved.to) && m_nodeOf[moved.from] != m_nodeOf[moved.to];
    }

    /// Adds one lane per rank, with a row for each of its steps.
    void addLanes() {
        const auto n = static_cast<std::size_t>(m_plan.ranks);
        std::vector<std::size_t> steps(n), seen(n, m_plan.steps.size());
        std::size_t ofAll = 0;  // steps in which every rank sends one message
        for (std::size_t step = 0; step < m_plan.steps.size(); ++step) {
            if (!m_sendsMany && m_plan.transfersOf(step).size() == n) {
                ++ofAll;
                continue;
            }
            for (const Transfer& moved : m_plan.transfersOf(step))
                for (const std::size_t rank : {std::size_t{moved.from}, std::size_t{moved.to}})
                    if (rank < n && std::exchange(seen[rank], step) != step) ++steps[rank];
        }
        m_program->workers = m_plan.ranks;
        m_program->stages = static_cast<int>(m_stages.count());
        m_program->microbatches = m_plan.ranks;
        for (std::size_t rank = 0; rank < n; ++rank) {
            addLane(*m_program, WorkerId(static_cast<std::int64_t>(rank)), Role::Compute,
                    (ofAll + steps[rank]) * m_cellsAStep + 2, m_rows);
            m_program->lanes.back().end = m_program->lanes.back().begin;
        }
    }

    void add(OpKind kind, std::size_t stage, std::size_t rank, double start, double end) {
        const Row row = m_program->lanes[rank].end++;
        const double launched = stage < m_stages.steps ? m_launch : 0;
        m_program->kinds.add(kind);
        m_program->ops[row] = Op(kind, static_cast<std::int64_t>(stage), static_cast<std::int64_t>(rank));
        m_timeline.start[row] = toTime((start + launched) * m_share);
        m_timeline.end[row] = toTime((end + launched) * m_share);
        m_last[rank] = static_cast<std::uint32_t>(row);
    }

    /// Records what the cells of a step waited for: what their rank and the ranks at the other end did before.
    void noteNeeds(std::size_t step) {
        const auto note = [&](std::size_t rank, std::size_t other) {
            const std::uint32_t on = m_before[other];
            if (on == kNone) return;
            const Row first = m_before[rank] == kNone ? m_program->lanes[rank].begin : m_before[rank] + Row{1};
            for (Row row = first; row <= m_last[rank]; ++row)
                if (m_timeline.end[on] <= m_timeline.start[row]) {
                    m_needs.emplace_back(static_cast<std::uint32_t>(row), on);
                    break;
                }
        };
        for (const Transfer& moved : m_plan.transfersOf(step)) {
            if (isRank(moved.from)) note(moved.from, moved.to);
            if (isRank(moved.to)) note(moved.to, moved.from);
        }
        // A switch is done with a step when the last of its ranks is.
        for (const Transfer& moved : m_plan.transfersOf(step))
            for (const auto& [place, rank] : {std::pair<std::size_t, std::size_t>{moved.from, moved.to},
                                              std::pair<std::size_t, std::size_t>{moved.to, moved.from}})
                if (!isRank(place) &&
                    (m_last[place] == m_before[place] || m_timeline.end[m_last[rank]] > m_timeline.end[m_last[place]]))
                    m_last[place] = m_last[rank];
    }

    void writeNeeds() {
        std::sort(m_needs.begin(), m_needs.end());
        m_needs.erase(std::unique(m_needs.begin(), m_needs.end()), m_needs.end());
        Needs& needs = m_program->needs;
        needs.firstEdge = Column<std::uint32_t>(m_rows + 1);
        needs.edges.reserve(m_needs.size());
        std::size_t at = 0;
        for (Row row = 0; row <= m_rows; ++row) {
            needs.firstEdge[row] = static_cast<std::uint32_t>(at);
            while (at < m_needs.size() && m_needs[at].first == row)
                needs.edges.emplace_back(m_needs[at++].second, false);
        }
    }

    const Plan& m_plan;
    double m_share;   // scenario units per microsecond
    double m_launch;  // microseconds
    std::size_t m_cellsAStep;
    bool m_sendsMany;
    ClockStages m_stages;
    std::shared_ptr<Program> m_program = std::make_shared<Program>();
    Timeline m_timeline;
    std::size_t m_rows = 0;
    std::vector<int> m_nodeOf;
    std::vector<Busy> m_busy;                                      // in the current step
    std::vector<std::uint32_t> m_last;                             // row of each rank
    std::vector<std::uint32_t> m_before;                           // before the current step
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_needs;  // a row, and the row that it needs
    bool m_keepsNeeds = false;
};

}  // namespace

std::vector<std::vector<double>> endsWith(const Algorithm& algorithm, const Team& team, const Plan& plan,
                                          const Cluster& cluster, long long bytes, std::span<const double> arrival) {
    std::vector<std::vector<double>> ends{{arrival.begin(), arrival.end()}};
    const auto note = [&](std::size_t, const auto& now) {
        std::vector<double>& values = ends.emplace_back(now.size());
        std::transform(now.begin(), now.end(), values.begin(), [](const auto& reached) { return reached.value; });
    };
    const auto ignore = [](std::size_t, double, double) {};
    runClock({runBy(team, algorithm), team, plan, cluster, bytes, arrival}, ignore, ignore, note);
    return ends;
}

std::shared_ptr<const Timeline> timelineOf(const CollectiveSetup& setup, const CollectiveRun& run, double unit) {
    // A rank seldom has two cells in a step, which would take twice the memory.
    for (const std::size_t cellsAStep : {1, 2}) {
        CellWriter writer(setup, run, unit, cellsAStep);
        bool hasRoom = true;
        const auto ended = [&](std::size_t step, const auto&) { hasRoom = hasRoom && writer.endStep(step); };
        runClock(
            {*run.algorithm, run.team, *run.plan, setup.cluster, static_cast<long long>(setup.bytes), setup.arrival},
            [&](std::size_t i, double start, double end) { writer.transfer(i, start, end); },
            [&](std::size_t rank, double start, double end) { writer.exchange(rank, start, end); }, ended);
        if (hasRoom) return writer.take();
    }
    return nullptr;  // unreachable: a rank has at most two spans
}

}  // namespace bubblescope
