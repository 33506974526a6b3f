#include "engine/analysis/explain.h"

#include "engine/entries/registry.h"
#include "engine/program/op.h"
#include "engine/schedules/schedule.h"
#include "engine/schemes/run_scheme.h"
#include "engine/sim/simulate.h"

#include "tests/engine/random_scheme.h"
#include "tests/engine/simulated.h"
#include "tests/rounds.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_explain {

namespace {

/// A schedule of D devices run with uniform times in whole units.
struct Case {
    Case(std::string_view kind, int devices, int microbatches, double forward, double backward, double comm,
         int chunks = 1) {
        Workload workload;
        workload.devices = devices;
        workload.microbatches = microbatches;
        workload.chunks = chunks;
        workload.forward = forward;
        workload.backward = backward;
        workload.comm = comm;
        durations = toDurations(workload);
        auto program = orderOf(*findKind(Family::Schedule, kind), {devices, microbatches, chunks});
        timeline = test::simulated(std::move(*program), durations).value();
    }
    Row row(OpKind kind, int stage, int microbatch) const {
        return *findOp(*timeline->program, Op(kind, stage, microbatch));
    }
    IdleReason why(int lane, double at) const {
        return explainGap(*timeline, durations, *gapAt(*timeline, LaneId(lane), toTime(at)));
    }
    QString causes(const IdleReason& reason) const {
        QStringList words;
        for (const Link& step : reason.causes)
            words += QString::fromStdString(describe(timeline->program->ops[step.row])) +
                     (step.isTurn ? QStringLiteral(" before it") : QStringLiteral(" +%1").arg(toUnits(step.lag)));
        return words.join("; ");
    }

    Durations durations;
    std::shared_ptr<const Timeline> timeline;
};

/// Starts of the same lanes if the one op or fetch `longer` takes that much more. Rows by their first start: a scheme's
/// ops all take time, so what a row waits for comes before it.
std::vector<Time> startsAgain(const Timeline& timeline, const Durations& durations, Row longer, Time more) {
    const Program& program = *timeline.program;
    std::vector<Row> rows;
    for (const RowRange& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row) rows.push_back(row);
    std::sort(rows.begin(), rows.end(), [&](Row a, Row b) { return timeline.startOf(a) < timeline.startOf(b); });
    std::vector<Time> starts(program.ops.size(), 0), ends(program.ops.size(), 0);
    for (const Row row : rows) {
        const LaneId lane = program.laneOf(row);
        Time start = row > program.lanes[lane.index()].begin ? ends[row - 1] : 0;
        if (const auto input = dependencyOf(timeline, row)) {
            const WorkerId from = program.workerOfRow(*input);
            const Time hop = program.isWork(lane) ? durations.hop(from, program.lanes[lane.index()].worker) : 0;
            start = std::max(start, ends[*input] + hop);
        }
        for (const Link& need : needsOf(timeline, row))
            if (need.isFetch) start = std::max(start, ends[need.row]);
        starts[row] = start;
        ends[row] = start + timeline.end[row] - timeline.startOf(row) + (row == longer ? more : 0);
    }
    starts.push_back(*std::max_element(ends.begin(), ends.end()));
    return starts;
}

/// Whether starts differ from the timeline's: those of ops, fetches may move, or the end.
bool movesAnOp(const Timeline& timeline, const std::vector<Time>& starts) {
    const Program& program = *timeline.program;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
        for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row)
            if (program.isWork(LaneId(std::int64_t(lane))) && starts[row] != timeline.startOf(row)) return true;
    return starts.back() != timeline.latestEnd;
}

QString text(std::string_view view) { return QString::fromUtf8(view.data(), int(view.size())); }

}  // namespace

