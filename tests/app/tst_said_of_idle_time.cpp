// Why a device is idle, and what shortens the gap.

#include "engine/results/why_idle.h"
#include "engine/schemes/scheme.h"
#include "tests/app/said.h"
#include "widgets/inspector/op_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_said_of_idle_time {

namespace {

/// The idle time before the same op, on the lane of the same role; before the first, or after the last.
std::optional<Time> gapIn(const Run& run, const Op* after, bool isFirst, WorkerId worker, Role role) {
    const Timeline& timeline = *run.timeline;
    for (const Lane& lane : timeline.program->lanes) {
        if (lane.worker != worker || lane.role != role || lane.size() == 0) continue;
        if (isFirst) return timeline.startOf(lane.begin) - timeline.earliestStart;
        if (!after) return timeline.latestEnd - timeline.end[lane.end - 1];
        for (Row row = lane.begin; row < lane.end; ++row)
            if (timeline.program->ops[row] == *after)
                return timeline.startOf(row) - (row == lane.begin ? timeline.earliestStart : timeline.end[row - 1]);
    }
    return std::nullopt;
}

}  // namespace

class TestSaidOfIdleTime : public QObject, private Said {
    Q_OBJECT

private:
    bool isSoOfGap(const Told& told, const Scenario& scenario, std::size_t index, const IdleGap& gap,
                   const OpText& text);
    bool isSoOfSteps(const Told& told, const IdleGap& gap, const QStringList& steps);
    bool isSoOfParts(const Told& told, const QString& sentence, const PlainRun::Parts& parts, Time length);

private slots:
    void idleTimes();
};

bool TestSaidOfIdleTime::isSoOfSteps(const Told& told, const IdleGap& gap, const QStringList& steps) {
    const PlainRun& plain = told.plain;
    Row waiting = *gap.after;
    bool isKnown = true;
    for (qsizetype i = 0; i < steps.size(); ++i) {
        QString step = plainText(steps[i]);
        const bool isLast = i + 1 == steps.size();
        if (said(step, "… 1 more op …") || said(step, "… <N> more ops …") ||
            said(step, "… more than <N> ops …")) {  // too many to list
            met("steps left out");
            isKnown = false;
            continue;
        }
        if (!step.endsWith(isLast ? '.' : ';')) return false;
        step.chop(1);
        std::optional<Row> row;
        Time wait = 0;
        if (const auto it = said(step, "weights for <O>, fetched from <P>, <S>")) {
            row = told.op((*it)[0]);
            if (!row || !plain.isFetch(*row) || (*it)[2] != told.spanOf(*row)) return false;
            if (isKnown && told.fetch(waiting) != row && plain.before[waiting] != row) return false;
            met("step: weights");
        } else if (const auto before = said(step, "<O>, earlier on the same device, <S>")
                                           ? said(step, "<O>, earlier on the same device, <S>")
                                           : said(step, "<O>, earlier on the same worker, <S>")) {
            row = told.op((*before)[0]);
            if (!row || (*before)[1] != told.spanOf(*row) || (isKnown && plain.before[waiting] != row)) return false;
            met("step: turn");
        } else if (const auto elsewhere = said(step, "<O> on <P>, <S>")) {
            row = told.op((*elsewhere)[0]);
            if (!row || (*elsewhere)[1] != told.place(*row)) return false;
            const auto hop = said(step, "<S>, then <T> for the transfer");
            const auto needed = std::find_if(plain.needs[waiting].begin(), plain.needs[waiting].end(),
                                             [&](const auto& need) { return need.row == *row; });
            if (isKnown && needed == plain.needs[waiting].end()) return false;
            if (isKnown) {
                wait = needed->hop;
                if (hop.has_value() != (wait > 0) || (hop && (*hop)[1] != told.time(wait))) return false;
            }
            if (!(*elsewhere)[2].startsWith(told.spanOf(*row))) return false;
            met("step: work");
        } else {
            return false;
        }
        if (isKnown && plain.endOf(*row) + wait != plain.startOf(waiting)) return false;
        waiting = *row;
        isKnown = true;
    }
    return true;
}

