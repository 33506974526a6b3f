#include "widgets/collectives/collective_shown.h"

#include "engine/collectives/collective_clock.h"
#include "engine/collectives/relations.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

/// Pictures with more cells than this have sums.
constexpr std::size_t kManyCells = 100'000;

QString slotsText(const Plan& plan, std::size_t transfer) {
    constexpr std::size_t kMostNamed = 4;
    const auto sent = plan.slotsOf(transfer);
    if (sent.size() == static_cast<std::size_t>(plan.slotCount) && sent.size() > 1) return Text::tr("all slots");
    if (sent.size() > kMostNamed) return Text::tr("%1 slots").arg(sent.size());
    QStringList names;
    for (const std::uint32_t slot : sent) names += QString::fromStdString(plan.slotName(slot));
    return (names.size() == 1 ? Text::tr("slot %1") : Text::tr("slots %1")).arg(formatList(names));
}

/// "sends slot 2 to rank 1, receives slot 1 from rank 3".
QString doneBy(const Plan& plan, std::size_t step, int rank) {
    QStringList sent, received;
    int sends = 0, receives = 0;
    constexpr int kMostNamed = 2;
    for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i) {
        const Transfer& moved = plan.transfers[i];
        if (moved.from == rank && ++sends <= kMostNamed)
            sent += Text::tr("sends %1 to %2").arg(slotsText(plan, i), placeName(plan, moved.to));
        if (moved.to == rank && ++receives <= kMostNamed)
            received += (adds(moved.mode) ? Text::tr("adds %1 from %2") : Text::tr("receives %1 from %2"))
                            .arg(slotsText(plan, i), placeName(plan, moved.from));
    }
    if (sends > kMostNamed) sent = {Text::tr("sends to %1 ranks").arg(sends)};
    if (receives > kMostNamed) received = {Text::tr("receives from %1 ranks").arg(receives)};
    return (sent + received).join(QStringLiteral(", "));
}

/// When the last rank has finished that many steps.
Time endOfStep(const Timeline& timeline, const ClockStages& stages, std::size_t steps) {
    Time end = 0;
    for (const Lane& lane : timeline.program->lanes) {
        const Row next = firstRow(lane, [&](Row row) {
            const Op op = timeline.program->ops[row];
            return stages.isStep(op) && op.stage().index() >= steps;
        });
        if (next > lane.begin) end = std::max(end, timeline.end[next - 1]);
    }
    return end;
}

/// Why a team is refused, in one line.
QString refusalOf(const Algorithm& algorithm, const Team& team, const Error& error) {
    const std::vector<int> nearest = nearestRanks(algorithm, team);
    if (nearest.empty()) return toQString(error.message);
    return algorithm.needsPowerOfTwo
               ? Text::tr("needs a power of two; nearest: %1 or %2 ranks").arg(nearest[0]).arg(nearest[1])
               : Text::tr("needs whole nodes of %1; nearest: %2 or %3 ranks")
                     .arg(team.nodeSize)
                     .arg(nearest[0])
                     .arg(nearest[1]);
}

}  // namespace

ClockUnit ClockUnit::of(double microseconds) {
    if (microseconds >= 1e6) return {1e6, QStringLiteral("s")};
    if (microseconds >= 1e3) return {1e3, QStringLiteral("ms")};
    return {1, QStringLiteral("\u00b5s")};
}

std::vector<ClockRun> runChosen(const CollectiveSetup& setup) {
    std::vector<ClockRun> runs;
    const auto chosen = setup.algorithms.empty() ? usualAlgorithms(setup.collective) : setup.algorithms;
    for (const std::string& id : chosen) runs.push_back({id, runCollective(setup, id)});
    return runs;
}

