#include "engine/analysis/explain.h"

#include <algorithm>

namespace bubblescope {

namespace {

WorkerId workerOfRow(const Timeline& timeline, Row row) {
    const Program& program = *timeline.program;
    return program.laneWorker[program.laneOf(row).index()];
}

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
        cause.hop = hopBetween(timeline, durations, *cause.input, row);
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

bool isForward(const Timeline& timeline, Row row) { return timeline.program->ops[row].kind() == OpKind::Forward; }

/// Follows the causes of `gap.after`. They start ever earlier, so the walk ends.
void followCauses(const Timeline& timeline, const Durations& durations, IdleReason& reason) {
    Row row = *reason.gap.after;
    while (true) {
        const OpCause cause = causeOf(timeline, durations, row);
        const bool isInput = cause.isByInput() || !cause.before || cause.before == cause.input;
        const std::optional<Row> next = isInput ? cause.input : cause.before;
        if (!next) return;
        if (reason.causes.size() == kMaxCauses) {
            reason.isCut = true;
            return;
        }
        reason.causes.push_back({*next, isInput ? cause.hop : 0, isInput});
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

IdleKind kindOfWaiting(const Timeline& timeline, const IdleReason& reason) {
    const IdleStep& first = reason.causes.front();
    if (timeline.end[first.row] <= reason.gap.begin) return IdleKind::Transfer;
    if (turns(timeline, reason)) return IdleKind::Turn;
    if (reason.causes.size() == 1) return IdleKind::Neighbour;
    return isForward(timeline, *reason.gap.after) ? IdleKind::WayDown : IdleKind::WayBack;
}

}  // namespace

OpCause explainOp(const Timeline& timeline, const Durations& durations, Row row) {
    OpCause cause = causeOf(timeline, durations, row);
    const RowRange lane = timeline.program->lanes[timeline.program->laneOf(row).index()];
    const Time end = timeline.end[row];
    cause.slack = (row + 1 < lane.end ? timeline.startOf(row + 1) : timeline.latestEnd) - end;
    for (const Row dependent : dependentsOf(timeline, row))
        cause.slack =
            std::min(cause.slack, timeline.startOf(dependent) - hopBetween(timeline, durations, row, dependent) - end);
    return cause;
}

std::string_view phrase(IdleKind kind) {
    switch (kind) {
        case IdleKind::NoWork: return "no work";
        case IdleKind::WarmUp: return "warm-up";
        case IdleKind::CoolDown: return "cool-down";
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
    return reason;
}

}  // namespace bubblescope
