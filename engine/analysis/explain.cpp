#include "engine/analysis/explain.h"

#include <algorithm>

namespace bubblescope {

namespace {

WorkerId workerOfRow(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    return program.laneWorker[program.laneOf(row).index()];
}

/// Whether the row is computed, and not a fetch.
bool isOp(const Timeline& timeline, Row row) { return timeline.program->isCompute(timeline.program->laneOf(row)); }

Time hopBetween(const Timeline& timeline, const Durations& durations, Row from, Row to) {
    return durations.hop(workerOfRow(timeline, from), workerOfRow(timeline, to));
}

/// What sets an op's start, without its slack.
OpCause causeOf(const Timeline& timeline, const Durations& durations, Row row) {
    const RowRange lane = timeline.program->lanes[timeline.program->laneOf(row).index()];
    OpCause cause;
    if (row > lane.begin) cause.before = row - 1;
    cause.laneFree = cause.before ? timeline.end[*cause.before] : timeline.earliestStart;
    cause.input = dependencyOf(timeline, row);
    if (cause.input) {
        cause.inputEnd = timeline.end[*cause.input];
        if (isOp(timeline, row)) cause.hop = hopBetween(timeline, durations, *cause.input, row);
    }
    cause.fetch = fetchOf(timeline, row);
    if (cause.fetch) cause.fetchEnd = timeline.end[*cause.fetch];
    cause.waited = timeline.startOf(row) - cause.laneFree;
    return cause;
}

Row lastToEnd(const Timeline& timeline) {
    Row last = 0;
    for (const RowRange& rows : timeline.program->lanes)
        if (rows.size() > 0 && timeline.end[rows.end - 1] == timeline.latestEnd) last = rows.end - 1;
    return last;
}

bool isForward(const Timeline& timeline, Row row) { return timeline.program->ops[row].kind() == OpKind::Forward; }

/// Follows the causes of `gap.after`. They start ever earlier, so the walk ends.
void followCauses(const Timeline& timeline, const Durations& durations, IdleReason& reason) {
    Row row = *reason.gap.after;
    while (true) {
        const OpCause cause = causeOf(timeline, durations, row);
        const bool isInput = cause.isByInput() || !cause.before || cause.before == cause.input;
        std::optional<Row> next = isInput ? cause.input : cause.before;
        if (cause.isByFetch()) next = cause.fetch;
        if (!next) return;
        if (reason.causes.size() == kMaxCauses) {
            reason.isCut = true;
            return;
        }
        reason.causes.push_back({*next, next == cause.input ? cause.hop : 0, isInput || next == cause.fetch});
        if (timeline.startOf(*next) <= reason.gap.begin) return;
        row = *next;
    }
}

/// Whether the causes pass through the last stage, from its backward to its forward.
bool turns(const Timeline& timeline, const IdleReason& reason) {
    Row waiting = *reason.gap.after;
    for (const IdleStep& step : reason.causes) {
        const bool isLast = timeline.program->ops[step.row].stage().value + 1 == timeline.program->stages;
        if (isLast && isForward(timeline, step.row) && !isForward(timeline, waiting)) return true;
        waiting = step.row;
    }
    return false;
}

bool isForFetch(const Timeline& timeline, const Durations& durations, const IdleGap& gap) {
    const OpCause cause = causeOf(timeline, durations, *gap.after);
    const Time awaited = std::max(gap.begin, cause.input ? cause.arrival() : gap.begin);
    return cause.isByFetch() && 2 * (gap.end - awaited) >= gap.end - gap.begin;
}

IdleKind kindOfWaiting(const Timeline& timeline, const IdleReason& reason) {
    std::vector<Row> ops;
    for (const IdleStep& step : reason.causes)
        if (isOp(timeline, step.row)) ops.push_back(step.row);
    if (ops.empty()) return IdleKind::Fetch;  // cut
    if (timeline.end[ops.front()] <= reason.gap.begin) return IdleKind::Transfer;
    if (turns(timeline, reason)) return IdleKind::Turn;
    if (ops.size() == 1) return IdleKind::Neighbour;
    return isForward(timeline, *reason.gap.after) ? IdleKind::WayDown : IdleKind::WayBack;
}

/// How much later a fetch could end without moving any op: fetches after it may move. They stand in the order of their
/// ops, which are looked for once along their lane.
Time slackOfFetch(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    const std::size_t lane = program.laneOf(row).index();
    const Row endOfFetches = program.lanes[lane].end, endOfOps = program.lanes[lane - 1].end;
    Time slack = timeline.latestEnd - timeline.end[row], free = 0;
    Row op = dependentsOf(timeline, row).front();
    for (Row fetch = row; fetch < endOfFetches && free < slack; ++fetch) {
        while (op < endOfOps && program.ops[op] != program.ops[fetch]) ++op;
        if (op == endOfOps) break;
        slack = std::min(slack, free + timeline.startOf(op) - timeline.end[fetch]);
        if (fetch + 1 < endOfFetches) free += timeline.startOf(fetch + 1) - timeline.end[fetch];
    }
    return slack;
}

}  // namespace

OpCause explainOp(const Timeline& timeline, const Durations& durations, Row row) {
    OpCause cause = causeOf(timeline, durations, row);
    if (!isOp(timeline, row)) {
        cause.slack = slackOfFetch(timeline, row);
        return cause;
    }
    const RowRange lane = timeline.program->lanes[timeline.program->laneOf(row).index()];
    const Time end = timeline.end[row];
    cause.slack = (row + 1 < lane.end ? timeline.startOf(row + 1) : timeline.latestEnd) - end;
    for (const Row dependent : dependentsOf(timeline, row)) {
        cause.slack =
            std::min(cause.slack, timeline.startOf(dependent) - hopBetween(timeline, durations, row, dependent) - end);
        if (const auto fetch = fetchOf(timeline, dependent))
            cause.slack = std::min(cause.slack, timeline.startOf(*fetch) - end + slackOfFetch(timeline, *fetch));
    }
    return cause;
}

std::string_view phrase(IdleKind kind) {
    switch (kind) {
        case IdleKind::NoWork: return "no work";
        case IdleKind::WarmUp: return "warm-up";
        case IdleKind::CoolDown: return "cool-down";
        case IdleKind::Fetch: return "waiting for weights";
        case IdleKind::Transfer: return "waiting for a transfer";
        case IdleKind::Turn: return "turn";
        case IdleKind::Neighbour: return "waiting for a busy device";
        case IdleKind::WayDown: return "waiting for a late forward";
        case IdleKind::WayBack: return "waiting for a late backward";
    }
    return {};
}

std::optional<IdleGap> gapAt(const Timeline& timeline, LaneId lane, Time at) {
    if (at < timeline.earliestStart || at >= timeline.latestEnd) return std::nullopt;
    const RowRange rows = timeline.program->lanes[lane.index()];
    const Row after = firstStartingAfter(timeline, rows, at);  // the one before it may still run
    IdleGap gap{lane, timeline.earliestStart, timeline.latestEnd, std::nullopt, std::nullopt};
    if (after > rows.begin) {
        gap.before = after - 1;
        gap.begin = timeline.end[after - 1];
    }
    if (after < rows.end) {
        gap.after = after;
        gap.end = timeline.startOf(after);
    }
    return gap.begin <= at && at < gap.end ? std::optional(gap) : std::nullopt;
}

IdleReason explainGap(const Timeline& timeline, const Durations& durations, const IdleGap& gap) {
    IdleReason reason{gap, IdleKind::NoWork, {}, false};
    if (!gap.after) {
        if (!gap.before) return reason;
        reason.kind = IdleKind::CoolDown;
        reason.causes.push_back({lastToEnd(timeline), 0, false});
        return reason;
    }
    followCauses(timeline, durations, reason);
    reason.kind = gap.before && !reason.causes.empty() ? kindOfWaiting(timeline, reason) : IdleKind::WarmUp;
    if (isForFetch(timeline, durations, gap)) reason.kind = IdleKind::Fetch;
    return reason;
}

}  // namespace bubblescope