double bytesBetweenNodes(const CollectiveSetup& setup, const Plan& plan) {
    const TransferSizes sizes(plan, setup.collective == Collective::Barrier ? 0 : static_cast<long long>(setup.bytes));
    double bytes = 0;
    for (std::size_t i = 0; i < plan.transfers.size(); ++i)
        if (plan.nodeOf(plan.transfers[i].from, setup.cluster.nodeSize) !=
            plan.nodeOf(plan.transfers[i].to, setup.cluster.nodeSize))
            bytes += sizes.of(i);
    return bytes;
}

ClockTracks clockTracks(const CollectiveSetup& setup, std::vector<ClockRun> runs, const Theme& theme) {
    Time longest = 0;
    for (const ClockRun& one : runs)
        if (one.run) longest = std::max(longest, one.run->time);
    const ClockUnit unit = ClockUnit::of(toUnits(longest));
    ClockTracks out{{}, unit};
    std::vector<TrackData>& tracks = out.shown;
    for (ClockRun& one : runs) {
        TrackData track;
        track.kind = toQString(one.id);
        const Algorithm* const algorithm = one.run ? one.run->algorithm : findAlgorithm(setup.collective, one.id);
        track.title = one.id == kAuto ? Text::tr("auto: %1").arg(toQString(algorithm->id)) : toQString(one.id);
        track.color = algorithmColor(theme, *algorithm);
        track.heads = {Text::tr("On one time axis"),
                       Text::tr("time"),
                       Text::tr("bus bandwidth"),
                       Text::tr("between nodes"),
                       {Text::tr("busiest rank")}};
        if (!one.run) {
            track.refusal = refusalOf(*algorithm, teamOf(setup), one.run.error());
            tracks.push_back(std::move(track));
            continue;
        }
        const CollectiveRun& run = *one.run;
        if (!run.plan) {
            track.refusal = Text::tr("%1; not drawn: %2")
                                .arg(formatMicroseconds(toUnits(run.time)), toQString(run.plan.error().message));
            tracks.push_back(std::move(track));
            continue;
        }
        const Plan& plan = *run.plan;
        Words words{Text::tr("rank %1"), Words::Naming::Own};
        std::vector<QString> names;  // by stage
        for (std::size_t step = 0; step < plan.steps.size(); ++step) names.push_back(Text::tr("step %1").arg(step + 1));
        names.push_back(Text::tr("late"));
        names.push_back(Text::tr("call"));
        words.ownName = [names = std::move(names)](Op op) { return names[op.stage().index()]; };
        const QString title = track.title;
        TrackData whole = shownOf(timelineOf(setup, run, unit.microseconds), std::move(words), title, unit.name);
        whole.kind = track.kind;
        if (setup.cluster.nodeSize < setup.ranks) whole.groups = {setup.cluster.nodeSize, Text::tr("node %1")};
        whole.color = track.color;
        whole.heads = track.heads;
        whole.total = formatMicroseconds(toUnits(run.time));
        whole.bubble = run.busBandwidth ? Text::tr("%1\u202fGB/s").arg(formatNumber(*run.busBandwidth, 4))
                                        : QStringLiteral("\u2013");
        whole.facts = {formatBytes(static_cast<double>(run.traffic.most()) / plan.slotCount * bytesOf(setup))};
        whole.difference = formatBytes(bytesBetweenNodes(setup, plan));
        if (plan.transfers.size() > kManyCells) whole.sums = sumLanes(*whole.timeline);
        if (const auto halves = halvesOf(*run.algorithm, plan); halves && halves->seam > 0)
            whole.seams.push_back(endOfStep(*whole.timeline, {plan.steps.size()}, halves->seam));
        const auto kept = std::make_shared<const Plan>(std::move(*one.run->plan));
        whole.more = [kept, timeline = whole.timeline](Row row) {
            const Op op = timeline->program->ops[row];
            const ClockStages stages{kept->steps.size()};
            return stages.isStep(op) ? doneBy(*kept, op.stage().index(), op.microbatch().value) : QString();
        };
        tracks.push_back(std::move(whole));
    }
    return out;
}

}  // namespace bubblescope