class TestExplain : public QObject {
    Q_OBJECT
private slots:
    // 1F1B, D 4, MBS 8, T_F 100, T_B 200, T_C 4. On device 1: F0 F1 F2 from 104 to 404, then idle to 820.
    // F0 reaches the last stage at 312 and ends at 412; B0 there 412-612, on device 2 616-816, here at 820.
    void theTurnOfOneFOneB() {
        const Case run("1f1b", 4, 8, 100, 200, 4);
        const auto gap = gapAt(*run.timeline, LaneId(1), toTime(600));
        QVERIFY(gap);
        QCOMPARE(toUnits(gap->begin), 404.0);
        QCOMPARE(toUnits(gap->end), 820.0);
        QCOMPARE(*gap->before, run.row(OpKind::Forward, 1, 2));
        QCOMPARE(*gap->after, run.row(OpKind::Backward, 1, 0));
        const IdleReason reason = explainGap(*run.timeline, run.durations, *gap);
        QVERIFY(reason.place == IdlePlace::Turn);
        QCOMPARE(run.causes(reason), QString("B0 of stage 2 +4; B0 of stage 3 +4; F0 of stage 3 +0"));
        QVERIFY(!reason.isCut);
        // From F0 of device 0, which both share: to the last stage and back 5 hops, 3 forwards and 2 backwards; and to
        // F2 here F1 and F2 there, a hop and F2.
        QCOMPARE(*reason.fork, run.row(OpKind::Forward, 0, 0));
        QCOMPARE(reason.parts, (IdleParts{.work = toTime(3 * 100 + 2 * 200 - 3 * 100), .transfer = toTime(16)}));
    }