bool TestSaidOfIdleTime::isSoOfParts(const Told& told, const QString& sentence, const PlainRun::Parts& parts,
                                     Time length) {
    static const QRegularExpression kPart("(− |\\+ )?(" + kSaidTime + ") ([a-z, ]+?)(?= [−+] |\\.$)");
    const QString sum = sentence.section(" = ", 1);
    std::map<QString, QString> found;
    for (auto it = kPart.globalMatch(sum); it.hasNext();) {
        const auto match = it.next();
        found[match.captured(3)] = (match.captured(1).startsWith(QChar(0x2212)) ? "-" : "") + match.captured(2);
    }
    std::map<QString, QString> expected;
    const auto expect = [&](Time time, const char* name) {
        if (time != 0) expected[name] = (time < 0 ? "-" : "") + told.time(std::abs(time));
    };
    expect(parts.work, parts.work < 0      ? "own compute meanwhile"
                       : parts.uneven == 0 ? "upstream compute"
                                           : "upstream compute, if stages were even");
    expect(parts.order, "queued behind other ops");
    expect(parts.uneven, "uneven stages");
    expect(parts.transfer, "transfers");
    expect(parts.fetch, told.run.scheme ? "fetches" : "communication");
    expect(parts.unknown, "earlier causes");
    const Time all = parts.work + parts.order + parts.uneven + parts.transfer + parts.fetch + parts.unknown;
    return met("parts") && sentence.section(" = ", 0, 0) == told.time(length) && found == expected && all == length;
}

