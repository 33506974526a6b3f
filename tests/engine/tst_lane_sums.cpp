// The running sums against plain ones, class by class and row by row.

#include <QTest>

#include "engine/analysis/lane_sums.h"
#include "engine/run/run.h"
#include "tests/engine/random_timeline.h"

#include <map>
#include <thread>

using namespace bubblescope;

namespace {

/// The busy time before `row` by class, of classes with any.
std::map<int, Time> summed(const Timeline& timeline, const ClassSums& sums, LaneId lane, Row row) {
    const Program& program = *timeline.program;
    const ClassSums::Block block = sums.blockNear(program, lane, row);
    std::vector<Time> of(sums.width());
    for (std::size_t slot = 0; slot < of.size(); ++slot) of[slot] = sums.at(block, slot);
    for (Row r = std::min(row, block.begin), end = std::max(row, block.begin); r < end; ++r) {
        const Time busy = sums.counted ? 1 : timeline.end[r] - timeline.startOf(r);
        of[sums.slotOf(program.ops[r])] += row > block.begin ? busy : -busy;
    }
    std::map<int, Time> busy;
    for (std::size_t slot = 0; slot < of.size(); ++slot) {
        const std::size_t at = program.laneWorker[lane.index()].index() * sums.width() + slot;
        const Time time = of[slot] * (sums.counted ? timeline.opTime[sums.cost[at]] : 1);
        if (time != 0) busy[sums.classOfSlot[slot]] = time;
    }
    return busy;
}

/// Compares every `step`th row of all lanes, and all rows near the ends.
void compare(const Timeline& timeline, const LaneSums& sums, std::size_t step) {
    const Program& program = *timeline.program;
    for (const ColorBy colorBy : {ColorBy::Kind, ColorBy::Microbatch}) {
        const OpClasses classes(program, colorBy);
        for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
            const RowRange rows = program.lanes[lane];
            std::map<int, Time> expected;
            for (Row row = rows.begin; row <= rows.end; ++row) {
                if ((row - rows.begin) % step == 0 || row < rows.begin + 20 || row + 20 > rows.end)
                    QVERIFY(summed(timeline, sums.of(colorBy), LaneId(std::int64_t(lane)), row) == expected);
                if (row == rows.end) break;
                const Time busy = timeline.end[row] - timeline.startOf(row);
                if (busy > 0) expected[classes.of(program.ops[row])] += busy;
            }
        }
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
    void equalPlainSums_data() {
        QTest::addColumn<int>("opsPerLane");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<DurationsBy>("durations");
        QTest::addColumn<bool>("split");
        QTest::addColumn<qint64>("longest");
        QTest::addColumn<int>("step");
        for (const auto& [what, durations] : {std::pair{"own durations", DurationsBy::Op},
                                              {"by stage", DurationsBy::Stage},
                                              {"by kind", DurationsBy::Kind}}) {
            QTest::addRow("%s, 4 ops a lane", what) << 4 << 1 << durations << false << qint64(9) << 1;
            QTest::addRow("%s, whole blocks", what) << 512 << 1 << durations << false << qint64(9) << 1;
            QTest::addRow("%s, 3 chunks, split", what) << 1000 << 3 << durations << true << qint64(9) << 1;
            QTest::addRow("%s, 64 chunks share 16 shades", what) << 3000 << 64 << durations << true << qint64(9) << 7;
            QTest::addRow("%s, long ops", what) << 2000 << 2 << durations << false << (qint64(1) << 45) << 3;
            QTest::addRow("%s, many rows", what) << 300'000 << 2 << durations << true << qint64(9) << 997;
        }
    }

    void equalPlainSums() {
        QFETCH(int, opsPerLane);
        QFETCH(int, chunks);
        QFETCH(const DurationsBy, durations);
        QFETCH(bool, split);
        QFETCH(const qint64, longest);
        QFETCH(int, step);
        std::mt19937 random(std::uint32_t(opsPerLane + chunks));
        const Timeline timeline = randomTimeline(random, {3, chunks, opsPerLane, Time(longest), -50, durations, split});
        const auto sums = sumLanes(timeline);
        QVERIFY(sums);
        QVERIFY(sumLanes(timeline, {}, sums) == sums || durations != DurationsBy::Kind);
        if (durations == DurationsBy::Kind) QVERIFY(sums->byMicrobatch.counted);
        if (durations == DurationsBy::Op && opsPerLane > 100) QVERIFY(!sums->byKind.counted);
        compare(timeline, *sums, std::size_t(step));
    }

    void emptyLanesHaveNone() {
        Program program = emptyProgram(Placement::Loop, 2, 1, 8, false);
        program.lanes[1] = {program.lanes[1].begin, program.lanes[1].begin};
        for (Op& op : program.ops) op = Op(OpKind::Forward, 0, 3);
        Timeline timeline;
        timeline.start = Column<Time>(program.ops.size());
        timeline.end = Column<Time>(program.ops.size());
        for (Row row = 0; row < program.ops.size(); ++row) {
            timeline.start[row] = Time(row) * 5;
            timeline.end[row] = Time(row) * 5 + 3;
        }
        timeline.program = std::make_shared<const Program>(program);
        const auto sums = sumLanes(timeline);
        QVERIFY(summed(timeline, sums->byKind, LaneId(1), program.lanes[1].begin).empty());
        QCOMPARE(summed(timeline, sums->byKind, LaneId(0), program.lanes[0].end).begin()->second, Time(16 * 3));
    }

    /// All of a lane is what the metrics call busy.
    void wholeLanesAreTheMetrics_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("chunks");
        QTest::newRow("gpipe") << "gpipe" << 1;
        QTest::newRow("1F1B") << "1f1b" << 1;
        QTest::newRow("interleaved") << "interleaved-1f1b" << 4;
        QTest::newRow("Hanayo") << "hanayo" << 4;
        QTest::newRow("ZB-H1") << "zb-h1" << 1;
    }

    void wholeLanesAreTheMetrics() {
        QFETCH(QString, kind);
        QFETCH(int, chunks);
        const auto whole = runOf(qPrintable(kind), 8, 640, chunks);
        const auto sums = sumLanes(*whole->timeline);
        std::size_t ops = 0;
        for (std::size_t lane = 0; lane < 8; ++lane) {
            const RowRange rows = whole->timeline->program->lanes[lane];
            ops += rows.size();
            for (const ColorBy colorBy : {ColorBy::Kind, ColorBy::Microbatch}) {
                Time busy = 0;
                for (const auto& [index, time] :
                     summed(*whole->timeline, sums->of(colorBy), LaneId(std::int64_t(lane)), rows.end))
                    busy += time;
                QCOMPARE(busy, whole->metrics.workers[lane].busy);
            }
        }
        QVERIFY2(double(sums->bytes()) <= 5.5 * double(ops), "blocks grow with the number of classes");
        QVERIFY(sums->byKind.counted && sums->byMicrobatch.counted);
    }

    void stopsWhenAsked() {
        const auto whole = runOf("1f1b", 2, 200'000, 1);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!sumLanes(*whole->timeline, stop.get_token()));
        std::stop_source later;
        std::jthread hand([&] { later.request_stop(); });
        const auto sums = sumLanes(*whole->timeline, later.get_token());
        QVERIFY2(!sums || sums->byKind.width() == 2, "none, or all of it");
    }
};

QTEST_GUILESS_MAIN(TestLaneSums)
#include "tst_lane_sums.moc"
