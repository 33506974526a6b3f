// The running counts, compared with plain ones, slot by slot and row by row.

#include <QTest>

#include "engine/analysis/lane_sums.h"
#include "engine/analysis/op_classes.h"
#include "engine/analysis/paired_sums.h"
#include "engine/results/run.h"
#include "tests/engine/random_timeline.h"
#include "tests/engine/scenarios.h"
#include "tests/rounds.h"

#include <map>
#include <set>
#include <thread>
#include <tuple>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_lane_sums {

namespace {

/// How many ops of each slot ran before a row, of those with any.
std::map<std::size_t, std::uint32_t> counted(const LaneSums::Lane& lane, std::size_t offset) {
    LaneSums::Place place;
    lane.findPlace(offset, place);
    std::map<std::size_t, std::uint32_t> counts;
    for (std::size_t slot = 0; slot < lane.slotOps.size(); ++slot)
        if (const std::uint32_t count = lane.groupOf(offset)[slot] + place.count[slot]) counts[slot] = count;
    return counts;
}

/// What ops of one slot have in common: their kind, their stage, and whether they are paired; or their shade, hue and
/// what they take.
using Alike = std::tuple<OpKind, std::int64_t, std::int64_t, Time>;

/// Compares every `step`th row of all lanes, and all rows near the ends.
void compare(const Timeline& timeline, const LaneSums& sums, std::size_t step) {
    const bool isByStage = timeline.start.empty() || arePairsAlike(timeline);
    QCOMPARE(sums.isByStage, isByStage);
    const OpClasses kinds(*timeline.program, ColorBy::Kind);
    const auto alike = [&](Op op, Time duration) {
        if (isByStage) return Alike(op.kind(), op.stage().value, op.isInPair(), 0);
        return Alike(op.kind(), kinds.shadeOf(op), op.microbatch().value % kMicrobatchHues, duration);
    };
    for (std::size_t i = 0; i < timeline.program->lanes.size(); ++i) {
        const LaneSums::Lane& lane = sums.lanes[i];
        const RowRange rows = timeline.program->lanes[i];
        std::set<Alike> all;
        for (Row row = rows.begin; row < rows.end; ++row)
            all.insert(alike(timeline.program->ops[row], ownSpan(timeline, row).length()));
        QCOMPARE(lane.hasSums(), all.size() <= LaneSums::kMostSlots);
        if (!lane.hasSums()) continue;
        std::map<Alike, std::size_t> slotOf;
        for (const LaneSums::Slot& slot : lane.slotOps) slotOf.emplace(alike(slot.first, slot.duration), slotOf.size());
        QCOMPARE(slotOf.size(), all.size());
        std::map<std::size_t, std::uint32_t> expected, last, stepOf;
        bool isInTurn = isByStage;
        for (std::size_t offset = 0; offset <= rows.size(); ++offset) {
            const bool isCompared = offset % step == 0 || offset < 20 || offset + 20 > rows.size();
            if (isCompared) QVERIFY(counted(lane, offset) == expected);
            if (offset == rows.size()) break;
            const Row row = rows.begin + offset;
            const Op op = timeline.program->ops[row];
            const std::size_t slot = slotOf.at(alike(op, ownSpan(timeline, row).length()));
            LaneSums::Place place;
            lane.findPlace(offset, place);
            if (isCompared) QCOMPARE(place.slot, slot);
            const std::uint32_t before = expected[slot]++,
                                more = op.packedMicrobatch - std::exchange(last[slot], op.packedMicrobatch);
            if (before == 0) QCOMPARE(op, lane.slotOps[slot].first);
            if (before == 1) stepOf[slot] = more;
            isInTurn &= before < 2 || more == stepOf[slot];
        }
        QCOMPARE(lane.isInTurn, isInTurn);
        for (const auto& [slot, size] : stepOf)
            if (isInTurn) QCOMPARE(lane.slotOps[slot].step, size);
    }
}

/// The same with a start for each op.
Timeline withStarts(Timeline timeline) {
    Column<Time> starts(timeline.end.size());
    for (const RowRange& rows : timeline.program->lanes)
        for (Row row = rows.begin; row < rows.end; ++row) starts[row] = timeline.startOf(row);
    timeline.start = std::move(starts);
    timeline.opTime.clear();
    return timeline;
}

std::shared_ptr<const Run> runOf(const char* kind, int devices, int microbatches, int chunks) {
    return run(scenarioOf(kind, devices, microbatches, 4, chunks), 0).value();
}

}  // namespace