bool TestSaidOfIdleTime::isSoOfGap(const Told& told, const Scenario& scenario, std::size_t index, const IdleGap& gap,
                                   const OpText& text) {
    const PlainRun& plain = told.plain;
    const Lane& lane = plain.program.lanes[gap.lane.index()];
    for (Row row = lane.begin; row < lane.end; ++row)
        if (plain.startOf(row) < gap.end && plain.endOf(row) > gap.begin) return false;
    const Time length = gap.end - gap.begin;
    if (text.headline != "Idle on " + told.placeOf(lane.worker.value)) return false;
    if (!plainText(text.title).endsWith(told.span(gap.begin, gap.end) + " · " + told.time(length))) return false;
    QStringList sentences = plainText(text.conclusion).split('\n');
    if (lane.size() == 0)
        return met("runs nothing") &&
               sentences == QStringList{told.run.scheme ? "This worker runs nothing." : "This device runs nothing."};
    // What it waits for, step by step.
    Row last = 0;
    if (const auto it = said(plainText(text.lead), "Nothing left to run. <O> on <P> ends last, at <T>.")) {
        const auto row = told.op((*it)[0]);
        if (gap.after || !row || plain.endOf(*row) != plain.timeline.latestEnd || (*it)[1] != told.place(*row) ||
            (*it)[2] != told.time(plain.timeline.latestEnd))
            return false;
        last = *row;
    } else if (const auto of = said(plainText(text.lead), "<O> waits for <O> from <P>:")) {
        if (told.op((*of)[0]) != gap.after || !told.op((*of)[1]) || (*of)[2] != told.place(*told.op((*of)[1])))
            return false;
    } else if (const auto weights = said(plainText(text.lead), "<O> waits for its weights from <P>:")) {
        if (told.op((*weights)[0]) != gap.after || !told.fetch(*gap.after)) return false;
    } else {
        return false;
    }
    if (gap.after && !isSoOfSteps(told, gap, text.steps)) return false;
    const auto ways = plain.waysTo(gap.begin, gap.end, gap.before, gap.after, last);
    const PlainRun::Parts parts = plain.partsOf(ways, gap.after);
    // What runs make of it.
    const Op* const after = gap.after ? &plain.program.ops[*gap.after] : nullptr;
    const auto gapWith = [&](const auto& edit, bool isSooner = false) {
        auto with = runWith(scenario, index, edit);
        if (isSooner && with && with->metrics.totalTime >= told.run.metrics.totalTime) with = nullptr;
        const auto then = with ? gapIn(*with, after, !gap.before, lane.worker, lane.role) : std::nullopt;
        return then && *then < length ? then : std::nullopt;
    };
    const Workload& workload = told.run.schedule.workload;
    const bool hasTransfers = workload.devices > 1 && largest(workload.comm) > 0;
    const auto noTransfers = hasTransfers ? gapWith(freeTransfers) : std::nullopt;
    const auto even = told.run.scheme && !told.run.schedule.scheme->workloadTimes ? std::nullopt : gapWith(evenStages);
    const auto noFetches = gapWith(freeFetches);
    const QString kWarmup = "one more warm-up forward per device";
    const bool warmsUp = !told.run.scheme && told.run.schedule.kind->parameter("warmup");
    const auto warmer = warmsUp ? gapWith(moreWarmup, true) : std::nullopt;
    std::set<QString> levers;
    const auto isHalf = [&](const std::optional<Time>& with) { return with && 2 * *with <= length; };
    for (const QString& sentence : sentences) {
        if (sentence.startsWith("Warm-up: ")) {
            const bool isFirst = sentence.contains(": waiting for the first ");
            if (gap.before || !gap.after || !met(isFirst ? "warm-up: first microbatch" : "warm-up: first op"))
                return false;
            const Op op = plain.program.ops[*gap.after];
            if (isFirst != (op.kind() == OpKind::Forward && op.microbatch().value == 0)) return false;
        } else if (sentence.startsWith("Cool-down: ")) {
            if (gap.after || !met("cool-down")) return false;
        } else if (sentence == (told.run.scheme
                                    ? "Round trip: waiting for a batch to reach the last stage and come back."
                                    : "Round trip: waiting for a microbatch to reach the last stage and come back.")) {
            // Some way of ops, each starting as the one before it ends, goes from the last stage's forward on.
            std::set<Row> seen;
            std::vector<Row> left{*gap.after};
            bool turns = false;
            while (!left.empty()) {
                const Row row = left.back();
                left.pop_back();
                if (!seen.insert(row).second) continue;
                const auto follow = [&](Row from) {
                    const Op there = plain.program.ops[from];
                    left.push_back(from);
                    turns |= plain.program.ops[row].kind() != OpKind::Forward && there.kind() == OpKind::Forward &&
                             there.stage().value + 1 == plain.program.stages;
                };
                for (const PlainRun::Need& need : plain.needs[row])
                    if (plain.endOf(need.row) + need.hop == plain.startOf(row)) follow(need.row);
                if (plain.before[row] && plain.endOf(*plain.before[row]) == plain.startOf(row))
                    follow(*plain.before[row]);
            }
            if (!turns || !met("turn")) return false;
        } else if (const auto it = said(
                       sentence, "Waiting for transfers: the link from <P> to <P> takes the longest, <T> in total.")) {
            Time most = 0;
            bool isOne = false;
            for (const auto& [link, time] : parts.onLink) most = std::max(most, time);
            for (const auto& [link, time] : parts.onLink)
                isOne |= time == most && (*it)[0] == told.placeOf(link.first) && (*it)[1] == told.placeOf(link.second);
            if (!isOne || (*it)[2] != told.time(most) || !isHalf(noTransfers) || !met("transfers of a link"))
                return false;
        } else if (sentence == "Waiting for transfers.") {
            if (!isHalf(noTransfers) || !met("transfers")) return false;
        } else if (const auto of =
                       said(sentence, "Uneven stages: on this path, ops of <P> take longer than average.")) {
            const int worker = (*of)[0].section(' ', 1).toInt();
            const bool isLonger = std::any_of(ways.first.steps.begin(), ways.first.steps.end(), [&](const auto& step) {
                return plain.workerOf(step.row).value == worker &&
                       plain.endOf(step.row) - plain.startOf(step.row) > plain.evenOf(step.row);
            });
            if (!isLonger || !isHalf(even) || !met("uneven stages of one")) return false;
        } else if (sentence == "Uneven stages: waiting for a longer stage.") {
            if (!isHalf(even) || !met("uneven stages")) return false;
        } else if (sentence == "Waiting for weights to be fetched, here or upstream.") {
            if (!isHalf(noFetches) || !met("weights")) return false;
        } else if (sentence == "Schedule order: unrelated ops ran first.") {
            if (noTransfers || even || noFetches || parts.order <= 0 || !met("order")) return false;
        } else if (sentence == "Waiting for upstream compute.") {
            if (parts.work <= 0 || parts.work < parts.order || !met("work")) return false;
        } else if (said(sentence, "<T> = <S>.")) {
            if (!isSoOfParts(told, sentence, parts, length)) return false;
        } else if (const auto instead = said(sentence, "With <S>, the gap <S>.")) {
            const QString& change = (*instead)[0];
            const auto& with = change == "free transfers"    ? noTransfers
                               : change == "balanced stages" ? even
                               : change == kWarmup           ? warmer
                                                             : noFetches;
            if (change == kWarmup && !met("lever: warm-up")) return false;
            if (!with || (*instead)[1] != (*with == 0 ? "disappears" : "is " + told.time(*with))) return false;
            levers.insert(change);
            met("lever");
        } else if (sentence == "Free transfers or balanced stages would not shorten it.") {
            if (noTransfers || even || !met("no lever")) return false;
        } else if (said(sentence, "Doubling <S> shrinks its share.")) {
            const auto twice = runWith(scenario, index, [](Workload& w, ScheduleEntry& entry) {
                if (entry.family == Family::Scheme)
                    editScheme(entry, [](Scheme& scheme) { scheme.batches *= 2; });
                else
                    w.microbatches *= 2;
            });
            const auto with = twice ? gapIn(*twice, after, !gap.before, lane.worker, lane.role) : std::nullopt;
            if (!with ||
                double(*with) / double(twice->metrics.totalTime) >=
                    double(length) / double(told.run.metrics.totalTime) ||
                !met("twice the microbatches"))
                return false;
        } else {
            qWarning("not known: %s", qPrintable(sentence));
            return false;
        }
    }
    // Nothing that helps is left out.
    if (levers.contains(kWarmup) != warmer.has_value()) return false;
    return levers.contains("free transfers") == noTransfers.has_value() &&
           levers.contains("balanced stages") == even.has_value() &&
           levers.contains("free weight fetches") == noFetches.has_value();
}

