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

}  // namespace

std::vector<Link> needsOf(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    std::vector<Link> links;
    if (program.needs.isExplicit()) {
        program.needs.forEachEdge(program.needs.opOf(row), [&](Row on, Time lag, bool isStart) {
            links.push_back({on, lag, isStart, false, false});
        });
        return links;
    }
    if (!program.needs.isRegular()) return links;
    const RowRange pair = pairOf(program, row);
    for (Row half = pair.begin; half < pair.end; ++half) {
        const Op op = program.ops[half];
        const auto needed = neededBy(op.kind(), op.stage().value, program.stages);
        if (!needed) continue;
        const auto from = find(program, *needed, op.microbatch(), [&](RowRange rows) {
            return findBefore(timeline, rows, *needed, op.microbatch(), timeline.startOf(row));
        });
        if (from) links.push_back({*from, 0, false, needed->isTransferred, false});
    }
    if (program.kinds.has(OpKind::FetchForward) || program.kinds.has(OpKind::FetchBackward))
        if (const auto fetch = fetchBefore(timeline, row)) links.push_back({*fetch, 0, false, false, true});
    return links;
}

std::optional<Row> dependencyOf(const Timeline& timeline, Row row) {
    std::optional<Row> last;
    for (const Link& link : needsOf(timeline, row))
        if (!link.isFetch && (!last || timeline.end[link.row] > timeline.end[*last])) last = link.row;
    return last;
}

std::optional<Row> fetchOf(const Timeline& timeline, Row row) {
    for (const Link& link : needsOf(timeline, row))
        if (link.isFetch) return link.row;
    return std::nullopt;
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
        const Time at = (link.isStart ? timeline.startOf(link.row) : timeline.end[link.row]) + link.lag;
        const bool isOfMembers = std::binary_search(workers.begin(), workers.end(), program.workerOfRow(link.row));
        if (members.size() > 1 && isOfMembers)
            for (const Row source : membersOf(program, link.row)) delay(program.workerOfRow(source), at);
        else
            for (Time& arrival : arrivals) arrival = std::max(arrival, at);
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