    void kinds_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("lane");
        QTest::addColumn<double>("at");
        QTest::addColumn<double>("begin");
        QTest::addColumn<double>("end");
        QTest::addColumn<IdlePlace>("place");
        QTest::addColumn<QString>("causes");
        // GPipe, D 2, MBS 2, F 10, B 20, C 5. Device 0: F 0-10, 10-20, B 60-80, 80-100... with hops:
        // device 1: F0 15-25, F1 25-35, B0 35-55, B1 55-75; device 0: B0 60-80, B1 80-100.
        QTest::newRow("GPipe: the second device warms up")
            << "gpipe" << 1 << 3.0 << 0.0 << 15.0 << IdlePlace::WarmUp << "F0 of stage 0 +5";
        QTest::newRow("GPipe: the first device waits for the turn")
            << "gpipe" << 0 << 30.0 << 20.0 << 60.0 << IdlePlace::Turn
            << "B0 of stage 1 +5; F1 of stage 1 before it; "
               "F0 of stage 1 before it";
        QTest::newRow("GPipe: the second device cools down")
            << "gpipe" << 1 << 99.0 << 75.0 << 100.0 << IdlePlace::CoolDown << "B1 of stage 0 before it";
    }
    void kinds() {
        QFETCH(QString, kind);
        QFETCH(int, lane);
        QFETCH(double, at);
        QFETCH(double, begin);
        QFETCH(double, end);
        QFETCH(IdlePlace, place);
        QFETCH(QString, causes);
        const Case run(kind.toStdString(), 2, 2, 10, 20, 5);
        const IdleReason reason = run.why(lane, at);
        QCOMPARE(toUnits(reason.gap.begin), begin);
        QCOMPARE(toUnits(reason.gap.end), end);
        QVERIFY(reason.place == place);
        QCOMPARE(run.causes(reason), causes);
    }

    // Two devices, the hop as long as an op. 1F1B, MBS 3, F 10, B 10, C 10: device 1 runs F0 20-30, B0 30-40;
    // F1 left device 0 at 20 and arrived at 30; F1 40-50, B1 50-60. Device 0: F0 0-10, F1 10-20, then B0 arrives
    // at 50: 50-60, F2 60-70. F2 reaches device 1 at 80: it has been idle since 60, while F2 waited behind B0.
    void aLateForward() {
        const Case run("1f1b", 2, 3, 10, 10, 10);
        const IdleReason reason = run.why(1, 65);
        QCOMPARE(toUnits(reason.gap.begin), 60.0);
        QCOMPARE(toUnits(reason.gap.end), 80.0);
        QCOMPARE(run.causes(reason), QString("F2 of stage 0 +10"));
        // F2 ran 60-70, from the moment the gap began; but it waited for B0, which was on its way from 40 to 50. Since
        // B0 ran here, at 40: two hops, B0 and F2 there; F1 and B1 here.
        QCOMPARE(*reason.fork, run.row(OpKind::Backward, 1, 0));
        QCOMPARE(reason.parts, (IdleParts{.transfer = toTime(20)}));
    }

    // Slow first device: F takes 30 there and 10 on device 1. Device 1 waits 20 between forwards, all the while
    // device 0 computes the next.
    void aBusyNeighbour() {
        Workload workload;
        workload.devices = 2;
        workload.microbatches = 2;
        workload.forward = std::vector<double>{30, 10};
        workload.backward = 20.0;
        workload.chunks = 1;
        Durations durations = toDurations(workload);
        auto program = findKind(Family::Schedule, "gpipe")->generate({2, 2, 1});
        const auto timeline = test::simulated(std::move(*program), durations).value();
        const auto gap = gapAt(*timeline, LaneId(1), toTime(50));
        QVERIFY(gap);
        QCOMPARE(toUnits(gap->begin), 40.0);
        QCOMPARE(toUnits(gap->end), 60.0);
        const IdleReason reason = explainGap(*timeline, durations, *gap);
        QVERIFY(reason.place == IdlePlace::Between);
        QCOMPARE(reason.parts, (IdleParts{.uneven = toTime(20)}));  // F1 there is 10 above the mean, F0 here 10 below
        QCOMPARE(*reason.longest, WorkerId(0));
    }

    // 1F1B, D 2, MBS 2, F 10, B 20, C 50: device 1 gets F0 at 60 and F1 at 70. Device 1: F0 60-70, B0 70-90,
    // F1 90-100, B1 100-120. Device 0: B0 arrives at 140, B1 at 170: 140-160, then idle to 170, and B1 had
    // ended at 120, before the gap began; but B0 was as long on the way, and without transfers the gap is the same.
    void aTransferThatIsNoReason() {
        const Case run("1f1b", 2, 2, 10, 20, 50);
        const IdleReason reason = run.why(0, 165);
        QCOMPARE(toUnits(reason.gap.begin), 160.0);
        QCOMPARE(toUnits(reason.gap.end), 170.0);
        QCOMPARE(run.causes(reason), QString("B1 of stage 1 +50"));
        // Since B0 ended there, at 90: F1 and B1 there and a hop; a hop and B0 here.
        QCOMPARE(reason.parts, (IdleParts{.work = toTime(10)}));
    }

    void noGapWhileAnOpRuns() {
        const Case run("gpipe", 2, 2, 10, 20, 5);
        QVERIFY(!gapAt(*run.timeline, LaneId(0), toTime(0)));
        QVERIFY(!gapAt(*run.timeline, LaneId(0), toTime(19.5)));
        QVERIFY(gapAt(*run.timeline, LaneId(0), toTime(20)));  // the first instant of a gap is in it
        QVERIFY(!gapAt(*run.timeline, LaneId(0), toTime(60)));
        QVERIFY(!gapAt(*run.timeline, LaneId(0), toTime(100)));
        QVERIFY(!gapAt(*run.timeline, LaneId(0), toTime(-1)));
    }

    // GPipe, D 2, MBS 2, F 10, B 20, C 5, as above.
    void opCauses() {
        const Case run("gpipe", 2, 2, 10, 20, 5);
        const auto of = [&](OpKind kind, int stage, int microbatch) {
            return explainOp(*run.timeline, run.durations, run.row(kind, stage, microbatch));
        };
        const OpCause first = of(OpKind::Forward, 0, 0);
        QVERIFY(!first.before && !first.input);
        QCOMPARE(first.waited, Time(0));
        QCOMPARE(first.slack, Time(0));

        const OpCause b0 = of(OpKind::Backward, 0, 0);
        QCOMPARE(b0.before->row, run.row(OpKind::Forward, 0, 1));
        QCOMPARE(b0.input->row, run.row(OpKind::Backward, 1, 0));
        QCOMPARE(toUnits(b0.laneFree), 20.0);
        QCOMPARE(toUnits(b0.input->from), 55.0);
        QCOMPARE(toUnits(b0.input->lag), 5.0);
        QCOMPARE(toUnits(b0.waited), 40.0);
        QCOMPARE(b0.last(), b0.input);

        // B1 of stage 1 ends at 75 and is needed at 80 - 5: none to spare. F1 of stage 0 ends at 20, its lane
        // goes on at 60, device 1 needs it at 25 - 5: none. B1 of stage 0 ends everything.
        QCOMPARE(of(OpKind::Backward, 1, 1).slack, Time(0));
        QCOMPARE(of(OpKind::Forward, 0, 1).slack, Time(0));
        QCOMPARE(of(OpKind::Backward, 0, 1).slack, Time(0));
        const OpCause b1 = of(OpKind::Backward, 0, 1);  // its input arrived at 80, when the lane became free
        QCOMPARE(b1.last(), b1.before);
        QCOMPARE(toUnits(b1.input->at()), 80.0);
    }

    // ZB-H1, D 2, MBS 2, F 1, I 1, W 1, C 0. Device 1: F0 1-2, I0 2-3, F1 3-4, I1 4-5, then W0 W1 5-7.
    // Its last W may end as late as the whole does.
    void slackOfALastOp() {
        const Case run("zb-h1", 2, 2, 1, 2, 0);
        const Timeline& timeline = *run.timeline;
        const Row last = timeline.program->lanes[1].end - 1;
        const OpCause cause = explainOp(timeline, run.durations, last);
        QVERIFY(timeline.program->ops[last].kind() == OpKind::BackwardWeight);
        QCOMPARE(cause.slack, timeline.latestEnd - timeline.end[last]);
    }

    // One worker computes, another stores: fetches of 3, F 1, B 2, S 2, B 2. The fetches of worker 0 run one after
    // another: F0 of batch 0 0-3, of batch 1 3-6, F1 6-9, 9-12, then B1 12-15 ...; ops 3-4, 6-7, 9-10, 12-13, 15-17.
    void fetchesAreReasons() {
        Scheme scheme = customScheme("0", "1", 2, 2, 2);
        scheme.fetch = 3;
        const auto run = runScheme(scheme, unitDurations(2));
        QVERIFY(run);
        const Timeline& timeline = *run->timeline;
        const RowRange ops = timeline.program->lanes[0], fetches = timeline.program->lanes[1];
        const Durations durations = unitDurations(2);
        const OpCause first = explainOp(timeline, durations, ops.begin);
        QVERIFY(first.last() == first.fetch && !first.input && !first.before);
        QCOMPARE(first.fetch->row, fetches.begin);
        QCOMPARE(toUnits(first.fetch->from), 3.0);
        QCOMPARE(toUnits(first.waited), 3.0);
        const OpCause second = explainOp(timeline, durations, ops.begin + 1);
        QVERIFY(second.last()->isFetch);
        QCOMPARE(toUnits(second.waited), 2.0);
        QCOMPARE(second.slack, toTime(2));  // till the third starts
        const IdleReason reason = explainGap(timeline, durations, *gapAt(timeline, LaneId(0), toTime(4.5)));
        QCOMPARE(reason.parts, (IdleParts{.work = -toTime(1), .communication = toTime(3)}));  // op 0 ran meanwhile
        QCOMPARE(reason.causes.size(), std::size_t(1));
        QCOMPARE(reason.causes[0].row, fetches.begin + 1);
        QVERIFY(!reason.causes[0].isTurn);
        QCOMPARE(explainGap(timeline, durations, *gapAt(timeline, LaneId(0), 0)).parts.communication, toTime(3));
        // A fetch waits for the one before it, and all wait for it.
        const OpCause fetch = explainOp(timeline, durations, fetches.begin + 1);
        QVERIFY(!fetch.fetch && fetch.before->row == fetches.begin);
        QCOMPARE(fetch.waited, Time(0));
        QCOMPARE(fetch.slack, Time(0));
    }

    // Worker 1 waits 4 for f0, which is 1 there, and 1 for its weights: it is the neighbour that is busy.
    void inputsThatTakeLongerAreTheReason() {
        Scheme scheme = customScheme("stage", "0", 2, 2, 2);
        scheme.fetch = 1;
        const auto run = runScheme(scheme, [] {
            Durations durations = unitDurations(2);
            durations.inner[0].op[0] = toTime(4);
            return durations;
        }());
        QVERIFY(run);
        const Timeline& timeline = *run->timeline;
        const IdleReason first = explainGap(timeline, unitDurations(2), *gapAt(timeline, LaneId(1), 0));
        QVERIFY(first.place == IdlePlace::WarmUp);
        QCOMPARE(first.causes.size(), std::size_t(2));
        QVERIFY(!timeline.program->isWork(timeline.program->laneOf(first.causes[0].row)));
        QVERIFY(timeline.program->isWork(timeline.program->laneOf(first.causes[1].row)));
    }

    void schemesAreExplained() {
        Random random(propertySeed());
        int byFetch = 0, forFetch = 0;
        for (int n = 0; n < rounds(400); ++n) {
            Scheme scheme = randomCustom(random);
            if (randomInt(random, 0, 3) > 0) scheme.fetch = randomInt(random, 1, 12) / 4.0;
            Workload workload;
            workload.devices = scheme.workers;
            workload.chunks = 1;
            workload.forward = randomPerDevice(random, scheme.workers, 1);
            workload.backward = randomPerDevice(random, scheme.workers, 1);
            workload.comm = double(randomInt(random, 0, 4));
            const Durations durations = toDurations(workload);
            const auto run = runScheme(scheme, durations);
            QVERIFY(run);
            const Timeline& timeline = *run->timeline;
            const Program& program = *timeline.program;
            for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
                for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
                    const OpCause cause = explainOp(timeline, durations, row);
                    const Time start = timeline.startOf(row);
                    QCOMPARE(start, std::max({cause.laneFree, cause.input ? cause.input->at() : Time(0),
                                              cause.fetch ? cause.fetch->at() : Time(0)}));
                    const bool isOp = program.isWork(LaneId(std::int64_t(lane)));
                    const bool fetches =
                        isOp && scheme.fetch > 0 &&
                        run->storeWorker[program.stepOf(program.ops[row])] != program.lanes[lane].worker.value;
                    QCOMPARE(cause.fetch.has_value(), fetches);
                    if (cause.fetch) {
                        const Op op = program.ops[row], fetch = program.ops[cause.fetch->row];
                        QVERIFY(fetchFor(op.kind(), op.stage().value)->isMetBy(fetch));
                        QCOMPARE(fetch.microbatch(), op.microbatch());
                    }
                    byFetch += cause.last() && cause.last()->isFetch;
                    if (randomInt(random, 0, 9) == 0) {
                        QVERIFY(!movesAnOp(timeline, startsAgain(timeline, durations, row, cause.slack)));
                        QVERIFY(movesAnOp(timeline, startsAgain(timeline, durations, row, cause.slack + 1)));
                    }
                    if (cause.waited == 0) continue;
                    const auto gap = gapAt(timeline, LaneId(std::int64_t(lane)), start - 1);
                    QVERIFY(gap && gap->end == start && gap->end - gap->begin == cause.waited);
                    const IdleReason reason = explainGap(timeline, durations, *gap);
                    QCOMPARE(reason.parts.sum(), cause.waited);
                    QCOMPARE(reason.parts.unknown, Time(0));
                    QVERIFY(reason.parts.order >= 0);
                    forFetch += reason.parts.communication > 0;
                    QVERIFY(!reason.causes.empty());
                    QCOMPARE(reason.causes.front(), *cause.last());
                    for (std::size_t i = 1; i < reason.causes.size(); ++i)
                        QVERIFY(timeline.startOf(reason.causes[i].row) < timeline.startOf(reason.causes[i - 1].row));
                }
        }
        QVERIFY(byFetch > metIn(400, 1000) && forFetch > metIn(400, 500));
    }

    // On any run: an op starts at the later of its two causes, every gap has an explanation whose causes start
    // ever earlier, and every idle instant is in a gap.
    void everyGapIsExplained_data() {
        QTest::addColumn<QString>("kind");
        for (const ScheduleKind* kind : generatedSchedules()) QTest::newRow(kind->id.data()) << text(kind->id);
    }
    void everyGapIsExplained() {
        QFETCH(QString, kind);
        for (double comm : {0.0, 3.0, 40.0}) {
            const Case run(kind.toStdString(), 4, 8, 10, 20, comm,
                           findKind(Family::Schedule, kind.toStdString())->usualChunks);
            const Timeline& timeline = *run.timeline;
            for (std::size_t lane = 0; lane < timeline.program->lanes.size(); ++lane) {
                const RowRange rows = timeline.program->lanes[lane];
                for (Row row = rows.begin; row < rows.end; ++row) {
                    const OpCause cause = explainOp(timeline, run.durations, row);
                    QCOMPARE(timeline.startOf(row),
                             std::max(cause.laneFree, cause.input ? cause.input->at() : Time(0)));
                    QVERIFY(cause.slack >= 0);
                    if (cause.waited == 0) continue;
                    const auto gap = gapAt(timeline, LaneId(std::int64_t(lane)), timeline.startOf(row) - 1);
                    QVERIFY(gap && gap->end == timeline.startOf(row) && gap->end - gap->begin == cause.waited);
                    const IdleReason reason = explainGap(timeline, run.durations, *gap);
                    QVERIFY(!reason.causes.empty());
                    QCOMPARE(reason.causes.front(), *cause.input);
                    QCOMPARE(reason.parts.sum(), cause.waited);
                    QCOMPARE(reason.parts.unknown, Time(0));
                    for (std::size_t i = 1; i < reason.causes.size(); ++i)
                        QVERIFY(timeline.startOf(reason.causes[i].row) < timeline.startOf(reason.causes[i - 1].row));
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestExplain)

}  // namespace tst_explain
#include "tst_explain.moc"
