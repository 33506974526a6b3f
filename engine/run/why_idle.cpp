#include "engine/run/why_idle.h"

#include <algorithm>

namespace bubblescope {

namespace {

IdleCause causeOf(const WhyIdle& why, const WhatIfs* whatIfs) {
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
    const bool isLonely = whatIfs && whatIfs->isWhole && best == IdleCause::None;
    return isLonely && parts.order > 0 && parts.order >= most ? IdleCause::Order : IdleCause::None;
}

}  // namespace

std::optional<Time> sameGap(const Run& now, const IdleGap& gap, const Run& other) {
    const Timeline& timeline = *other.timeline;
    const Program &program = *timeline.program, &before = *now.timeline->program;
    const WorkerId worker = before.workerOf(gap.lane);
    if (worker.value >= program.workers) return std::nullopt;
    const Lane& lane = program.lanes[program.computeLane(worker).index()];
    if (lane.size() == 0) return std::nullopt;
    if (!gap.before) return timeline.startOf(lane.begin) - timeline.earliestStart;
    if (!gap.after) return timeline.latestEnd - timeline.end[lane.end - 1];
    const auto row = findOp(program, before.ops[*gap.after], *gap.after);
    if (!row || *row < lane.begin || *row >= lane.end) return std::nullopt;
    return timeline.startOf(*row) - (*row == lane.begin ? timeline.earliestStart : timeline.end[*row - 1]);
}

WhyIdle whyIdle(const Run& now, const IdleGap& gap, const WhatIfs* whatIfs) {
    WhyIdle why;
    why.reason = explainGap(*now.timeline, now.durations, gap);
    why.isTried = whatIfs && whatIfs->isWhole;
    if (why.reason.place == IdlePlace::NoWork) return why;
    const Time length = gap.end - gap.begin;
    const auto shortened = [&](ChangeKind kind) -> std::optional<Time> {
        const Run* const run = whatIfs ? whatIfs->with(kind) : nullptr;
        const auto with = run ? sameGap(now, gap, *run) : std::nullopt;
        return with && *with < length ? with : std::nullopt;
    };
    why.withFreeTransfers = shortened(ChangeKind::FreeTransfers);
    why.withEvenStages = shortened(ChangeKind::EvenStages);
    why.withFreeFetches = shortened(ChangeKind::FreeFetches);
    why.cause = causeOf(why, whatIfs);
    if (const Run* const twice = whatIfs ? whatIfs->with(ChangeKind::TwiceMicrobatches) : nullptr)
        if (const auto with = sameGap(now, gap, *twice))
            why.isLessShareWithMore = static_cast<double>(*with) * static_cast<double>(now.metrics.totalTime) <
                                      static_cast<double>(length) * static_cast<double>(twice->metrics.totalTime);
    return why;
}

}  // namespace bubblescope
