#include "engine/sim/needs_walk.h"

#include "engine/sim/simulate.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::size_t kRunsPerStopCheck = 1 << 12;
constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

/// Lanes that can continue, and lanes that wait for a row, as lists linked by m_following.
class Waiting {
public:
    Waiting(std::size_t lanes, std::size_t rows) : m_following(lanes, kNone), m_first(rows, kNone) {
        for (std::size_t lane = lanes; lane-- > 0;) m_ready.push_back(static_cast<std::uint32_t>(lane));
    }

    std::optional<std::size_t> takeReady() {
        if (m_ready.empty()) return std::nullopt;
        const std::size_t lane = m_ready.back();
        m_ready.pop_back();
        return lane;
    }
    void add(std::size_t lane, Row row) {
        m_following[lane] = m_first[row];
        m_first[row] = static_cast<std::uint32_t>(lane);
    }
    void hasRun(Row row) {
        for (std::uint32_t lane = m_first[row]; lane != kNone; lane = m_following[lane]) m_ready.push_back(lane);
        m_first[row] = kNone;
    }

private:
    std::vector<std::uint32_t> m_ready, m_following;
    Column<std::uint32_t> m_first;  // lane that waits for a row
};

}  // namespace

Result<Column<std::uint32_t>> orderByNeeds(const Program& program, const std::stop_token& stop,
                                           const Progress& progress) {
    const std::size_t lanes = program.lanes.size();
    std::vector<Row> next(lanes);
    Column<std::uint32_t> laneOfRow(program.ops.size());
    std::size_t count = 0, done = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const RowRange rows = program.lanes[lane];
        next[lane] = rows.begin;
        count += rows.size();
        std::fill(laneOfRow.begin() + static_cast<std::ptrdiff_t>(rows.begin),
                  laneOfRow.begin() + static_cast<std::ptrdiff_t>(rows.end), static_cast<std::uint32_t>(lane));
    }
    Column<std::uint32_t> order;
    order.reserve(count);
    Waiting waiting(lanes, program.ops.size());
    const auto hasRun = [&](Row row) { return row < next[laneOfRow[row]]; };
    const Costs noCosts;
    // What a row waits for first: a row that it needs, or a row of its own op on a lane where other ops come first.
    const auto awaitedBy = [&](Row row) {
        std::optional<std::pair<Row, bool>> awaited;
        forEachNeed(program, noCosts, row, [&](Row needed, Time, bool) {
            if (!awaited && !hasRun(needed)) awaited = {needed, false};
        });
        for (const Row member : program.needs.membersOf(row))
            if (!awaited && next[laneOfRow[member]] != member) awaited = {member, true};
        return awaited;
    };
    std::size_t sinceCheck = 0;
    while (const auto ready = waiting.takeReady()) {
        const std::size_t lane = *ready;
        while (next[lane] < program.lanes[lane].end) {
            const Row row = next[lane];
            if (const auto awaited = awaitedBy(row)) {
                const auto [on, isMember] = *awaited;
                waiting.add(lane, isMember ? on - 1 : on);
                break;
            }
            order.push_back(static_cast<std::uint32_t>(program.needs.opOf(row)));
            for (const Row member : program.needs.membersOf(row)) {
                next[laneOfRow[member]] = member + 1;
                ++done;
                waiting.hasRun(member);
            }
            if (++sinceCheck < kRunsPerStopCheck) continue;
            if (stop.stop_requested()) return cancelled();
            progress.note(done, count);
            sinceCheck = 0;
        }
    }
    if (done == count) return order;
    return deadlock(program, next,
                    [&](Row row) {
                        const Row awaited = awaitedBy(row)->first;
                        return Awaited{program.ops[awaited], awaited};
                    })
        .error;
}