class TestLaneSums : public QObject {
    Q_OBJECT

private slots:
    void equalPlainCounts_data() {
        QTest::addColumn<int>("opsPerLane");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<bool>("split");
        QTest::addColumn<int>("step");
        QTest::newRow("4 ops a lane") << 4 << 1 << false << 1;
        QTest::newRow("whole groups") << 512 << 1 << false << 1;
        QTest::newRow("8 slots, as many as a word has") << 3000 << 4 << false << 1;
        QTest::newRow("9 slots") << 3000 << 3 << true << 1;
        QTest::newRow("24 slots") << 3000 << 8 << true << 1;
        QTest::newRow("192 slots, the most there are") << 3000 << 64 << true << 7;
        QTest::newRow("many rows") << fewer(200'000) << 2 << true << 997;
    }

    void equalPlainCounts() {
        QFETCH(int, opsPerLane);
        QFETCH(int, chunks);
        QFETCH(bool, split);
        QFETCH(int, step);
        std::mt19937 random(std::uint32_t(opsPerLane + chunks));
        const Timeline timeline = randomTimeline(random, {3, chunks, opsPerLane, 9, -50, DurationsBy::Kind, split});
        compare(timeline, *sumLanes(timeline), std::size_t(step));
        compare(withStarts(timeline), *sumLanes(withStarts(timeline)), std::size_t(step));
    }

    /// A group of one kind alone counts as far as a byte can.
    void longStretchesOfOneKind() {
        const auto whole = runOf("gpipe", 2, 3000, 1);
        compare(*whole->timeline, *sumLanes(*whole->timeline), 1);
    }

    void emptyLanesHaveNone() {
        Program program = emptyProgram(Placement::Loop, 2, 1, 8, false);
        program.lanes[1].end = program.lanes[1].begin;
        for (Op& op : program.ops) op = Op(OpKind::Forward, 0, 3);
        Timeline timeline;
        timeline.program = std::make_shared<const Program>(program);
        const auto sums = sumLanes(timeline);
        QVERIFY(counted(sums->lanes[1], 0).empty());
        QCOMPARE(counted(sums->lanes[0], 16).begin()->second, 16u);
        QVERIFY2(sums->lanes[0].isInTurn, "in steps of 0");
    }

    void stepsOfMicrobatches() {
        Program program = emptyProgram(Placement::Loop, 1, 1, 4, false);
        const auto isInTurn = [&](std::initializer_list<std::int64_t> forwards) {
            Timeline timeline;
            auto op = program.lane(LaneId(0)).begin();
            for (const std::int64_t microbatch : forwards) *op++ = Op(OpKind::Forward, 0, microbatch);
            for (int i = 0; i < 4; ++i) *op++ = Op(OpKind::Backward, 0, 9 - 3 * i);
            timeline.program = std::make_shared<const Program>(program);
            return sumLanes(timeline)->lanes[0].isInTurn;
        };
        QVERIFY(isInTurn({0, 1, 2, 3}));
        QVERIFY(isInTurn({5, 13, 21, 29}));
        QVERIFY(isInTurn({9, 8, 7, 6}));
        QVERIFY(!isInTurn({0, 1, 2, 4}));
        QVERIFY(!isInTurn({1, 3, 4, 5}));
    }

    /// As many as a byte tells apart, and one more.
    void asManySlotsAsALaneCanHave() {
        for (const int durations : {256, 257}) {
            Program program = emptyProgram(Placement::Loop, 2, 1, 200, false);
            Timeline timeline;
            timeline.start = timeline.end = Column<Time>(program.ops.size());
            for (std::size_t lane = 0; lane < 2; ++lane)
                for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
                    program.ops[row] = Op(OpKind::Forward, std::int64_t(lane), 0);
                    timeline.start[row] = Time(1000 * row);
                    timeline.end[row] = timeline.start[row] + (lane == 0 ? Time(row) % durations : 7);
                }
            timeline.program = std::make_shared<const Program>(program);
            const auto sums = sumLanes(timeline);
            QCOMPARE(sums->lanes[0].hasSums(), durations == 256);
            QVERIFY2(sums->lanes[1].hasSums(), "what one lane is like does not matter to another");
            QCOMPARE(sums->longest, Time(durations - 1));
            if (durations == 256) compare(timeline, *sums, 1);
        }
    }

    /// A worker that fetches has two lanes, each with its own kinds.
    void schemesEqualPlainCounts_data() {
        QTest::addColumn<QString>("compute");
        QTest::addColumn<double>("fetch");
        for (const double fetch : {0.0, 0.5})
            for (const char* compute : {"stage", "batch mod workers", "(2 * batch + stage mod 2) mod workers"})
                QTest::addRow("%s, fetch %g", compute, fetch) << QString(compute) << fetch;
    }

    void schemesEqualPlainCounts() {
        QFETCH(QString, compute);
        QFETCH(double, fetch);
        Scheme scheme;
        scheme.kind = "custom";
        scheme.compute = compute.toStdString();
        scheme.store = "stage mod workers";
        scheme.workers = scheme.stages = 8;
        scheme.batches = 300;
        scheme.fetch = fetch;
        const auto ran = runScheme(scheme, unitDurations(8));
        QVERIFY2(ran, ran ? "" : ran.error().message.c_str());
        const Timeline& timeline = *ran->timeline;
        const auto sums = sumLanes(timeline);
        compare(timeline, *sums, 1);
        for (std::size_t i = 0; i < timeline.program->lanes.size(); ++i) {
            const Lane& rows = timeline.program->lanes[i];
            Time busy = 0;
            for (const auto& [slot, count] : counted(sums->lanes[i], rows.size()))
                busy += count * sums->lanes[i].slotOps[slot].duration;
            if (rows.isWork()) QCOMPARE(busy, ran->workers[rows.worker.index()].busy);
        }
    }

