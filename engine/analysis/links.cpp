#include "engine/analysis/links.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Searches a lane backwards from `time`: an input ran before.
std::optional<Row> findBefore(const Timeline& timeline, RowRange rows, const Needed& needed, MicrobatchId microbatch,
                              Time time) {
    for (Row row = firstStartingAfter(timeline, rows, time); row-- > rows.begin;)
        if (const Op op = timeline.program->ops[row]; op.microbatch() == microbatch && needed.isMetBy(op)) return row;
    return std::nullopt;
}

/// Searches a lane forwards from `time`: a dependent op runs after.
std::optional<Row> findAfter(const Timeline& timeline, RowRange rows, const Needed& needed, MicrobatchId microbatch,
                             Time time) {
    for (Row row = firstStartingAfter(timeline, rows, time - 1); row < rows.end; ++row)
        if (const Op op = timeline.program->ops[row]; op.microbatch() == microbatch && needed.isMetBy(op)) return row;
    return std::nullopt;
}

/// Searches a lane for an input that ended exactly at `time`. It may be far from where the op waited for it.
std::optional<Row> findEndingAt(const Timeline& timeline, RowRange rows, const Needed& needed, MicrobatchId microbatch,
                                Time time) {
    for (Row row = firstRow(rows, [&](Row other) { return timeline.end[other] >= time; });
         row < rows.end && timeline.end[row] == time; ++row)
        if (const Op op = timeline.program->ops[row]; op.microbatch() == microbatch && needed.isMetBy(op)) return row;
    return std::nullopt;
}

/// Where a regular program runs one of `needed`: search(rows) searches its lane, unless rowOfStep gives the row.
template <class Search>
std::optional<Row> find(const Program& program, const Needed& needed, MicrobatchId microbatch, Search search) {
    if (program.needs.isByStage())
        return search(program.lanes[program.needs.laneOfStage[std::size_t(needed.stage)].index()]);
    const OpKind kind = needed.kinds.has(OpKind::Forward) ? OpKind::Forward : OpKind::Backward;
    return findOp(program, Op(kind, needed.stage, microbatch.value));
}

/// Fetches are in the order of their ops, on a lane of the same worker.
std::optional<Row> fetchBefore(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    const Op op = program.ops[row];
    const auto needed = fetchFor(op.kind(), op.stage().value);
    const auto lane = needed ? program.laneOf(program.workerOfRow(row), Role::Fetch) : std::nullopt;
    if (!lane) return std::nullopt;
    const auto input = neededBy(op.kind(), op.stage().value, program.stages);
    const auto inputRow =
        input ? find(program, *input, op.microbatch(), [](RowRange) { return std::optional<Row>(); }) : std::nullopt;
    const Time earliest = inputRow ? timeline.end[*inputRow] : timeline.earliestStart;
    const RowRange rows = program.lanes[lane->index()];
    for (Row fetch = firstStartingAfter(timeline, rows, timeline.startOf(row));
         fetch-- > rows.begin && timeline.startOf(fetch) >= earliest;)
        if (program.ops[fetch].microbatch() == op.microbatch() && needed->isMetBy(program.ops[fetch])) return fetch;
    return std::nullopt;
}

/// Calls visit(link) for everything an op needs; search(rows, needed, microbatch) searches a lane.
template <class Search, class Visit>
void forEachNeed(const Timeline& timeline, Row row, Search search, Visit visit) {
    const Program& program = *timeline.program;
    if (program.needs.isExplicit()) {
        program.needs.forEachEdge(program.needs.opOf(row), [&](Row on, Time lag, bool isStart) {
            const Time from = isStart ? timeline.startOf(on) : timeline.end[on];
            visit(Link{.row = on, .from = from, .lag = lag, .isStart = isStart});
        });
        return;
    }
    if (!program.needs.isRegular()) return;
    const RowRange pair = pairOf(program, row);
    for (Row half = pair.begin; half < pair.end; ++half) {
        const Op op = program.ops[half];
        const auto needed = neededBy(op.kind(), op.stage().value, program.stages);
        if (!needed) continue;
        const auto from = find(program, *needed, op.microbatch(),
                               [&](RowRange rows) { return search(rows, *needed, op.microbatch()); });
        if (from) visit(Link{.row = *from, .from = timeline.end[*from], .isTransferred = needed->isTransferred});
    }
    if (program.kinds.has(OpKind::FetchForward) || program.kinds.has(OpKind::FetchBackward))
        if (const auto fetch = fetchBefore(timeline, row))
            visit(Link{.row = *fetch, .from = timeline.end[*fetch], .isFetch = true});
}

/// A need of `row` with the hop in its lag.
Link withHop(const Program& program, const Durations& durations, Row row, Link need) {
    if (need.isTransferred) need.lag += durations.hop(program.workerOfRow(need.row), program.workerOfRow(row));
    return need;
}

/// Calls visit(link) for the ops before an op, on each of its lanes.
template <class Visit>
void forEachTurn(const Timeline& timeline, Row row, Visit visit) {
    const Program& program = *timeline.program;
    for (const Row member : membersOf(program, pairOf(program, row).begin))
        if (member > program.lanes[program.laneOf(member).index()].begin) visit(turnAfter(timeline, member - 1));
}

}  // namespace

