// The running counts against plain ones, slot by slot and row by row.

#include <QTest>

#include "engine/analysis/lane_sums.h"
#include "engine/run/run.h"
#include "tests/engine/random_timeline.h"

#include <map>
#include <thread>

using namespace bubblescope;

namespace {

/// How many ops of each kind and stage ran before a row, of those with any, by Op::costIndex().
std::map<std::size_t, std::uint32_t> counted(const LaneSums& sums, LaneId lane, std::size_t offset) {
    const std::size_t worker = sums.program->lanes[lane.index()].worker.index();
    LaneSums::Place place;
    sums.of(lane).findPlace(offset, place);
    std::map<std::size_t, std::uint32_t> counts;
    for (std::size_t slot = 0; slot < sums.width; ++slot)
        if (const std::uint32_t count = sums.of(lane).groupOf(offset)[slot] + place.count[slot])
            counts[sums.firstOp[worker * sums.width + slot].costIndex()] = count;
    return counts;
}

/// The kind and stage that the place of a row says.
std::size_t costIndexAt(const LaneSums& sums, LaneId lane, std::size_t offset) {
    LaneSums::Place place;
    sums.of(lane).findPlace(offset, place);
    return sums.firstOp[sums.program->lanes[lane.index()].worker.index() * sums.width + place.slot].costIndex();
}

/// Compares every `step`th row of all lanes, and all rows near the ends.
void compare(const LaneSums& sums, std::size_t step) {
    for (std::size_t lane = 0; lane < sums.program->lanes.size(); ++lane) {
        const LaneId id = LaneId(std::int64_t(lane));
        const auto ops = sums.program->lane(id);
        std::map<std::size_t, std::uint32_t> expected;
        bool isInTurn = true;
        for (std::size_t offset = 0; offset <= ops.size(); ++offset) {
            const bool isCompared = offset % step == 0 || offset < 20 || offset + 20 > ops.size();
            if (isCompared) QVERIFY(counted(sums, id, offset) == expected);
            if (offset == ops.size()) break;
            if (isCompared) QCOMPARE(costIndexAt(sums, id, offset), ops[offset].costIndex());
            isInTurn &= ops[offset].packedMicrobatch == expected[ops[offset].costIndex()]++;
        }
        QCOMPARE(sums.isInTurn[lane], isInTurn);
    }
}

std::shared_ptr<const Run> runOf(const char* kind, int devices, int microbatches, int chunks) {
    Scenario scenario;
    scenario.workload.devices = devices;
    scenario.workload.microbatches = microbatches;
    scenario.workload.chunks = chunks;
    scenario.workload.comm = 4.0;
    scenario.schedules = {{kind, {}, {}}};
    return run(scenario, 0).value();
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
        QTest::newRow("many rows") << 300'000 << 2 << true << 997;
    }

    void equalPlainCounts() {
        QFETCH(int, opsPerLane);
        QFETCH(int, chunks);
        QFETCH(bool, split);
        QFETCH(int, step);
        std::mt19937 random(std::uint32_t(opsPerLane + chunks));
        const Timeline timeline = randomTimeline(random, {3, chunks, opsPerLane, 9, -50, DurationsBy::Kind, split});
        compare(*sumLanes(timeline.program), std::size_t(step));
    }

    /// A group of one kind alone counts as far as a byte can.
    void longStretchesOfOneKind() {
        const auto whole = runOf("gpipe", 2, 3000, 1);
        compare(*sumLanes(whole->timeline->program), 1);
    }

    void emptyLanesHaveNone() {
        Program program = emptyProgram(Placement::Loop, 2, 1, 8, false);
        program.lanes[1].end = program.lanes[1].begin;
        for (Op& op : program.ops) op = Op(OpKind::Forward, 0, 3);
        const auto sums = sumLanes(std::make_shared<const Program>(program));
        QVERIFY(counted(*sums, LaneId(1), 0).empty());
        QCOMPARE(counted(*sums, LaneId(0), 16).begin()->second, 16u);
        QVERIFY(!sums->isInTurn[0]);
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
        const auto sums = sumLanes(whole->timeline->program);
        compare(*sums, 101);
        std::size_t ops = 0;
        for (std::size_t lane = 0; lane < 8; ++lane) {
            const std::size_t rows = whole->timeline->program->lanes[lane].size();
            ops += rows;
            Time busy = 0;
            for (const auto& [cost, count] : counted(*sums, LaneId(std::int64_t(lane)), rows))
                busy += count * whole->timeline->opTime[cost];
            QCOMPARE(busy, whole->metrics.workers[lane].busy);
            QVERIFY(sums->isInTurn[lane]);
        }
        QVERIFY2(double(sums->bytes()) <= 2.7 * double(ops), "blocks grow with the number of slots");
    }

    void stopsWhenAsked() {
        const auto whole = runOf("1f1b", 2, 200'000, 1);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!sumLanes(whole->timeline->program, stop.get_token()));
        std::stop_source later;
        std::jthread hand([&] { later.request_stop(); });
        const auto sums = sumLanes(whole->timeline->program, later.get_token());
        QVERIFY2(!sums || sums->isInTurn.size() == 2, "none, or all of it");
    }
};

namespace tst_lane_sums {
QTEST_GUILESS_MAIN(TestLaneSums)
}
#include "tst_lane_sums.moc"