    /// All of a lane is what the metrics call busy, and every schedule runs a stage's microbatches in turn.
    void wholeLanesAreTheMetrics_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("chunks");
        QTest::newRow("gpipe") << "gpipe" << 1;
        QTest::newRow("1F1B") << "1f1b" << 1;
        QTest::newRow("interleaved") << "interleaved-1f1b" << 4;
        QTest::newRow("Hanayo") << "hanayo" << 4;
        QTest::newRow("Hanayo, 8 waves") << "hanayo" << 16;
        QTest::newRow("ZB-H1") << "zb-h1" << 1;
    }

    void wholeLanesAreTheMetrics() {
        QFETCH(QString, kind);
        QFETCH(int, chunks);
        const auto whole = runOf(qPrintable(kind), 8, 640, chunks);
        const auto sums = sumLanes(*whole->timeline);
        compare(*whole->timeline, *sums, 101);
        std::size_t ops = 0;
        for (std::size_t lane = 0; lane < 8; ++lane) {
            const std::size_t rows = whole->timeline->program->lanes[lane].size();
            ops += rows;
            Time busy = 0;
            for (const auto& [slot, count] : counted(sums->lanes[lane], rows))
                busy += count * whole->timeline->opTime[sums->lanes[lane].slotOps[slot].first.costIndex()];
            QCOMPARE(busy, whole->metrics.workers[lane].busy);
            QVERIFY(sums->lanes[lane].isInTurn);
            for (const LaneSums::Slot& slot : sums->lanes[lane].slotOps) QCOMPARE(slot.step, 1u);
        }
        QVERIFY2(double(sums->bytes()) <= 2.7 * double(ops), "blocks grow with the number of slots");
    }

    /// Each of a pair is counted with its half of the time, so that all of a lane is what it is busy.
    void pairsAreCountedByHalves() {
        for (const char* kind : {"dualpipe", "dualpipe-v", "1f1b-overlap", "interleaved-overlap"}) {
            Scenario scenario = scenarioOf(kind, 8, 640, 4, 2);
            scenario.workload.forwardBackward = 250.0;
            const auto whole = run(scenario, 0).value();
            const auto sums = sumLanes(*whole->timeline);
            compare(*whole->timeline, *sums, 101);
            for (std::size_t lane = 0; lane < 8; ++lane) {
                Time busy = 0;
                for (const auto& [slot, count] :
                     counted(sums->lanes[lane], whole->timeline->program->lanes[lane].size()))
                    busy += count * sums->lanes[lane].slotOps[slot].duration;
                QCOMPARE(busy, whole->metrics.workers[lane].busy);
            }
        }
    }

    /// What another timeline of the program takes makes its sums of those of the first; where pairs of a device differ
    /// there are none to be had.
    void sumsOfPairsServeOtherTimes() {
        for (const char* kind : {"dualpipe", "dualpipe-v", "1f1b-overlap", "interleaved-overlap"}) {
            const auto timed = [&](double pair, double forward, double head) {
                Scenario scenario = scenarioOf(kind, 8, 640, 4, 2);
                scenario.workload.forwardBackward = pair;
                scenario.workload.forward = forward;
                scenario.workload.head = {head, head};
                return scenario;
            };
            const Scenario first = timed(250, 100, 0), second = timed(251.000001, 30, 0);
            const auto before = run(first, 0).value(), after = run(second, 0, {}, before.get()).value();
            QVERIFY(after->timeline->program == before->timeline->program);
            const auto made = sumLanes(*after->timeline),
                       taken = sumsAt(*sumLanes(*before->timeline), *after->timeline);
            QVERIFY(made && taken);
            compare(*after->timeline, *taken, 101);
            QCOMPARE(taken->longest, made->longest);
            for (std::size_t lane = 0; lane < 8; ++lane)
                for (std::size_t slot = 0; slot < made->lanes[lane].slotOps.size(); ++slot)
                    QCOMPARE(taken->lanes[lane].slotOps[slot].duration, made->lanes[lane].slotOps[slot].duration);
            const auto uneven = run(timed(250, 100, 40), 0, {}, before.get()).value();
            QCOMPARE(arePairsAlike(*uneven->timeline), kind == std::string("1f1b-overlap"));
            compare(*uneven->timeline, *sumLanes(*uneven->timeline), 101);
            QCOMPARE(sumsAt(*taken, *uneven->timeline) != nullptr, arePairsAlike(*uneven->timeline));
        }
    }

    void stopsWhenAsked() {
        const auto whole = runOf("1f1b", 2, 200'000, 1);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!sumLanes(*whole->timeline, stop.get_token()));
        std::stop_source later;
        std::jthread hand([&] { later.request_stop(); });
        const auto sums = sumLanes(*whole->timeline, later.get_token());
        QVERIFY2(!sums || (sums->lanes[0].hasSums() && sums->lanes[1].hasSums()), "none, or all of it");
    }
};

QTEST_GUILESS_MAIN(TestLaneSums)

}  // namespace tst_lane_sums
#include "tst_lane_sums.moc"
