#include "engine/analysis/explain.h"

#include <algorithm>
#include <array>
#include <map>

namespace bubblescope {

namespace {

/// Whether the row is work, and not a transfer.
bool isOp(const Timeline& timeline, Row row) { return timeline.program->isWork(timeline.program->laneOf(row)); }

/// What determines an op's start, without its slack.
OpCause causeOf(const Timeline& timeline, const Durations& durations, Row row) {
    OpCause cause;
    row = pairOf(*timeline.program, row).begin;
    for (const Link& link : causesOf(timeline, durations, row)) {
        const bool isOwnLane = link.isTurn && link.row + 1 == row;
        auto& place = isOwnLane ? cause.before : link.isTurn ? cause.other : link.isFetch ? cause.fetch : cause.input;
        if (!place || link.at() > place->at()) place = link;
    }
    cause.laneFree = cause.before ? cause.before->at() : timeline.earliestStart;
    if (cause.other && cause.other->at() <= cause.laneFree) cause.other.reset();
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

/// Whether the row is a forward outside a fused pair.
bool isOnlyForward(const Timeline& timeline, Row row) {
    return isForward(timeline, row) && pairOf(*timeline.program, row).size() == 1;
}

/// Follows the causes of `gap.after`. Each starts earlier than the one before, so the walk ends.
void followCauses(const Timeline& timeline, const Durations& durations, IdleReason& reason) {
    Row row = *reason.gap.after;
    while (const auto last = causeOf(timeline, durations, row).last()) {
        reason.isCut = reason.causes.size() == kMaxCauses;
        if (reason.isCut) return;
        reason.causes.push_back(*last);
        row = last->row;
        if (timeline.startOf(row) <= reason.gap.begin) return;
    }
}

/// Whether the causes pass through the last stage, from its backward to its forward.
bool turns(const Timeline& timeline, const IdleReason& reason) {
    Row waiting = *reason.gap.after;
    for (const Link& step : reason.causes) {
        const Program& program = *timeline.program;
        const bool isLast = program.modelStage(program.ops[step.row].stage()).value + 1 == program.stages;
        if (isLast && isForward(timeline, step.row) && !isOnlyForward(timeline, waiting)) return true;
        waiting = step.row;
    }
    return false;
}

/// A path back in time: the steps so far, and the next one.
struct Way {
    Time at = 0;  // the earliest time that the path has reached
    std::optional<Link> next;
    std::vector<Link> passed;

    bool canGoOn(const Timeline& timeline) const { return next || at == timeline.earliestStart; }
    void goOn(const Timeline& timeline, const Durations& durations) {
        passed.push_back(*next);
        at = timeline.startOf(next->row);
        next = blockerOf(timeline, durations, next->row);
    }
};

/// The times of even ops, for the kinds that pipelines use.
class EvenTimes {
public:
    EvenTimes(const Timeline& timeline, const Durations& durations) : m_timeline(timeline) {
        const Program& program = *timeline.program;
        m_isKnown = program.needs.isRegular() && durations.workers > 0;
        if (!m_isKnown) return;
        for (std::size_t kind = 0; kind < kPipelineKinds; ++kind) {
            std::vector<Time> times;
            for (const Durations::OpTimes& worker : durations.inner) times.push_back(worker.op[kind]);
            if (!timeline.opTime.empty()) {
                times.clear();
                for (std::size_t i = kind; i < timeline.opTime.size(); i += kPipelineKinds)
                    times.push_back(timeline.opTime[i]);
            }
            for (const Time time : times) m_even[kind] += static_cast<double>(time);
            m_even[kind] = times.empty() ? 0 : m_even[kind] / static_cast<double>(times.size());
        }
        for (const Time more : durations.pairMore) m_evenMore += static_cast<double>(more);
        if (!durations.pairMore.empty()) m_evenMore /= static_cast<double>(durations.pairMore.size());
    }
    Time runOf(Row row) const { return m_timeline.end[row] - m_timeline.startOf(row); }
    Time evenRunOf(Row row) const {
        if (!m_isKnown || !isOp(m_timeline, row)) return runOf(row);
        const RowRange pair = pairOf(*m_timeline.program, row);
        double sum = pair.size() > 1 ? m_evenMore : 0;
        for (Row half = pair.begin; half < pair.end; ++half)
            sum += m_even[static_cast<std::size_t>(m_timeline.program->ops[half].kind())];
        return static_cast<Time>(sum);
    }

private:
    const Timeline& m_timeline;
    std::array<double, kPipelineKinds> m_even{};
    double m_evenMore = 0;  // of a fused pair
    bool m_isKnown = false;
};

/// The key with the largest share.
template <class Key>
std::optional<Key> largest(const std::map<Key, Time>& shares) {
    const auto most = std::max_element(shares.begin(), shares.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most != shares.end() && most->second > 0 ? std::optional(most->first) : std::nullopt;
}

/// Adds the parts of a path to those of a gap, or subtracts them.
class PartSums {
public:
    PartSums(const Timeline& timeline, const Durations& durations)
        : m_timeline(timeline), m_even(timeline, durations) {}

    /// `waiting` is the op that waited for the first step of the path. The last op of both paths does not count as
    /// schedule order.
    void add(const Way& way, std::optional<Row> waiting, Time sign, bool isForked) {
        for (std::size_t i = 0; i < way.passed.size(); ++i) {
            const Link& passed = way.passed[i];
            if (passed.isTransferred) {
                m_parts.transfer += sign * passed.lag;
                if (sign > 0 && !passed.isTurn) m_hops[{workerOf(passed.row), workerOf(*waiting)}] += passed.lag;
            } else {
                m_parts.lag += sign * passed.lag;
            }
            waiting = passed.row;
            if (passed.isStart) continue;
            const Time run = m_even.runOf(passed.row), even = m_even.evenRunOf(passed.row);
            if (!isOp(m_timeline, passed.row)) {
                m_parts.communication += sign * run;
                continue;
            }
            m_parts.work += sign * even;
            m_parts.uneven += sign * (run - even);
            const bool isFork = isForked && i + 1 == way.passed.size();
            if (isFork || sign < 0) continue;
            m_longer[workerOf(passed.row)] += run - even;
            if (passed.isTurn) m_turns += even;
        }
    }
    /// Splits off from the remaining work the ops that only ran first on their lanes.
    void settle(IdleReason& reason) {
        m_parts.order = std::clamp<Time>(m_parts.work, 0, m_turns);
        m_parts.work -= m_parts.order;
        reason.parts = m_parts;
        reason.longest = largest(m_longer);
        reason.slowest = largest(m_hops);
        if (reason.slowest) reason.onSlowest = m_hops[*reason.slowest];
    }
    IdleParts& parts() { return m_parts; }

private:
    WorkerId workerOf(Row row) const { return m_timeline.program->workerOfRow(row); }

    const Timeline& m_timeline;
    EvenTimes m_even;
    IdleParts m_parts;
    Time m_turns = 0;
    std::map<WorkerId, Time> m_longer;
    std::map<std::pair<WorkerId, WorkerId>, Time> m_hops;
};

/// Follows both paths back until they meet.
void takeApart(const Timeline& timeline, const Durations& durations, IdleReason& reason) {
    const IdleGap& gap = reason.gap;
    Way theirs{gap.end, {}, {}}, own{gap.begin, {}, {}};
    const Program& program = *timeline.program;
    theirs.next = gap.after ? blockerOf(timeline, durations, firstRowOf(program, *gap.after))
                            : Link{.row = firstRowOf(program, lastToEnd(timeline))};
    if (gap.before) {
        own.next = turnAfter(timeline, *gap.before);
        own.next->row = firstRowOf(program, *gap.before);
    }
    const auto isForked = [&] {
        return !theirs.passed.empty() && !own.passed.empty() && theirs.passed.back().row == own.passed.back().row;
    };
    while (!isForked() && (theirs.next || own.next) && theirs.canGoOn(timeline) && own.canGoOn(timeline) &&
           theirs.passed.size() + own.passed.size() < kMaxWaySteps) {
        const bool isTheirs = theirs.next && (!own.next || theirs.at >= own.at);
        (isTheirs ? theirs : own).goOn(timeline, durations);
    }
    if (isForked()) reason.fork = theirs.passed.back().row;
    PartSums sums(timeline, durations);
    sums.add(theirs, gap.after, 1, reason.fork.has_value());
    sums.add(own, {}, -1, reason.fork.has_value());
    sums.parts().unknown = theirs.at - own.at;
    sums.settle(reason);
}

/// How much later a fetch could end without moving any op; later fetches may move. Fetches are in the order of their
/// ops, so one pass along the lane finds these.
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

std::optional<Link> OpCause::last() const {
    if (waited == 0) return input && before && input->row == before->row ? input : before;
    std::optional<Link> last = input;
    for (const auto& one : {fetch, other})
        if (one && (!last || one->at() > last->at())) last = one;
    return last;
}

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
    cause.slack =
        (pair.end < lane.end ? timeline.startOf(pair.end) : timeline.latestEnd) - timeline.freeAfter(pair.end - 1);
    for (const Row dependent : dependentsOf(timeline, row))
        for (const Link& link : causesOf(timeline, durations, dependent)) {
            if (link.isFetch)
                cause.slack =
                    std::min(cause.slack, timeline.startOf(link.row) - end + slackOfFetch(timeline, link.row));
            else if (!link.isTurn && !link.isStart && link.row >= pair.begin && link.row < pair.end)
                cause.slack = std::min(cause.slack, timeline.startOf(dependent) - link.at());
        }
    return cause;
}

std::optional<IdleGap> gapAt(const Timeline& timeline, LaneId lane, Time at) {
    if (at < timeline.earliestStart || at >= timeline.latestEnd) return std::nullopt;
    const RowRange rows = timeline.program->lanes[lane.index()];
    const Row after = firstStartingAfter(timeline, rows, at);  // the op before it may still be running
    IdleGap gap{lane, timeline.earliestStart, timeline.latestEnd, std::nullopt, std::nullopt};
    if (after > rows.begin) {
        gap.before = after - 1;
        gap.begin = timeline.freeAfter(after - 1);
    }
    if (after < rows.end) {
        gap.after = after;
        gap.end = timeline.startOf(after);
    }
    return gap.begin <= at && at < gap.end ? std::optional(gap) : std::nullopt;
}

IdleReason explainGap(const Timeline& timeline, const Durations& durations, const IdleGap& gap) {
    IdleReason reason;
    reason.gap = gap;
    if (!gap.after && !gap.before) {
        reason.parts.unknown = gap.end - gap.begin;
        return reason;
    }
    takeApart(timeline, durations, reason);
    if (!gap.after) {
        reason.place = IdlePlace::CoolDown;
        reason.causes.push_back({.row = lastToEnd(timeline), .isTurn = true});
        return reason;
    }
    followCauses(timeline, durations, reason);
    reason.place = !gap.before ? IdlePlace::WarmUp : turns(timeline, reason) ? IdlePlace::Turn : IdlePlace::Between;
    return reason;
}

std::vector<Row> criticalPath(const Timeline& timeline, const Durations& durations) {
    Way way{timeline.latestEnd, Link{.row = firstRowOf(*timeline.program, lastToEnd(timeline))}, {}};
    while (way.next && way.passed.size() < kMaxWaySteps) way.goOn(timeline, durations);
    std::vector<Row> rows;
    for (const Link& passed : way.passed) rows.push_back(passed.row);
    std::reverse(rows.begin(), rows.end());
    return rows;
}

}  // namespace bubblescope
