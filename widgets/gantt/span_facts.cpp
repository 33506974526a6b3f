#include "widgets/gantt/span_facts.h"

#include "engine/core/text.h"
#include "engine/results/run_each.h"
#include "widgets/gantt/column_mixer.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The part of a range that ops take.
double within(const TimeRange& range, double begin, double end) {
    return std::max(0.0, std::min(end, range.end) - std::max(begin, range.begin));
}

/// How long some lanes work within a range in total, from the sums that pictures use.
double sumOfWork(const TrackData& shown, const std::vector<LaneId>& lanes, const TimeRange& range) {
    const ColorClasses classes(*shown.timeline->program, {});
    const std::vector<Mix> inks(static_cast<std::size_t>(classes.count()), toMix(qRgb(255, 255, 255)));
    ColumnMixer mixer(*shown.timeline, classes, inks, range, 1, shown.sums.get());
    double work = 0;
    for (const LaneId lane : lanes) {
        Mix share{};
        mixer.mix(lane, {&share, 1});
        work += static_cast<double>(share[3]) / 255 * range.span();
    }
    return work;
}

}  // namespace

SpanFacts factsWithin(const TrackData& shown, WorkerId first, WorkerId last, const TimeRange& range) {
    const Timeline& timeline = *shown.timeline;
    const Program& program = *timeline.program;
    const TimeRange own{std::max(range.begin, static_cast<double>(timeline.earliestStart)),
                        std::min(range.end, static_cast<double>(timeline.latestEnd))};
    SpanFacts facts;
    if (own.span() <= 0) return facts;
    std::vector<LaneId> lanes;
    for (WorkerId worker = first; worker.value <= last.value; ++worker.value) {
        lanes.push_back(program.computeLane(worker));
        const RowRange rows = rowsWithin(timeline, lanes.back(), own);
        facts.ops += static_cast<long long>(rows.size());
        if (rows.size() == 0) continue;
        facts.cut += static_cast<double>(timeline.startOf(rows.begin)) < own.begin;
        const bool isOne = rows.size() == 1 && static_cast<double>(timeline.startOf(rows.begin)) < own.begin;
        facts.cut += !isOne && static_cast<double>(timeline.end[rows.end - 1]) > own.end;
    }
    facts.time = own.span() * static_cast<double>(lanes.size());
    if (facts.ops > static_cast<long long>(kLeastSummedOps) && shown.sums) {
        facts.idle = std::max(0.0, facts.time - sumOfWork(shown, lanes, own));
        return facts;
    }
    double work = 0;
    for (const LaneId lane : lanes) {
        const RowRange rows = rowsWithin(timeline, lane, own);
        for (Row row = rows.begin; row < rows.end; ++row) {
            const DrawnTime drawn = drawnTime(timeline, row);
            ++facts.ofKind[static_cast<std::size_t>(program.ops[row].kind())];
            work += within(own, static_cast<double>(drawn.begin), static_cast<double>(drawn.end));
        }
    }
    facts.idle = std::max(0.0, facts.time - work);
    return facts;
}

QStringList linesOf(const SpanFacts& facts, const TrackData& shown, WorkerId first, WorkerId last) {
    const QString from = shown.words.nameOf(first), to = shown.words.nameOf(last);
    QString ops = facts.ops == 1 ? Text::tr("1 op") : Text::tr("%1 ops").arg(toQString(withThousands(facts.ops)));
    QStringList kinds;
    for (std::size_t kind = 0; kind < kOpKinds; ++kind)
        if (facts.ofKind[kind] > 0)
            kinds += QStringLiteral("%1 %2").arg(toQString(withThousands(facts.ofKind[kind])),
                                                 toQString(letter(static_cast<OpKind>(kind))));
    if (!kinds.isEmpty()) ops += QStringLiteral(": ") + kinds.join(QStringLiteral(", "));
    if (facts.cut > 0)
        ops += QStringLiteral(" · ") + Text::tr("%1 partly inside").arg(toQString(withThousands(facts.cut)));
    const QString rows = first == last ? from : Text::tr("%1 to %2").arg(from, to);
    QStringList lines{Text::tr("%1, %2").arg(shown.title, rows), ops};
    if (facts.time > 0)
        lines += Text::tr("idle %1, %2")
                     .arg(formatTime(static_cast<Time>(std::llround(facts.idle)), shown.timeUnit),
                          formatPercent(facts.idleShare()));
    return lines;
}

double snappedTime(const Timeline& timeline, LaneId lane, double time, double reach) {
    const RowRange rows = timeline.program->lanes[lane.index()];
    double nearest = time, least = reach;
    const auto offer = [&](Time edge) {
        const double away = std::abs(static_cast<double>(edge) - time);
        if (away > least) return;
        least = away;
        nearest = static_cast<double>(edge);
    };
    offer(timeline.earliestStart);
    offer(timeline.latestEnd);
    const Row next = rowsWithin(timeline, lane, {time, time}).begin;  // the first that ends after it
    if (next > rows.begin) offer(timeline.end[next - 1]);
    if (next < rows.end) {
        offer(timeline.startOf(next));
        offer(timeline.end[next]);
    }
    return nearest;
}

}  // namespace bubblescope
