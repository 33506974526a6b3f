#include "engine/results/why_idle.h"

#include "engine/results/advice.h"

#include <algorithm>

namespace bubblescope {

namespace {

IdleCause causeOf(const WhyIdle& why) {
    const Time length = why.reason.gap.end - why.reason.gap.begin;
    IdleCause best = IdleCause::None;
    Time shortest = length;
    for (const auto& [with, cause] : {std::pair{why.withFreeTransfers, IdleCause::Transfer},
                                      {why.withEvenStages, IdleCause::Uneven},
                                      {why.withFreeFetches, IdleCause::Fetch}})
        if (with && *with < shortest) {
            shortest = *with;
            best = cause;
        }
    if (2 * shortest <= length) return best;
    if (why.reason.place != IdlePlace::Between) return IdleCause::None;
    const IdleParts& parts = why.reason.parts;
    const Time most = std::max({parts.uneven, parts.transfer, parts.communication, parts.lag, parts.unknown});
    if (parts.work > 0 && parts.work >= std::max(parts.order, most)) return IdleCause::Work;
    const bool isLonely = why.trials == WhyIdle::Trials::Whole && best == IdleCause::None;
    return isLonely && parts.order > 0 && parts.order >= most ? IdleCause::Order : IdleCause::None;
}

/// The member that stores a gap's length in a changed run; null if the change says nothing about gaps.
std::optional<Time> WhyIdle::*memberOf(ChangeKind kind) {
    switch (kind) {
        case ChangeKind::FreeTransfers: return &WhyIdle::withFreeTransfers;
        case ChangeKind::EvenStages: return &WhyIdle::withEvenStages;
        case ChangeKind::FreeFetches: return &WhyIdle::withFreeFetches;
        case ChangeKind::MoreWarmup: return &WhyIdle::withMoreWarmup;
        default: return nullptr;
    }
}

/// Whether other runs can say something about a gap.
bool isTried(const WhyIdle& why) { return why.reason.place != IdlePlace::NoWork; }

/// Adds what the run of a change says about a gap.
void take(WhyIdle& why, const Run& now, ChangeKind kind, const TriedRun& tried) {
    const IdleGap& gap = why.reason.gap;
    const Time length = gap.end - gap.begin;
    const bool isTwice = kind == ChangeKind::TwiceMicrobatches;
    // Another order may deadlock, or have the same idle time elsewhere.
    const bool isOtherOrder = kind == ChangeKind::MoreWarmup;
    if (!tried.run && !isTwice && !isOtherOrder)
        why.trials = tried.isTooLarge ? WhyIdle::Trials::TooLarge : WhyIdle::Trials::Partial;
    const auto with = tried.run ? sameGap(now, gap, *tried.run) : std::nullopt;
    if (!with) return;
    const bool isMovedAlone = isOtherOrder && tried.run->metrics.totalTime >= now.metrics.totalTime;
    if (isTwice)
        why.isLessShareWithMore = static_cast<double>(*with) * static_cast<double>(now.metrics.totalTime) <
                                  static_cast<double>(length) * static_cast<double>(tried.run->metrics.totalTime);
    else if (*with < length && !isMovedAlone)
        why.*memberOf(kind) = with;
}

}  // namespace

std::optional<Time> sameGap(const Run& now, const IdleGap& gap, const Run& other) {
    const Timeline& timeline = *other.timeline;
    const Program &program = *timeline.program, &before = *now.timeline->program;
    const Lane& here = before.lanes[gap.lane.index()];
    if (here.worker.value >= program.workers) return std::nullopt;
    const auto id = program.laneOf(here.worker, here.role);
    if (!id) return std::nullopt;
    const Lane& lane = program.lanes[id->index()];
    if (lane.size() == 0) return std::nullopt;
    if (!gap.before) return timeline.startOf(lane.begin) - timeline.earliestStart;
    if (!gap.after) return timeline.latestEnd - timeline.end[lane.end - 1];
    const auto row = findOp(program, before.ops[*gap.after], *gap.after);
    if (!row || *row < lane.begin || *row >= lane.end) return std::nullopt;
    return timeline.startOf(*row) - (*row == lane.begin ? timeline.earliestStart : timeline.end[*row - 1]);
}

WhyIdle whyIdle(const Run& now, const IdleGap& gap) {
    WhyIdle why;
    why.reason = explainGap(*now.timeline, now.durations, gap);
    if (why.reason.place != IdlePlace::NoWork) why.cause = causeOf(why);
    return why;
}

std::vector<WhyIdle> whyIdle(const Scenario& scenario, std::size_t index, const Run& now, std::span<const IdleGap> gaps,
                             std::stop_token stop, SharedMemory* memory) {
    std::vector<WhyIdle> all;
    bool isAnyTried = false;
    for (const IdleGap& gap : gaps) {
        all.push_back(whyIdle(now, gap));
        all.back().trials = WhyIdle::Trials::Whole;
        isAnyTried |= isTried(all.back());
    }
    if (!isAnyTried) return all;
    const Run before = withoutNewOrder(now);
    for (const Change& change : changesOf(trialOf(scenario, index))) {
        const bool isTwice = change.kind == ChangeKind::TwiceMicrobatches;
        if (!memberOf(change.kind) && !isTwice) continue;
        const TriedRun tried = tryChange(change, before, stop, isTwice ? kMaxAdviceOps : kMaxOps, memory);
        for (WhyIdle& why : all) {
            if (stop.stop_requested())
                why.trials = WhyIdle::Trials::Awaited;
            else if (isTried(why))
                take(why, now, change.kind, tried);
        }
        if (stop.stop_requested()) return all;
    }
    for (WhyIdle& why : all)
        if (isTried(why)) why.cause = causeOf(why);
    return all;
}

WhyIdle whyIdle(const Scenario& scenario, std::size_t index, const Run& now, const IdleGap& gap, std::stop_token stop,
                SharedMemory* memory) {
    return whyIdle(scenario, index, now, std::span(&gap, 1), std::move(stop), memory).front();
}

}  // namespace bubblescope