void TestSaidOfIdleTime::idleTimes() {
    forEachRun([&](Random& random, const Scenario& scenario, std::size_t index, const Told& told) {
        const PlainRun& plain = told.plain;
        for (int i = 0; i < 4; ++i) {
            const LaneId lane(randomInt(random, 0, int(plain.program.lanes.size()) - 1));
            const Time total = told.run.metrics.totalTime;
            const Time at = plain.timeline.earliestStart +
                            std::uniform_int_distribution<Time>(0, std::max<Time>(total - 1, 0))(random);
            const auto gap = gapAt(plain.timeline, lane, at);
            if (!gap) continue;
            const OpText text = textOfIdle(told.run, whyIdle(scenario, index, told.run, *gap), 0);
            if (isSoOfGap(told, scenario, index, *gap, text)) continue;
            QTest::qFail(qPrintable(text.headline + " " + plainText(text.title) + ": " + plainText(text.lead) + " | " +
                                    plainText(text.steps.join(" ")) + " | " + plainText(text.conclusion)),
                         __FILE__, __LINE__);
            return false;
        }
        return true;
    });
    verifyMet({"warm-up: first microbatch",
               "warm-up: first op",
               "cool-down",
               "turn",
               "transfers of a link",
               "transfers",
               "uneven stages of one",
               "weights",
               "order",
               "work",
               "parts",
               "lever",
               "lever: warm-up",
               "no lever",
               "twice the microbatches",
               "runs nothing",
               "step: work",
               "step: turn",
               "step: weights",
               "steps left out"},
              5);
}

QTEST_MAIN(TestSaidOfIdleTime)

}  // namespace tst_said_of_idle_time
#include "tst_said_of_idle_time.moc"
