#include "engine/analysis/explain.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Whether the row is work, and not a transfer.
bool isOp(const Timeline& timeline, Row row) { return timeline.program->isWork(timeline.program->laneOf(row)); }

Time lagOf(const Timeline& timeline, const Durations& durations, const Link& link, Row row) {
    if (!link.isTransferred) return link.lag;
    const Program& program = *timeline.program;
    return link.lag + durations.hop(program.workerOfRow(link.row), program.workerOfRow(row));
}

/// The member of an op on several lanes whose lane is free last, and when it is.
std::pair<Row, Time> lastMember(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    std::pair<Row, Time> last{row, timeline.earliestStart};
    Row member = row;
    do {
        const bool isFirst = member == program.lanes[program.laneOf(member).index()].begin;
        if (const Time free = isFirst ? timeline.earliestStart : timeline.end[member - 1]; free > last.second)
            last = {member, free};
        member = program.needs.memberAfter(member);
    } while (member != row);
    return last;
}

/// What sets an op's start, without its slack.
OpCause causeOf(const Timeline& timeline, const Durations& durations, Row row) {
    const RowRange lane = timeline.program->lanes[timeline.program->laneOf(row).index()];
    if (timeline.program->ops[row].closesPair()) return causeOf(timeline, durations, row - 1);
    OpCause cause;
    if (row > lane.begin) cause.before = row - 1;
    cause.laneFree = cause.before ? timeline.end[*cause.before] : timeline.earliestStart;
    for (const Link& link : needsOf(timeline, row)) {
        const Time from = link.isStart ? timeline.startOf(link.row) : timeline.end[link.row];
        if (link.isFetch) {
            cause.fetch = link.row;
            cause.fetchEnd = from;
            continue;
        }
        const Time lag = lagOf(timeline, durations, link, row);
        if (cause.input && from + lag <= cause.arrival()) continue;
        cause.input = link.row;
        cause.inputEnd = from;
        cause.hop = lag;
    }
    if (const auto [member, free] = lastMember(timeline, row); member != row && free > cause.laneFree) {
        cause.lastMember = member;
        cause.memberFree = free;
    }
    cause.waited = timeline.startOf(row) - cause.laneFree;
    return cause;
}

Row lastToEnd(const Timeline& timeline) {
    Row last = 0;
    for (const RowRange& rows : timeline.program->lanes)
        if (rows.size() > 0 && timeline.end[rows.end - 1] == timeline.latestEnd) last = rows.end - 1;
    return last;
}

bool isForward(const Timeline& timeline, Row row) {
    return classOf(timeline.program->ops[row].kind()) == OpClass::Forward;
}

/// Follows the causes of `gap.after`. They start ever earlier, so the walk ends.
void followCauses(const Timeline& timeline, const Durations& durations, IdleReason& reason) {
    Row row = *reason.gap.after;
    while (true) {
        const OpCause cause = causeOf(timeline, durations, row);
        const bool isInput = cause.isByInput() || !cause.before || cause.before == cause.input;
        std::optional<Row> next = isInput ? cause.input : cause.before;
        if (cause.isByFetch()) next = cause.fetch;
        if (cause.isByMember()) next = *cause.lastMember - 1;
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
        const Program& program = *timeline.program;
        const bool isLast = program.modelStage(program.ops[step.row].stage()).value + 1 == program.stages;
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
    const LaneId lane = program.laneOf(row);
    const Row endOfFetches = program.lanes[lane.index()].end,
              endOfOps = program.lanes[program.computeLane(program.workerOf(lane)).index()].end;
    const auto serves = [&](Row fetch, Row op) {
        const Op of = program.ops[op], by = program.ops[fetch];
        const auto needed = fetchFor(of.kind(), of.stage().value);
        return needed && needed->isMetBy(by) && by.microbatch() == of.microbatch();
    };
    Time slack = timeline.latestEnd - timeline.end[row], free = 0;
    Row op = dependentsOf(timeline, row).front();
    for (Row fetch = row; fetch < endOfFetches && free < slack; ++fetch) {
        while (op < endOfOps && !serves(fetch, op)) ++op;
        if (op == endOfOps) break;
        slack = std::min(slack, free + timeline.startOf(op) - timeline.end[fetch]);
        if (fetch + 1 < endOfFetches) free += timeline.startOf(fetch + 1) - timeline.end[fetch];
    }
    return slack;
}

}  // namespace

namespace {

/// How much later than it did a row could have ended, or started where `link` goes by that, for what needs it to start
/// when it did.
Time slackTo(const Timeline& timeline, const Durations& durations, Row row, Row dependent) {
    Time slack = timeline.latestEnd - timeline.earliestStart;
    for (const Link& link : needsOf(timeline, dependent)) {
        if (link.row != row || link.isStart) continue;
        const Time lag = lagOf(timeline, durations, link, dependent);
        slack = std::min(slack, timeline.startOf(dependent) - lag - timeline.end[row]);
    }
    return slack;
}

}  // namespace

OpCause explainOp(const Timeline& timeline, const Durations& durations, Row row) {
    OpCause cause = causeOf(timeline, durations, row);
    const bool isFetch = !isOp(timeline, row) && timeline.program->needs.isRegular();
    if (isFetch) {
        cause.slack = slackOfFetch(timeline, row);
        return cause;
    }
    const RowRange lane = timeline.program->lanes[timeline.program->laneOf(row).index()];
    const Time end = timeline.end[row];
    const RowRange pair = pairOf(*timeline.program, row);
    cause.slack = (pair.end < lane.end ? timeline.startOf(pair.end) : timeline.latestEnd) - end;
    for (Row half = pair.begin; half < pair.end; ++half)
        for (const Row dependent : dependentsOf(timeline, half)) {
            cause.slack = std::min(cause.slack, slackTo(timeline, durations, half, dependent));
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