std::vector<Link> needsOf(const Timeline& timeline, Row row) {
    std::vector<Link> links;
    const auto search = [&](RowRange rows, const Needed& needed, MicrobatchId microbatch) {
        return findBefore(timeline, rows, needed, microbatch, timeline.startOf(row));
    };
    forEachNeed(timeline, row, search, [&](const Link& need) { links.push_back(need); });
    return links;
}

std::vector<Link> causesOf(const Timeline& timeline, const Durations& durations, Row row) {
    std::vector<Link> causes;
    forEachTurn(timeline, row, [&](const Link& turn) { causes.push_back(turn); });
    for (const Link& need : needsOf(timeline, row)) causes.push_back(withHop(*timeline.program, durations, row, need));
    return causes;
}

std::optional<Link> blockerOf(const Timeline& timeline, const Durations& durations, Row row) {
    const Program& program = *timeline.program;
    const Time start = timeline.startOf(row);
    std::optional<Link> last;
    const auto take = [&](const Link& link) {
        if (!last && link.at() == start) last = link;
    };
    const auto search = [&](RowRange rows, const Needed& needed, MicrobatchId microbatch) {
        const Link hop = withHop(program, durations, row, {.row = rows.begin, .isTransferred = needed.isTransferred});
        return findEndingAt(timeline, rows, needed, microbatch, start - hop.lag);
    };
    forEachNeed(timeline, row, search, [&](const Link& need) { take(withHop(program, durations, row, need)); });
    if (!last) forEachTurn(timeline, row, take);
    if (last) last->row = firstRowOf(program, last->row);
    return last;
}

Link turnAfter(const Timeline& timeline, Row row) {
    const Time send = timeline.sendAfter(row);
    return {.row = row, .from = timeline.end[row], .lag = send, .isTurn = true, .isTransferred = send > 0};
}

Row firstRowOf(const Program& program, Row row) {
    const Needs::Members members = program.needs.membersOf(pairOf(program, row).begin);
    return *std::min_element(members.begin(), members.end());
}

std::optional<Row> dependencyOf(const Timeline& timeline, Row row) {
    std::optional<Row> last;
    for (const Link& link : needsOf(timeline, row))
        if (!link.isFetch && (!last || timeline.end[link.row] > timeline.end[*last])) last = link.row;
    return last;
}

std::vector<Row> dependentsOf(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    std::vector<Row> rows;
    if (program.needs.isExplicit()) {
        const Needs& needs = program.needs;
        for (std::size_t op = 0; op < needs.ops(); ++op) {
            bool isWaiting = false;
            needs.forEachEdge(op, [&](Row on, Time, bool) { isWaiting |= needs.areOneOp(row, on); });
            if (isWaiting) rows.push_back(*needs.rowsOf(op).begin());
        }
        std::sort(rows.begin(), rows.end());
        return rows;
    }
    if (!program.needs.isRegular()) return rows;
    const RowRange pair = pairOf(program, row);
    for (Row half = pair.begin; half < pair.end; ++half) {
        const Op op = program.ops[half];
        for (const Needed& needed : neededFrom(op.kind(), op.stage().value, program.stages)) {
            const auto found = find(program, needed, op.microbatch(), [&](RowRange lane) {
                return findAfter(timeline, lane, needed, op.microbatch(), timeline.end[row]);
            });
            if (found) rows.push_back(*found);
        }
    }
    return rows;
}

std::vector<Row> membersOf(const Program& program, Row row) {
    const Needs::Members rows = program.needs.membersOf(row);
    std::vector<Row> members(rows.begin(), rows.end());
    std::sort(members.begin(), members.end());
    return members;
}

std::vector<Time> arrivalsOf(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    const std::vector<Row> members = membersOf(program, row);
    std::vector<Time> arrivals;
    std::vector<WorkerId> workers;  // ascending, as lanes are
    for (const Row member : members) {
        const LaneId lane = program.laneOf(member);
        arrivals.push_back(program.lanes[lane.index()].begin < member ? timeline.end[member - 1]
                                                                      : timeline.earliestStart);
        workers.push_back(program.workerOf(lane));
    }
    const auto delay = [&](WorkerId worker, Time at) {
        const auto [begin, end] = std::equal_range(workers.begin(), workers.end(), worker);
        for (auto one = begin; one != end; ++one) {
            Time& arrival = arrivals[static_cast<std::size_t>(one - workers.begin())];
            arrival = std::max(arrival, at);
        }
    };
    for (const Link& link : needsOf(timeline, row)) {
        const bool isOfMembers = std::binary_search(workers.begin(), workers.end(), program.workerOfRow(link.row));
        if (members.size() > 1 && isOfMembers)
            for (const Row source : membersOf(program, link.row)) delay(program.workerOfRow(source), link.at());
        else
            for (Time& arrival : arrivals) arrival = std::max(arrival, link.at());
    }
    return arrivals;
}

Time arrivalOf(const Timeline& timeline, Row row) {
    const std::vector<Row> members = membersOf(*timeline.program, row);
    const auto place = std::lower_bound(members.begin(), members.end(), row) - members.begin();
    return arrivalsOf(timeline, row)[static_cast<std::size_t>(place)];
}

std::vector<Row> dependencyChain(const Timeline& timeline, Row row) {
    std::vector<Row> chain{row};
    while (const auto needed = dependencyOf(timeline, chain.back())) chain.push_back(*needed);
    return chain;
}

}  // namespace bubblescope