namespace {

/// Ops of explicit needs, with one row or several. The row before a lane ended at 0. Lanes are too many streams for the
/// hardware prefetcher, so their next lines, which may be beyond the last row, are prefetched.
template <bool kHasLags>
void runOp(const Needs& needs, const Column<Time>& durations, std::size_t op, Time* start, Time* end) {
    const Needs::Members rows = needs.rowsOf(op);
    Time begin = 0;
    for (const Row row : rows) begin = std::max(begin, end[row - 1]);
    const std::uint32_t last = needs.firstEdge[op + 1];
    for (std::uint32_t i = needs.firstEdge[op]; i < last; ++i) {
        const Needs::Edge edge = needs.edges[i];
        begin = std::max(begin, (edge.isStart ? start : end)[edge.row] + (kHasLags ? needs.lags[i] : 0));
    }
    const Time until = begin + durations[op];
    for (const Row row : rows) {
        start[row] = begin;
        end[row] = until;
        __builtin_prefetch(start + row + kRowsPerCacheLine, 1);
        __builtin_prefetch(end + row + kRowsPerCacheLine, 1);
    }
}

/// Runs a row of regular needs.
void runRegular(const Program& program, const Costs& costs, Row row, Column<Time>& start, Column<Time>& end) {
    Time begin = end[row - 1];
    forEachNeed(program, costs, row, [&](Row needed, Time lag, bool) { begin = std::max(begin, end[needed] + lag); });
    start[row] = begin;
    end[row] = begin + costs.durationOf(program, row);
}

}  // namespace

Result<std::shared_ptr<const Timeline>> runInOrder(std::shared_ptr<const Program> program,
                                                   std::span<const std::uint32_t> order, const Costs& costs,
                                                   const std::stop_token& stop, const Progress& progress) {
    auto timeline = std::make_shared<Timeline>();
    timeline->start = touchedColumn<Time>(program->ops.size(), stop);
    timeline->end = touchedColumn<Time>(program->ops.size(), stop);
    if (stop.stop_requested()) return cancelled();
    for (const RowRange& lane : program->lanes)
        if (lane.begin > 0) timeline->end[lane.begin - 1] = 0;
    const Needs& needs = program->needs;
    const std::size_t count = order.empty() && needs.isInOrder ? needs.ops() : order.size();
    Time *const starts = timeline->start.data(), *const ends = timeline->end.data();
    const auto run = [&](std::size_t op) {
        if (!needs.isExplicit()) return runRegular(*program, costs, op, timeline->start, timeline->end);
        if (needs.lags.empty())
            runOp<false>(needs, costs.ofOp, op, starts, ends);
        else
            runOp<true>(needs, costs.ofOp, op, starts, ends);
    };
    for (std::size_t from = 0; from < count; from += kRunsPerStopCheck) {
        if (stop.stop_requested()) return cancelled();
        progress.note(from, count);
        const std::size_t until = std::min(from + kRunsPerStopCheck, count);
        if (order.empty())
            for (std::size_t op = from; op < until; ++op) run(op);
        else
            for (std::size_t at = from; at < until; ++at) run(order[at]);
    }
    progress.note(1, 1);
    finish(*timeline, std::move(program), costs);
    return std::shared_ptr<const Timeline>(std::move(timeline));
}

Deadlock deadlock(const Program& program, const std::vector<Row>& next, const std::function<Awaited(Row)>& awaitedBy) {
    std::size_t lane = 0;
    while (next[lane] == program.lanes[lane].end) ++lane;
    std::vector<std::size_t> path;
    std::string text = "deadlock: ";
    while (std::find(path.begin(), path.end(), lane) == path.end()) {
        path.push_back(lane);
        const Awaited awaited = awaitedBy(next[lane]);
        if (!awaited.row)
            return {{text + describe(program.ops[next[lane]]) + " waits for " + describe(awaited.op) +
                         ", which no device runs",
                     {}},
                    {}};
        lane = program.laneOf(*awaited.row).index();
    }
    // Only the cycle matters, not the path to it. For long cycles, only the first few members are listed.
    path.erase(path.begin(), std::find(path.begin(), path.end(), lane));
    constexpr std::size_t kTold = 4;
    const auto device = [&](std::size_t of) { return std::to_string(program.lanes[of].worker.value); };
    for (std::size_t i = 0; i < std::min(path.size(), kTold); ++i) {
        const Awaited awaited = awaitedBy(next[path[i]]);
        const std::size_t other = program.laneOf(*awaited.row).index();
        if (i > 0) text += "; ";
        text += describe(program.ops[next[path[i]]]) + " on device " + device(path[i]) + " waits for " +
                describe(awaited.op) + ", which is queued behind " + describe(program.ops[next[other]]) +
                " on device " + device(other);
    }
    if (path.size() > kTold) text += "; and " + std::to_string(path.size() - kTold) + " more in the same cycle";
    return {{text, {}}, path};
}

}  // namespace bubblescope
